/** What the sandbox does with a card. The number decides and not the amount, since partners can't choose a premium. */
export type CardBehaviour = 'accepted' | 'refused' | 'refused later' | 'not a sandbox card';

export function behaviourOf(cardNumber: string): CardBehaviour {
  return sandboxCards.get(cardNumber) ?? 'not a sandbox card';
}

const sandboxCards: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
  ['4242424242424242', 'accepted'],
  ['5454545454545454', 'accepted'],
  ['4000000000000002', 'refused'],
  // Accepted at the checkout, refused when the hold is captured or the saved card is charged.
  ['4000000000000341', 'refused later'],
]);

/** What the sandbox does with a card. The number decides and not the amount, since partners can't choose a premium. */
export type CardBehaviour = 'accepted' | 'refused' | LaterRefusal | 'not a sandbox card';

/** Accepted at the checkout, refused when the hold is captured or the saved card is charged. */
export type LaterRefusal = keyof typeof laterRefusals;

/**
 * The codes of a later refusal, as a processor passes them on: the issuer's own and, after a space, Mastercard's
 * advice. Null: without a code.
 */
const laterRefusals = {
  'refused later': null,
  'refused for good': '41',
  'refused for days': '51 26',
} as const;

export function behaviourOf(cardNumber: string): CardBehaviour {
  return sandboxCards.get(cardNumber) ?? 'not a sandbox card';
}

/** Null for a card that is not refused later. */
export function laterRefusalOf(behaviour: CardBehaviour): { readonly codes: string | null } | null {
  return behaviour in laterRefusals ? { codes: laterRefusals[behaviour as LaterRefusal] } : null;
}

const sandboxCards: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
  ['4242424242424242', 'accepted'],
  ['5454545454545454', 'accepted'],
  ['4000000000000002', 'refused'],
  ['4000000000000341', 'refused later'],
  ['4000000000009987', 'refused for good'],
  ['5200828282828210', 'refused for days'],
]);

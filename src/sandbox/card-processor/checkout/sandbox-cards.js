/** The only cards of the sandbox. `card-behaviour.ts` lists them, too. */
export const sandboxCards = [
  { number: '4242 4242 4242 4242', brand: 'visa', outcome: 'accepted' },
  { number: '5454 5454 5454 5454', brand: 'mastercard', outcome: 'accepted' },
  { number: '4000 0000 0000 0002', brand: 'visa', outcome: 'refused' },
  { number: '4000 0000 0000 0341', brand: 'visa', outcome: 'refusedLater' },
  { number: '4000 0000 0000 9987', brand: 'visa', outcome: 'refusedForGood' },
  { number: '5200 8282 8282 8210', brand: 'mastercard', outcome: 'refusedForDays' },
];

export function isSandboxCard(digits) {
  return sandboxCards.some(({ number }) => number.replaceAll(' ', '') === digits);
}

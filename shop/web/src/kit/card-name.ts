import type { AcceptedCard } from '../../../shop-api.ts';

/** A name by which the customer recognises the card. */
export function cardName({ brand, number }: AcceptedCard): string {
  return `${brand} •••• ${number.slice(-4)}`;
}

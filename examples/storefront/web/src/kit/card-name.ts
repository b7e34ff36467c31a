import type { AcceptedCard } from '../../../shop-api.ts';

/** As a customer knows the card again. */
export function cardName({ brand, number }: AcceptedCard): string {
  return `${brand} •••• ${number.slice(-4)}`;
}

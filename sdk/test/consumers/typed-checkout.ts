import type { CardPayment } from '@northbind/sdk';
import { type CheckoutOutcome, openCheckout } from '@northbind/sdk/checkout';

export async function show(payment: CardPayment, container: HTMLElement): Promise<'confirm' | 'start-again'> {
  const { outcome, next }: CheckoutOutcome = await openCheckout({ ...payment, container });
  // @ts-expect-error: the form gives a hint, never a result.
  if (outcome === 'authorized') return 'confirm';
  return next;
}

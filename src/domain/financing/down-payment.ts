import { type Cents, parseDollars, toDollars } from '../money.ts';
import { type Refusal, refusal } from '../refusal.ts';

/**
 * Turns the partner's down payment into cents, or refuses it: at most two decimals, not negative, less than the total
 * with tax (the contract says premium). One code for all three, as the contract has it; the message names the total,
 * which the down payment has to stay below, as the premium. The prefix is `financing.` at bind.
 */
export function readDownPayment(request: DownPaymentRequest): DownPayment {
  const downPaymentCents = parseDollars(request.downPayment);
  if (downPaymentCents !== null && downPaymentCents >= 0 && downPaymentCents < request.totalWithTaxCents)
    return { ok: true, downPaymentCents };
  const premium = toDollars(request.totalWithTaxCents);
  return { ok: false, refusals: [refusal('DownPaymentInvalid', `${request.fieldPrefix}downPayment`, { premium })] };
}

export interface DownPaymentRequest {
  /** The number came off the wire in dollars, as JSON has it. */
  readonly downPayment: number;
  readonly totalWithTaxCents: Cents;
  readonly fieldPrefix: '' | 'financing.';
}

export type DownPayment =
  | { readonly ok: true; readonly downPaymentCents: Cents }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

import { retryAdviceOf } from '../../domain/unpaid/retry-advice.ts';
import {
  type Charge,
  type CheckoutState,
  type Declined,
  declinedBy,
  type FoundPayment,
  refusedByIssuer,
} from '../../ports/card-processor.ts';
import { type Outcome, refusedBy } from '../../ports/outcome.ts';
import type { ProcessorCheckout, ProcessorPayment } from './answers.ts';

/** Translates the processor's answers to the port's types. */
export function checkoutState(checkout: ProcessorCheckout): CheckoutState {
  if (checkout.status !== 'approved') {
    // An expired one can't be finished any more and nothing was held: the same as closed.
    return { kind: checkout.status === 'expired' ? 'cancelled' : checkout.status };
  }
  const { status, ...card } = checkout;
  return { kind: status, ...card };
}

export function foundPayment(payment: ProcessorPayment): FoundPayment {
  switch (payment.status) {
    case 'nothing':
      return { kind: payment.status };
    case 'declined':
      return { kind: payment.status, ...declinedWith(payment.codes) };
    case 'verified': {
      const { status, amountCents: _, ...card } = payment;
      return { kind: status, ...card };
    }
    case 'held':
    case 'released': {
      const { status, ...held } = payment;
      return { kind: status, ...held };
    }
    case 'captured': {
      const { status: _, amountCents: __, refundedCents, charge, ...card } = payment;
      return { kind: refundedCents === charge.amountCents ? 'refunded' : 'charged', charge, refundedCents, ...card };
    }
  }
}

/** `51 26`: the issuer's code and, if there is one, the scheme's advice. */
function declinedWith(codes: string | null): Declined {
  const [issuerCode = null, adviceCode = null] = codes?.split(' ') ?? [];
  return declinedBy(retryAdviceOf({ issuerCode, adviceCode }));
}

/**
 * What the processor's no means is read off its reason. `declined` or, with the codes of issuer and scheme,
 * `declined: 51 26` is the issuer's; `expired` says that the hold has lapsed.
 */
export function judgeRefusal<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'refused') return outcome;
  if (outcome.reason === 'expired') return { ...outcome, reasonCode: 'hold-lapsed' };
  const declined = /^declined(?:: (.+))?$/.exec(outcome.reason);
  return declined === null ? outcome : refusedByIssuer(declinedWith(declined[1] ?? null));
}

/** Returns a charge on record as the outcome of a repeated charge, if the amounts match. */
export function chargeFound(payment: ProcessorPayment, amountCents: number): Outcome<Charge> {
  const found = foundPayment(payment);
  switch (found.kind) {
    case 'charged':
      if (found.refundedCents > 0) return refusedBy('us', 'refunded in part');
      if (found.charge.amountCents === amountCents) return { kind: 'done', value: found.charge };
      return refusedBy('us', 'charged with another amount');
    case 'declined':
      return refusedByIssuer(found);
    case 'refunded':
      return refusedBy('us', found.kind);
    // The key is a checkout's, not a charge's.
    case 'nothing':
    case 'verified':
    case 'held':
    case 'released':
      return refusedBy('us', 'duplicate order');
  }
}

/** Says what became of a refund, by what the processor has refunded in all. */
export function refundFound(payment: ProcessorPayment, amountCents: number): Outcome<void> {
  if (payment.status === 'captured' && payment.refundedCents === amountCents) return { kind: 'done', value: undefined };
  return refusedBy('us', 'refunded with another amount');
}

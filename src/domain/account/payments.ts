import type { PlainDate } from '../calendar.ts';
import type { EntryId, PaymentId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { AccountEntry, AccountRecord, RefundPayee, RefundWork } from './account-record.ts';

/*
 * The payments of a policy, and what has become of each. One inequality holds for each of them:
 *
 *   given back + being given back + disputed (open or lost) + returned <= taken
 *
 * What outside parties report is never refused. Where it contradicts the inequality (a dispute of money that we have
 * given back already), only what is left of the payment counts here; the rest is a claim that a person has to make.
 */
export interface Payment {
  readonly id: EntryId;
  readonly way: PaymentWay;
  /** The customer's own day. */
  readonly paidOn: PlainDate;
  readonly takenCents: Cents;
  /** A cheque or transfer came back, whole or in part. */
  readonly returnedCents: Cents;
  /** Given back, or perhaps being given back: a refund that was begun can't be stopped. */
  readonly givenBackCents: Cents;
  /** How much more was refunded than the payment brought: the customer owes it. */
  readonly givenTooMuchCents: Cents;
  readonly openDisputeCents: Cents;
  readonly lostDisputeCents: Cents;
  /** What is left of it: the most that may be given back. */
  readonly leftCents: Cents;
  /**
   * A charge is refunded to its card once at most, so that a lost answer can be asked about: a processor tells only the sum
   * that it has refunded. The operator pays any further refund, and one that the issuer refuses.
   */
  readonly mayGoToCard: boolean;
  /** What the processor needs for a refund; null for a payment by hand. */
  readonly charge: ChargeMade | null;
}

/** `card`: charged by the processor. `hand`: by cheque or transfer, as a person has recorded. */
export type PaymentWay = 'card' | 'hand';

export interface ChargeMade {
  readonly cardPaymentId: PaymentId;
  /** Our key of the charge. */
  readonly key: string;
  /** The processor has given this reference. */
  readonly reference: string;
}

/** The payments that were not voided, in the order in which they were recorded. */
export function paymentsOf(entries: readonly AccountEntry[], refundWork: readonly RefundWork[]): readonly Payment[] {
  return entries.filter(({ kind }) => kind === 'charge' || kind === 'payment').map((entry) => paymentOf(entry));

  function paymentOf({ id, kind, amountCents: takenCents, happenedOn, ...entry }: AccountEntry): Payment {
    const about = entries.filter(({ paymentEntryId }) => paymentEntryId === id);
    const sum = (of: AccountEntry['kind']): Cents => sumOf(about.filter((one) => one.kind === of));
    const returnedCents = sum('payment-returned');
    const refunds = refundWork.filter(({ paymentEntryId }) => paymentEntryId === id);
    const begunCents = sumOf(refunds.filter(({ state }) => state === 'begun' || state === 'replaced'));
    const netRefundedCents = sum('refund') - sum('refund-returned');
    const givenBackCents = Math.min(netRefundedCents + begunCents, takenCents - returnedCents);
    const disputed = disputesOf(about);
    const disputableCents = takenCents - returnedCents - givenBackCents;
    const lostDisputeCents = Math.min(sumOf(disputed.filter(({ state }) => state === 'lost')), disputableCents);
    const open = sumOf(disputed.filter(({ state }) => state === 'open'));
    const openDisputeCents = Math.min(open, disputableCents - lostDisputeCents);
    return {
      id,
      way: kind === 'charge' ? 'card' : 'hand',
      paidOn: happenedOn,
      takenCents,
      returnedCents,
      givenBackCents,
      givenTooMuchCents: Math.max(netRefundedCents + returnedCents - takenCents, 0),
      openDisputeCents,
      lostDisputeCents,
      leftCents: disputableCents - lostDisputeCents - openDisputeCents,
      mayGoToCard: kind === 'charge' && !refunds.some((one) => one.payee === 'Card' && one.state !== 'idle'),
      charge:
        kind === 'charge'
          ? { cardPaymentId: entry.cardPaymentId!, key: entry.partyKey!, reference: entry.partyReference! }
          : null,
    };
  }
}

export interface Dispute {
  /** The entry that opened it. */
  readonly id: EntryId;
  readonly amountCents: Cents;
  readonly state: 'open' | 'won' | 'lost';
}

/** The disputes among the entries about a payment. One is ended by the entry that was recorded for it last. */
export function disputesOf(about: readonly AccountEntry[]): readonly Dispute[] {
  return about
    .filter(({ kind }) => kind === 'dispute-opened')
    .map(({ id, amountCents }) => {
      const endings = about.filter(({ disputeId }) => disputeId === id);
      const last = endings.at(-1)?.kind;
      return { id, amountCents, state: last === 'dispute-won' ? 'won' : last === 'dispute-lost' ? 'lost' : 'open' };
    });
}

/** What is to be given back of a payment, and by which way. */
export interface Allocation {
  /** Null for what a loan's customer gets from the operator, and of a charge that is not made yet. */
  readonly paymentEntryId: EntryId | null;
  readonly payee: Exclude<RefundPayee, 'Lender'>;
  readonly amountCents: Cents;
}

/**
 * The order in which money is given back of the payments: the last recorded first, whatever the customer's own day was.
 * Whoever divides money to give back asks here.
 */
export function inRefundOrder<P extends { readonly id: EntryId | null }>(payments: readonly P[]): readonly P[] {
  return payments.toReversed();
}

/**
 * Divides an amount to give back among the payments, in the order of refunds: each gives at most what is left of it, by
 * the way by which it came. What no payment has left can't be given back.
 */
export function allocate(
  payments: readonly (Pick<Payment, 'leftCents' | 'mayGoToCard'> & { readonly id: EntryId | null })[],
  amountCents: Cents,
): readonly Allocation[] {
  let openCents = amountCents;
  return inRefundOrder(payments).flatMap((payment): readonly Allocation[] => {
    const cents = Math.min(openCents, payment.leftCents);
    if (cents <= 0) return [];
    openCents -= cents;
    return [{ paymentEntryId: payment.id, payee: payment.mayGoToCard ? 'Card' : 'Customer', amountCents: cents }];
  });
}

/**
 * The most that a person can have given back by hand: what the payments took and nobody has refunded, disputed or not.
 */
export function notGivenBackCents(payments: readonly Payment[]): Cents {
  return payments.reduce((sum, payment) => sum + notGivenBackOf(payment), 0);
}

/**
 * Divides what a person has given back by hand among the payments: in the order of refunds, but those that have something
 * left come before those that a bank disputes or that bounced. One row for each payment.
 */
export function allocateGivenByHand(
  payments: readonly Payment[],
  amountCents: Cents,
): readonly Omit<Allocation, 'payee'>[] {
  let openCents = amountCents;
  return inRefundOrder(payments)
    .toSorted((one, other) => Number(other.leftCents > 0) - Number(one.leftCents > 0))
    .map((payment) => {
      const cents = Math.min(openCents, notGivenBackOf(payment));
      openCents -= cents;
      return { paymentEntryId: payment.id, amountCents: cents };
    });
}

function notGivenBackOf({ takenCents, givenBackCents, givenTooMuchCents }: Payment): Cents {
  return Math.max(takenCents - givenBackCents - givenTooMuchCents, 0);
}

type OverRefundable = Pick<AccountRecord, 'refundWork' | 'entries'>;

/**
 * What the customer still owes because more was refunded than was owed: a person has refunded too much by hand, or both
 * a refund by hand and the refund to the card that it replaced have been made. What the customer pays, or what is
 * written off, settles this part of the debt first, so that it is never more than the balance at any moment since.
 *
 *   day   what happened                                                        balance   over-refunded
 *     1   A policy is sold for $100 and the card charged.                            0               0
 *     5   It is cancelled, and $60 of the price is owed back.                      -60               0
 *     7   The card's refund has no answer, and a person pays $60 by cheque.          0               0
 *     9   The processor answers: it had made the card's refund, too.                60              60
 *    12   The customer pays $20 back.                                               40              40
 *    20   The operator writes the rest off.                                          0               0
 */
export function overRefundedCents(record: OverRefundable): Cents {
  const refunds = refundsThatStand(record).filter(({ state }) => state === 'done');
  let [balanceCents, overCents] = [0, 0];
  for (const entry of record.entries) {
    balanceCents += entry.customerCents;
    const place = refunds.findIndex((refund) => isEntryOf(refund, entry));
    if (place >= 0) overCents += notOwedOf(refunds.splice(place, 1)[0]!);
    overCents = Math.min(overCents, Math.max(balanceCents, 0));
  }
  return overCents;
}

/** How much of a refund that was made was not owed. Of one that a person had replaced, all of it: that one was paid, too. */
function notOwedOf({ replacedBy, notOwedCents, amountCents }: RefundWork): Cents {
  return replacedBy === null ? notOwedCents : amountCents;
}

function isEntryOf(refund: RefundWork, { kind, paymentEntryId, cardPaymentId, amountCents }: AccountEntry): boolean {
  return (
    kind === 'refund' &&
    refund.paymentEntryId === paymentEntryId &&
    refund.amountCents === amountCents &&
    (refund.payee === 'Card') === (cardPaymentId !== null)
  );
}

/**
 * How much of what the used days cost is written off, where the cancellation has chosen that. Two things are never
 * written off by the service, and a person collects them: a payment that came back, and what was refunded without being
 * owed.
 */
export function toWriteOffCents(record: OverRefundable, payments: readonly Payment[]): Cents {
  return hasReturnedPayment(payments) ? 0 : balanceOf(record.entries) - overRefundedCents(record);
}

/** Whether what the used days of a cancellation cost stays owed, even where it was to be written off. */
export const isOwedInAnyCase = (record: OverRefundable, payments: readonly Payment[]): boolean =>
  hasReturnedPayment(payments) || overRefundedCents(record) > 0;

const hasReturnedPayment = (payments: readonly Payment[]): boolean =>
  payments.some(({ returnedCents, lostDisputeCents }) => returnedCents + lostDisputeCents > 0);

/**
 * Leaves out the refunds that the card's bank has sent back. A charge is refunded to its card once at most, so a refund
 * that came back is the only one that this charge had.
 */
export function refundsThatStand({
  refundWork,
  entries,
}: Pick<AccountRecord, 'refundWork' | 'entries'>): readonly RefundWork[] {
  const paymentsOfReturnedRefunds = new Set(
    entries.filter(({ kind }) => kind === 'refund-returned').map(({ paymentEntryId }) => paymentEntryId),
  );
  return refundWork.filter(
    (one) => !(one.payee === 'Card' && one.state === 'done' && paymentsOfReturnedRefunds.has(one.paymentEntryId)),
  );
}

/** What the customer owes by the books; below zero, what is owed to the customer. */
export function balanceOf(entries: readonly AccountEntry[]): Cents {
  return entries.reduce((sum, { customerCents }) => sum + customerCents, 0);
}

/** What we have of the customer's money: what is left of all payments, less what was refunded of one beyond what it brought. */
export function netCollectedOf(payments: readonly Payment[]): Cents {
  return Math.max(
    payments.reduce((sum, { leftCents, givenTooMuchCents }) => sum + leftCents - givenTooMuchCents, 0),
    0,
  );
}

export function sumOf(entries: readonly { readonly amountCents: Cents }[]): Cents {
  return entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

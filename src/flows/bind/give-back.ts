import { factOfCharge, factOfStrayLoan } from '../../domain/books/book-facts.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import {
  finishReversal,
  giveUpBind,
  type NewReversal,
  type Reversal,
  reversalWork,
  reverseStray,
  type StrayMoney,
} from '../../store/reversal.ts';
import { cardsOf } from '../cards-of.ts';
import type { Parts } from '../parts.ts';
import { type Ending, type Hold, holdFor, runDueWork } from '../run-due-work.ts';
import type { Deal, MoneyParts, Moved } from './money.ts';

export type GiveBackParts = Parts<'database' | 'log' | 'at' | 'cards' | 'lender'>;

/**
 * Gives up a bind after money moved: records the reversal, then tries it. If that fails, the job tries again until it
 * succeeds.
 */
export async function giveUp(parts: GiveBackParts, deal: Deal, money: Moved): Promise<Refusal> {
  await parts.at('before give-up', deal.context, deal.claim);
  const hold = holdFor(trySeconds);
  const owed = reversalOf(money, deal);
  const reversal = await giveUpBind(parts.database, deal.claim, owed, leaseSeconds(parts, owed));
  await parts.at('after give-up', deal.context, deal.claim);
  if (reversal === null) {
    await reverseStrayMoney(parts, deal, money);
    return refusal('BindInProgress'); // Taken over: the other instance continues, with this money if it knows of it.
  }
  await giveBack(parts, { reversal, hold }, deal.context);
  return money.kind === 'charge'
    ? refusal('BindFailedAfterCardCapture', '', { paymentId: money.payment.id })
    : refusal('BindFailedAfterFinancing', '', { loanNumber: money.contract.loanNumber });
}

/** Reverses money that moved after the bind was taken over, unless the other instance uses it. */
export async function reverseStrayMoney(parts: GiveBackParts, deal: Deal, money: Moved): Promise<void> {
  const hold = holdFor(trySeconds);
  const owed = reversalOf(money, deal);
  const reversal = await reverseStray(parts.database, deal.sale.applicationId, owed, leaseSeconds(parts, owed));
  if (reversal !== null) await giveBack(parts, { reversal, hold }, deal.context);
}

// Few, because each is a call to an outside party that may take its whole timeout.
const turnMax = 20;
const context: CallContext = { requestId: 'reverse', fault: null };

/** One run of the job: tries the reversals that are due. Returns how many it tried. */
export async function reverseDue(parts: GiveBackParts, signal?: AbortSignal): Promise<number> {
  const take = () => reversalWork.take(parts.database, trySeconds, null, [parts.cards.refundSettleSeconds]);
  const handle = (reversal: Reversal, hold: Hold) => giveBack(parts, { reversal, hold }, context);
  return (await runDueWork({ take, handle, trySeconds, turnMax }, signal)).taken;
}

interface Try {
  readonly reversal: Reversal;
  readonly hold: Hold;
}

/**
 * For failed binds and for cancellations. Repeating a reversal that succeeded but was not recorded does no harm: the
 * other party reports it as done.
 */
async function giveBack(parts: GiveBackParts, { reversal, hold }: Try, context: CallContext): Promise<Ending> {
  const facts = { applicationId: reversal.applicationId, kind: reversal.kind, attempts: reversal.attempts };
  await parts.at('before reverse', context, null);
  if (hold.whyNot() !== null) {
    parts.log.warn('reversal not tried in time', facts); // The next try may start before ours would show.
    return 'open';
  }
  const outcome = await reverse(parts, { reversal, hold }, context);
  await parts.at('after reverse', context, null);
  if (outcome.kind === 'done') {
    // Another try or the operator was faster: the money may have been given back twice.
    if (!(await finishReversal(parts.database, reversal.id))) parts.log.error('reversal done, not entered', facts);
    return 'ended';
  }
  const cause = outcome.kind === 'refused' ? outcome.reason : outcome.cause;
  parts.log.error('reversal not done', { ...facts, cause });
  // An unknown outcome is not a refusal: wait until the processor's look-up would show the refund.
  const unclearSeconds = outcome.kind === 'unknown' ? settleSeconds(parts, reversal) : undefined;
  await reversalWork.postpone(parts.database, reversal, {
    cause,
    waitSeconds: (unclearSeconds ?? 0) + waitSeconds(reversal.attempts),
    unclearSeconds,
  });
  return 'open';
}

function reverse(parts: GiveBackParts, { reversal, hold }: Try, context: CallContext): Promise<Outcome<unknown>> {
  const { kind, key, processor, externalReference, amountCents } = reversal;
  switch (kind) {
    case 'charge':
      return cardsOf(parts.cards, processor!).refund(
        { key, reference: externalReference ?? '', amountCents },
        { ...context, mayStillSend: () => hold.whyNot() === null },
      );
    case 'loan':
      return parts.lender.cancel(key, null, context);
  }
}

/**
 * Longer than the longest try: two look-ups and a call, each with its whole timeout. A try that has not started by then
 * does not start.
 */
const trySeconds = 60;

/** How long a refund may take to show. A loan's cancellation may be repeated at once. */
function settleSeconds({ cards }: MoneyParts, { kind }: Pick<Reversal, 'kind'>): number {
  switch (kind) {
    case 'charge':
      return cards.refundSettleSeconds;
    case 'loan':
      return 0;
  }
}

/** The outcome of a crashed try is as unknown as one without an answer, so the lease is as long. */
function leaseSeconds(parts: MoneyParts, owed: NewReversal): number {
  return trySeconds + settleSeconds(parts, owed);
}

/** 5 s, 10 s, 20 s, ... up to an hour: most outages are short, and the customer's money must not wait long. */
function waitSeconds(attempts: number): number {
  return Math.min(3_600, 5 * 2 ** Math.min(attempts, 10));
}

function reversalOf(money: Moved, { claim, selection }: Deal): StrayMoney {
  if (money.kind === 'loan') {
    const { loanNumber, totalPayableCents, downPaymentCents } = money.contract;
    const key = claim.policyNumber;
    const advancedCents = selection.totalWithTaxCents - downPaymentCents;
    return {
      kind: 'loan',
      key,
      cardPaymentId: null,
      externalReference: loanNumber,
      amountCents: totalPayableCents,
      booked: factOfStrayLoan({ loanNumber, key, amountCents: advancedCents }),
    };
  }
  const { key, payment, charge } = money;
  return {
    kind: 'charge',
    key,
    cardPaymentId: payment.id,
    externalReference: charge.reference,
    amountCents: charge.amountCents,
    booked: factOfCharge(charge, 'refund', key),
  };
}

import { todayOf } from '../../domain/partner/seller.ts';
import { refundTriedAfterDays } from '../../domain/unpaid/retry-advice.ts';
import { adviceIn, type CardProcessor } from '../../ports/card-processor.ts';
import type { CancelledLoan } from '../../ports/lender.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { note } from '../../store/audit/audit.ts';
import { transact } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import {
  discardUnmadeReversal,
  type NewReversal,
  type Reversal,
  refuseReversal,
  reversalWork,
} from '../../store/refund/reversal.ts';
import { mailLink } from '../../store/unpaid/payment-link.ts';
import { mailRedirected } from '../account/announce.ts';
import { applyConsequences } from '../account/apply-consequences.ts';
import { openAccount, reopenAccount } from '../account/open-account.ts';
import { cardsOf } from '../card/cards-of.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { failedBy } from '../work/failed-by.ts';
import { type Ending, type Lease, runDueWork } from '../work/run-due-work.ts';
import { finishStray, recordGivenBack } from './record-given-back.ts';

export type SendRefundParts = Parts<
  'database' | 'log' | 'failpoint' | 'cards' | 'lender' | 'clock' | 'linkBox' | 'reference'
>;

// Few, because each is a call to an outside party that may take its whole timeout.
const batchMax = 20;

/** One run of the job: tries the reversals that are due. Returns how many it tried. `fault` is one that the sandbox injects. */
export async function tryDueReversals(
  parts: SendRefundParts,
  signal?: AbortSignal,
  fault: CallContext['fault'] = null,
): Promise<number> {
  const context: CallContext = { requestId: 'reverse', fault };
  const take = () =>
    reversalWork.take(parts.database, trySeconds, null, {
      showsWithinSeconds: parts.cards.refundShowsWithinSeconds,
    });
  const handle = (reversal: Reversal, lease: Lease) => tryReversal(parts, { reversal, lease }, context);
  return (await runDueWork({ take, handle, trySeconds, batchMax }, signal)).taken;
}

interface Try {
  readonly reversal: Reversal;
  readonly lease: Lease;
}

/**
 * Tries one reversal: a refund to a card, the end of a loan, or the refund of money that moved without a policy. A reversal
 * that succeeded but was not recorded can be tried again without harm: the other party reports it as done.
 */
export async function tryReversal(
  parts: SendRefundParts,
  { reversal, lease }: Try,
  context: CallContext,
): Promise<Ending> {
  const facts = { applicationId: reversal.applicationId, payee: reversal.payee, attempts: reversal.attempts };
  await parts.failpoint('before reverse', context, null);
  if (lease.endedReason() !== null) {
    parts.log.warn('reversal not tried in time', facts); // The next try may start before ours would show.
    return 'open';
  }
  const outcome = await reverse(parts, { reversal, lease }, context);
  await parts.failpoint('after reverse', context, null);
  if (outcome.kind === 'done') {
    // Another try or the operator was faster: the money may have been refunded twice. Whoever reads the log looks at the
    // other party's console, as the runbook stuck-reversal says.
    if (!(await finish(parts, reversal, outcome.value))) parts.log.error('reversal done, not entered', facts);
    return 'ended';
  }
  if (outcome.kind === 'never made') return (await discardUnmadeRefund(parts, reversal)) ? 'ended' : 'open';
  const failed = failedBy(outcome);
  parts.log.error('reversal not done', { ...facts, ...failed });
  const isDeclined = outcome.kind === 'refused' && (outcome.isFinal || outcome.by === 'issuer');
  const afterDays = isDeclined ? refundTriedAfterDays(adviceIn(outcome), reversal.daysOwed) : null;
  if (isDeclined && afterDays === null) return leaveToPerson(parts, { reversal, lease }, failed.cause);
  // An unknown outcome is not a refusal: wait until the processor's look-up would show the refund.
  const unclearSeconds = outcome.kind === 'unknown' ? showsWithinSeconds(parts, reversal) : undefined;
  // Nothing was sent this time, but an earlier try may have refunded it: it stays unknown.
  const stillUnclear = outcome.kind === 'not-sent' && reversal.wasBegun ? 0 : undefined;
  await reversalWork.postpone(parts.database, reversal, {
    ...failed,
    waitSeconds:
      afterDays === null ? (unclearSeconds ?? 0) + refundRetrySeconds(reversal.attempts) : afterDays * daySeconds,
    unclearSeconds: unclearSeconds ?? stillUnclear,
  });
  return 'open';
}

/**
 * The card's issuer takes no refund, as it says or has shown for two weeks: the operator pays it, and the customer is told. What was
 * charged without a policy stays a reversal, and a person's.
 */
function leaveToPerson(parts: SendRefundParts, { reversal }: Try, cause: string): Promise<Ending> {
  const { policyNumber, id } = reversal;
  const failed = { failure: 'refused-for-good', cause } as const;
  return transact(parts.database, async (tx): Promise<Ending> => {
    if (policyNumber === null) {
      await reversalWork.giveUp(tx, reversal, failed);
      return 'open';
    }
    const at = { now: parts.clock() };
    await lockPolicy(tx, policyNumber);
    if (!(await refuseReversal(tx, reversal))) return 'open';
    const { open, asksCustomer } = await applyConsequences(parts, (await reopenAccount(tx, policyNumber, at))!);
    const { amountCents, applicationId } = reversal;
    await note(tx, { applicationId, event: 'refund refused', facts: { policyNumber, amountCents, reversalId: id } });
    await mailRedirected(open, reversal);
    if (asksCustomer) await mailLink(tx, { id: newId(), policyNumber, lastDay: null });
    return 'ended';
  });
}

/** Drops a refund that was made another way, after the processor has said that it never made it. */
function discardUnmadeRefund(parts: SendRefundParts, reversal: Reversal): Promise<boolean> {
  const { policyNumber } = reversal;
  return transact(parts.database, async (tx) => {
    if (policyNumber === null) return discardUnmadeReversal(tx, reversal);
    await lockPolicy(tx, policyNumber);
    if (!(await discardUnmadeReversal(tx, reversal))) return false;
    const { asksCustomer } = await applyConsequences(
      parts,
      (await reopenAccount(tx, policyNumber, { now: parts.clock() }))!,
    );
    // What the refund was to give back of a lost dispute is owed again.
    if (asksCustomer) await mailLink(tx, { id: newId(), policyNumber, lastDay: null });
    return true;
  });
}

/** Records that the money is back. Returns false if that is recorded already. */
function finish(parts: SendRefundParts, reversal: Reversal, answer: CancelledLoan | null): Promise<boolean> {
  return transact(parts.database, async (tx) => {
    const now = parts.clock();
    const { policyNumber } = reversal;
    if (policyNumber === null) {
      const today = todayOf(reversal.seller, now);
      return finishStray(tx, reversal, { by: 'party', today, doneOn: today });
    }
    const open = (await openAccount(tx, policyNumber, { now }))!;
    return recordGivenBack(parts, open, { reversal, answer, doneOn: open.at.today });
  });
}

/** The processor has known of no refund for longer than one takes to show. */
type NeverMade = { readonly kind: 'never made' };

/** Asks whether the processor has made a refund that a person has made another way since. Moves nothing. */
async function askWhetherGiven(
  cards: CardProcessor,
  { key, amountCents }: Reversal,
  context: CallContext,
): Promise<Outcome<null> | NeverMade> {
  const found = await cards.find(key!, context);
  if (found.kind !== 'done') return found;
  const refundedCents = 'refundedCents' in found.value ? found.value.refundedCents : null;
  if (refundedCents === amountCents) return { kind: 'done', value: null };
  return refundedCents === 0 ? { kind: 'never made' } : { kind: 'unknown', cause: 'refunded with another amount' };
}

/** Asks the party to give the money back. Returns what the lender has answered, if it is a loan. */
async function reverse(
  parts: SendRefundParts,
  { reversal, lease }: Try,
  context: CallContext,
): Promise<Outcome<CancelledLoan | null> | NeverMade> {
  const { payee, key, processor, externalReference, amountCents, endsOn, isRescinded } = reversal;
  switch (payee) {
    case 'Card': {
      const processorOfCharge = cardsOf(parts.cards, processor!);
      if (reversal.isOnlyAsked) return askWhetherGiven(processorOfCharge, reversal, context);
      const request = { key: key!, reference: externalReference ?? '', amountCents };
      const mayStillSend = () => lease.endedReason() === null;
      const outcome = await processorOfCharge.refund(request, { ...context, mayStillSend });
      return outcome.kind === 'done' ? { kind: 'done', value: null } : outcome;
    }
    case 'Lender':
      return parts.lender.cancel(
        key!,
        endsOn === null ? null : { cancelledOn: endsOn, refundCents: amountCents, isRescinded },
        context,
      );
    case 'Customer':
      throw new Error('What the operator pays is never tried by the service.');
  }
}

/**
 * Longer than the longest try: two look-ups and a call, each with its whole timeout. A try that has not started by then
 * does not start.
 */
export const trySeconds = 60;

/** How long a refund may take to show. A loan's cancellation may be repeated at once. */
function showsWithinSeconds({ cards }: Pick<SendRefundParts, 'cards'>, { payee }: Pick<Reversal, 'payee'>): number {
  return payee === 'Card' ? cards.refundShowsWithinSeconds : 0;
}

/** The outcome of a crashed try is as unknown as one without an answer, so the lease is as long. */
export function leaseSecondsOf(parts: Pick<SendRefundParts, 'cards'>, reversal: NewReversal): number {
  return trySeconds + showsWithinSeconds(parts, reversal);
}

const daySeconds = 86_400;

/**
 * After the first try 10 s, then 20 s, 40 s, ... up to an hour: most outages are short, and the customer's money must
 * not wait long.
 */
function refundRetrySeconds(attempts: number): number {
  return Math.min(3_600, 5 * 2 ** Math.min(attempts, 10));
}

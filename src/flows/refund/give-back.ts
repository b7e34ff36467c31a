import { todayOf } from '../../domain/partner/seller.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { transact } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { endReversal, type NewReversal, type Reversal, reversalWork } from '../../store/refund/reversal.ts';
import { cardsOf } from '../card/cards-of.ts';
import type { Parts } from '../parts.ts';
import { failedBy } from '../work/failed-by.ts';
import { type Ending, type Hold, runDueWork } from '../work/run-due-work.ts';
import { recordGivenBack } from './record-given-back.ts';

export type GiveBackParts = Parts<'database' | 'log' | 'at' | 'cards' | 'lender' | 'clock'>;

// Few, because each is a call to an outside party that may take its whole timeout.
const turnMax = 20;

/** One run of the job: tries the reversals that are due. Returns how many it tried. `fault`: of the sandbox. */
export async function reverseDue(
  parts: GiveBackParts,
  signal?: AbortSignal,
  fault: CallContext['fault'] = null,
): Promise<number> {
  const context: CallContext = { requestId: 'reverse', fault };
  const take = () =>
    reversalWork.take(parts.database, trySeconds, null, {
      showsWithinSeconds: parts.cards.refundShowsWithinSeconds,
    });
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
export async function giveBack(parts: GiveBackParts, { reversal, hold }: Try, context: CallContext): Promise<Ending> {
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
    if (!(await finish(parts, reversal, outcome.value))) parts.log.error('reversal done, not entered', facts);
    return 'ended';
  }
  const failed = failedBy(outcome);
  parts.log.error('reversal not done', { ...facts, ...failed });
  // An unknown outcome is not a refusal: wait until the processor's look-up would show the refund.
  const unclearSeconds = outcome.kind === 'unknown' ? showsWithinSeconds(parts, reversal) : undefined;
  await reversalWork.postpone(parts.database, reversal, {
    ...failed,
    waitSeconds: (unclearSeconds ?? 0) + waitSeconds(reversal.attempts),
    unclearSeconds,
  });
  return 'open';
}

/** Records that it is back. Returns false if that is recorded already. */
function finish({ database, clock }: GiveBackParts, reversal: Reversal, toLoanCents: number | null): Promise<boolean> {
  return transact(database, async (tx) => {
    if (reversal.policyNumber !== null) await lockPolicy(tx, reversal.policyNumber);
    const ended = await endReversal(tx, { id: reversal.id, toLoanCents });
    if (ended === null) return false;
    await recordGivenBack(tx, { ended, toLoanCents, today: todayOf(ended.seller, clock()), by: 'party' });
    return true;
  });
}

/** Returns, of a loan, what goes to it. */
async function reverse(
  parts: GiveBackParts,
  { reversal, hold }: Try,
  context: CallContext,
): Promise<Outcome<number | null>> {
  const { kind, key, processor, externalReference, amountCents, cancelledOn } = reversal;
  switch (kind) {
    case 'charge': {
      const request = { key, reference: externalReference ?? '', amountCents };
      const mayStillSend = () => hold.whyNot() === null;
      const outcome = await cardsOf(parts.cards, processor!).refund(request, { ...context, mayStillSend });
      return outcome.kind === 'done' ? { kind: 'done', value: null } : outcome;
    }
    case 'loan': {
      const refund = cancelledOn === null ? null : { cancelledOn, refundCents: amountCents };
      const outcome = await parts.lender.cancel(key, refund, context);
      return outcome.kind === 'done' ? { kind: 'done', value: outcome.value.toLoanCents } : outcome;
    }
    case 'operator':
      throw new Error('What the operator pays is never tried by the service.');
  }
}

/**
 * Longer than the longest try: two look-ups and a call, each with its whole timeout. A try that has not started by then
 * does not start.
 */
export const trySeconds = 60;

/** How long a refund may take to show. A loan's cancellation may be repeated at once. */
function showsWithinSeconds({ cards }: Pick<GiveBackParts, 'cards'>, { kind }: Pick<Reversal, 'kind'>): number {
  switch (kind) {
    case 'charge':
      return cards.refundShowsWithinSeconds;
    case 'loan':
    case 'operator':
      return 0;
  }
}

/** The outcome of a crashed try is as unknown as one without an answer, so the lease is as long. */
export function leaseSecondsOf(parts: Pick<GiveBackParts, 'cards'>, owed: NewReversal): number {
  return trySeconds + showsWithinSeconds(parts, owed);
}

/** 5 s, 10 s, 20 s, ... up to an hour: most outages are short, and the customer's money must not wait long. */
function waitSeconds(attempts: number): number {
  return Math.min(3_600, 5 * 2 ** Math.min(attempts, 10));
}

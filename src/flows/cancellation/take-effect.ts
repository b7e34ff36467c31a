import { addDays } from '../../domain/calendar.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { planOf } from '../../domain/refund/refund-as-it-stands.ts';
import { note } from '../../store/audit/audit.ts';
import { cancellationWork, type DueCancellation } from '../../store/cancellation/cancellation.ts';
import { transact } from '../../store/database.ts';
import { mailLink } from '../../store/unpaid/payment-link.ts';
import { applyConsequences, withdrawCancellation } from '../account/apply-consequences.ts';
import { type OpenAccount, openAccount } from '../account/open-account.ts';
import { recordEvent } from '../event/record-event.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { type Ending, runDueWork } from '../work/run-due-work.ts';

export type TakeEffectParts = Parts<'database' | 'log' | 'linkBox' | 'reference' | 'lender'>;

const batchMax = 1_000;
// A try is a question to the lender, where a loan pays, and one transaction.
const trySeconds = 60;
// Each question without an answer takes the whole timeout: the other loans wait for the next run, and nothing else does.
const unansweredMax = 2;
const askAgainSeconds = 30;
const paymentAwaited = {
  failure: 'waiting',
  cause: 'the customer may have paid within the notice: that has to be known first',
} as const;

const loanAsked = {
  failure: 'waiting',
  cause:
    'the customer may have paid the lender within the notice: the lender has to say first whether the loan is still in default',
} as const;

const rescissionAsked = {
  failure: 'waiting',
  cause: 'a rescission was asked for, which gives everything back: decide it first',
} as const;

/**
 * Cancellations whose day has come, by each seller's own date, take effect: what is owed back falls due. One for
 * non-payment waits while a payment of its notice is not known, and any while a rescission is to be decided. Of a loan
 * only the lender knows whether the customer has paid: it is withdrawn if the loan is not in default any more.
 */
export async function takeEffect(
  parts: TakeEffectParts,
  sellers: readonly Seller[],
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const days = new Map(sellers.map((seller) => [seller.id, todayOf(seller, now)]));
  const take = () =>
    cancellationWork.take(parts.database, trySeconds, null, {
      sellerIds: [...days.keys()],
      todays: [...days.values()],
    });
  let unanswered = 0;
  const handle = async (due: DueCancellation): Promise<Ending> => {
    const { id: policyNumber, sellerId } = due;
    const isSilent = unanswered >= unansweredMax;
    const loan = !due.isOfLoanUnpaid ? 'in default' : isSilent ? 'unknown' : await askLoan(parts, policyNumber);
    if (loan === 'unknown') {
      unanswered += 1;
      await cancellationWork.postpone(parts.database, due, { ...loanAsked, waitSeconds: askAgainSeconds });
      parts.log.info('cancellation waits', { policyNumber });
      return 'open';
    }
    const ending = await transact(parts.database, async (tx): Promise<Ending> => {
      const open = await openAccount(tx, policyNumber, { today: days.get(sellerId)!, now });
      if (open === null) return 'ended';
      if (loan === 'paid' && open.stored.record.cancellation?.isInEffect === false) {
        await applyConsequences(parts, await withdrawCancellation(open, 'payment'));
        return 'ended';
      }
      const { open: after, asksCustomer } = await applyConsequences(parts, open);
      const { cancellation } = after.stored.record;
      if (cancellation?.isInEffect === false) {
        // Withdrawn if it was paid; put into effect with the answer if it was not.
        await cancellationWork.postpone(tx, due, {
          ...(cancellation.isRescissionUndecided ? rescissionAsked : paymentAwaited),
          waitSeconds: askAgainSeconds,
        });
        return 'open';
      }
      if (asksCustomer) await mailLink(tx, { id: newId(), policyNumber, lastDay: null });
      if (!isNeverMade(open)) return 'ended';
      const { applicationId } = open.stored.policy;
      await note(tx, { applicationId, event: 'scheduled card not charged', facts: { policyNumber } });
      const told = { policyNumber, sellerId, today: open.at.today, facts: { nextAttemptOn: null } };
      await recordEvent(tx, { type: 'payment.refused', ...told });
      return 'ended';
    });
    parts.log.info(ending === 'ended' ? 'cancellation in effect' : 'cancellation waits', { policyNumber });
    return ending;
  };
  return (await runDueWork({ take, handle, trySeconds, batchMax }, signal)).ended;
}

/** One that the lender has ended itself stays unpaid. */
async function askLoan(
  { lender }: Pick<TakeEffectParts, 'lender'>,
  policyNumber: string,
): Promise<'in default' | 'paid' | 'unknown'> {
  const loan = await lender.find(policyNumber, { requestId: `effect-${policyNumber}`, fault: null });
  if (loan.kind !== 'done') return 'unknown';
  return loan.value?.status === 'Active' ? 'paid' : 'in default';
}

/** Customer and partner were told of a refund of a charge that was to come first, and it could not be sent in time. */
function isNeverMade({ stored, account }: OpenAccount): boolean {
  const { cancellationTerms, record, policy } = stored;
  const { cancellation } = record;
  if (cancellationTerms === null || cancellation === null || cancellation.isInEffect) return false;
  const dayBefore = addDays(cancellationTerms.cancelledOn, -1);
  const plan = planOf({ policy, cancellationTerms, record, account }, dayBefore);
  return plan !== null && plan.chargedFirstOn !== null;
}

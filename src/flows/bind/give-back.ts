import type { Log } from '../../domain/log.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import type { CallContext } from '../../ports/outcome.ts';
import type { Database } from '../../store/database.ts';
import {
  finishReversal,
  giveUpBind,
  type NewReversal,
  type Reversal,
  reversalWork,
  reverseStray,
} from '../../store/reversal.ts';
import { cardsOf } from '../cards-of.ts';
import { type Ending, type Hold, holdFor, runDueWork } from '../run-due-work.ts';
import type { Deal, MoneyParts, Moved } from './money.ts';
import type { AtPoint } from './points.ts';

export interface GiveBackParts extends MoneyParts {
  readonly database: Database;
  readonly log: Log;
  readonly at: AtPoint;
}

/** Gives up a bind after money moved: enters what is owed, then gives it back. What fails now is tried again until it is done. */
export async function giveUp(parts: GiveBackParts, deal: Deal, money: Moved): Promise<Refusal> {
  await parts.at('before give-up', deal.context, deal.claim);
  const hold = holdFor(trySeconds);
  const owed = reversalOf(money, deal);
  const reversal = await giveUpBind(parts.database, deal.claim, owed, leaseSeconds(parts, owed));
  await parts.at('after give-up', deal.context, deal.claim);
  if (reversal === null) {
    await reverseStrayMoney(parts, deal, money);
    return refusal('BindInProgress'); // Taken over: whoever has it goes on, with this money if it knows of it.
  }
  await giveBack(parts, { reversal, hold }, deal.context);
  return money.kind === 'charge'
    ? refusal('BindFailedAfterCardCapture', '', { paymentId: money.payment.id })
    : refusal('BindFailedAfterFinancing', '', { loanNumber: money.contract.loanNumber });
}

/** Money that came through after the bind had been taken over: given back, unless the one who took over has it. */
export async function reverseStrayMoney(parts: GiveBackParts, deal: Deal, money: Moved): Promise<void> {
  const hold = holdFor(trySeconds);
  const owed = reversalOf(money, deal);
  const reversal = await reverseStray(parts.database, deal.sale.applicationId, owed, leaseSeconds(parts, owed));
  if (reversal !== null) await giveBack(parts, { reversal, hold }, deal.context);
}

// A turn of the job: few, because each is a foreign call that may take its whole timeout.
const turnMax = 20;
const context: CallContext = { requestId: 'reverse', fault: null };

/** One turn of the job: tries every reversal that is due. Returns how many it tried. */
export async function reverseDue(parts: GiveBackParts, signal?: AbortSignal): Promise<number> {
  const take = () => reversalWork.take(parts.database, trySeconds, null, [parts.cards.refundSettleSeconds]);
  const handle = (reversal: Reversal, hold: Hold) => giveBack(parts, { reversal, hold }, context);
  return (await runDueWork({ take, handle, trySeconds, turnMax }, signal)).taken;
}

interface Try {
  readonly reversal: Reversal;
  readonly hold: Hold;
}

/** After a bind that failed, and after a cancellation. Between the other party's yes and our entry of it a repeat is harmless: it is done already. */
async function giveBack(parts: GiveBackParts, { reversal, hold }: Try, context: CallContext): Promise<Ending> {
  const facts = { applicationId: reversal.applicationId, kind: reversal.kind, attempts: reversal.attempts };
  await parts.at('before reverse', context, null);
  if (hold.whyNot() !== null) {
    parts.log.warn('reversal not tried in time', facts); // The next try may begin before ours would show.
    return 'open';
  }
  const outcome =
    reversal.kind === 'charge'
      ? await cardsOf(parts.cards, reversal.processor!).refund(
          { key: reversal.key, reference: reversal.externalReference ?? '', amountCents: reversal.amountCents },
          { ...context, mayStillSend: () => hold.whyNot() === null },
        )
      : await parts.lender.cancel(reversal.key, context);
  await parts.at('after reverse', context, null);
  if (outcome.kind === 'done') {
    // Another try, or a person, was faster: what was given back may have been given back twice.
    if (!(await finishReversal(parts.database, reversal.id))) parts.log.error('reversal done, not entered', facts);
    return 'ended';
  }
  const cause = outcome.kind === 'refused' ? outcome.reason : outcome.cause;
  parts.log.error('reversal not done', { ...facts, cause });
  // Unknown is not no: a refund that may yet come through is left alone until its look-up would show it.
  const unclearSeconds = outcome.kind === 'unknown' ? settleSeconds(parts, reversal) : undefined;
  await reversalWork.postpone(parts.database, reversal, {
    cause,
    waitSeconds: (unclearSeconds ?? 0) + waitSeconds(reversal.attempts),
    unclearSeconds,
  });
  return 'open';
}

/** Longer than the longest try: two look-ups and a call, each with its whole timeout. Whoever has not begun by then does not. */
const trySeconds = 60;

/** How long a refund may take to show. A loan's cancellation may be repeated at once. */
function settleSeconds({ cards }: MoneyParts, { kind }: Pick<Reversal, 'kind'>): number {
  return kind === 'charge' ? cards.refundSettleSeconds : 0;
}

/** One whose carrier died is as unclear as one without an answer, so that it is left alone for as long. */
function leaseSeconds(parts: MoneyParts, owed: NewReversal): number {
  return trySeconds + settleSeconds(parts, owed);
}

/** 5 s, 10 s, 20 s, ... up to an hour: a party that is away comes back, and money must not wait long for it. */
function waitSeconds(attempts: number): number {
  return Math.min(3_600, 5 * 2 ** Math.min(attempts, 10));
}

function reversalOf(money: Moved, { claim }: Deal): NewReversal {
  if (money.kind === 'loan') {
    const { loanNumber, totalPayableCents } = money.contract;
    return {
      kind: 'loan',
      key: claim.policyNumber,
      cardPaymentId: null,
      externalReference: loanNumber,
      amountCents: totalPayableCents,
    };
  }
  const { key, payment, charge } = money;
  return {
    kind: 'charge',
    key,
    cardPaymentId: payment.id,
    externalReference: charge.reference,
    amountCents: charge.amountCents,
  };
}

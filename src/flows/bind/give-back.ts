import type { Log } from '../../domain/log.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import type { CallContext } from '../../ports/outcome.ts';
import type { Database } from '../../store/database.ts';
import {
  finishReversal,
  giveUpBind,
  type NewReversal,
  postponeReversal,
  type Reversal,
  reverseStray,
  type TrySeconds,
  takeDueReversal,
} from '../../store/reversal.ts';
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
  const since = performance.now();
  const reversal = await giveUpBind(
    parts.database,
    deal.claim,
    reversalOf(money, deal),
    trySeconds(parts.cards)[money.kind],
  );
  await parts.at('after give-up', deal.context, deal.claim);
  if (reversal === null) {
    await reverseStrayMoney(parts, deal, money);
    return refusal('BindInProgress'); // Taken over: whoever has it goes on, with this money if it knows of it.
  }
  await giveBack(parts, { reversal, since }, deal.context);
  return money.kind === 'charge'
    ? refusal('BindFailedAfterCardCapture', '', { paymentId: money.payment.id })
    : refusal('BindFailedAfterFinancing', '', { loanNumber: money.contract.loanNumber });
}

/** Money that came through after the bind had been taken over: given back, unless the one who took over has it. */
export async function reverseStrayMoney(parts: GiveBackParts, deal: Deal, money: Moved): Promise<void> {
  const since = performance.now();
  const reversal = await reverseStray(
    parts.database,
    deal.sale.applicationId,
    reversalOf(money, deal),
    trySeconds(parts.cards)[money.kind],
  );
  if (reversal !== null) await giveBack(parts, { reversal, since }, deal.context);
}

// A turn of the job: few, because each is a foreign call that may take its whole timeout.
const turnMax = 20;
const context: CallContext = { requestId: 'reverse', fault: null };

/** One turn of the job: tries every reversal that is due. */
export async function reverseDue(parts: GiveBackParts): Promise<number> {
  let tried = 0;
  for (; tried < turnMax; tried += 1) {
    const since = performance.now();
    const reversal = await takeDueReversal(parts.database, trySeconds(parts.cards));
    if (reversal === null) break;
    await giveBack(parts, { reversal, since }, context);
  }
  return tried;
}

/** A reversal taken for a try, and since when, by a clock that goes on while we stand still. */
interface Taken {
  readonly reversal: Reversal;
  readonly since: number;
}

/** After a bind that failed, and after a cancellation. Between the other party's yes and our entry of it a repeat is harmless: it is done already. */
async function giveBack(parts: GiveBackParts, { reversal, since }: Taken, context: CallContext): Promise<void> {
  const facts = { applicationId: reversal.applicationId, kind: reversal.kind, attempts: reversal.attempts };
  await parts.at('before reverse', context, null);
  // The next try may begin before ours would show: nothing was sent, and nothing will be.
  if (performance.now() - since >= sendSeconds * 1_000) return parts.log.warn('reversal not tried in time', facts);
  const outcome =
    reversal.kind === 'charge'
      ? await parts.cards.refund(
          { key: reversal.key, reference: reversal.reference ?? '', amountCents: reversal.amountCents },
          context,
        )
      : await parts.lender.cancel(reversal.key, context);
  await parts.at('after reverse', context, null);
  if (outcome.kind === 'done') {
    // Another try, or a person, was faster: what was given back may have been given back twice.
    if (!(await finishReversal(parts.database, reversal.id))) parts.log.error('reversal done, not entered', facts);
    return;
  }
  const cause = outcome.kind === 'refused' ? outcome.reason : outcome.cause;
  parts.log.error('reversal not done', { ...facts, cause });
  // Unknown is not no: a refund that may yet come through is left alone until its look-up would show it.
  const mayCome = outcome.kind === 'unknown' && reversal.kind === 'charge';
  const settleSeconds = mayCome ? parts.cards.refundSettleSeconds : 0;
  await postponeReversal(parts.database, reversal, {
    cause,
    settleSeconds,
    waitSeconds: settleSeconds + waitSeconds(reversal.attempts),
  });
}

/** Longer than the longest try: two look-ups and a call, each with its whole timeout. Whoever has not begun by then does not. */
const sendSeconds = 60;

/** One whose carrier died is as unclear as one without an answer, so that a refund is left alone for as long as it takes to show. */
function trySeconds({ refundSettleSeconds }: MoneyParts['cards']): TrySeconds {
  return { charge: sendSeconds + refundSettleSeconds, loan: sendSeconds };
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
      reference: loanNumber,
      amountCents: totalPayableCents,
    };
  }
  const { key, payment, charge } = money;
  return {
    kind: 'charge',
    key,
    cardPaymentId: payment.id,
    reference: charge.reference,
    amountCents: charge.amountCents,
  };
}

import { todayOf } from '../../domain/partner/seller.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { abortBindAndReverse, reverseStray, type StrayMoney } from '../../store/refund/reversal.ts';
import { recordIfOfPolicy } from '../card/record-charge.ts';
import { leaseSecondsOf, type SendRefundParts, tryReversal, trySeconds } from '../refund/send-refund.ts';
import { strayCharge, strayLoan } from '../refund/stray-money.ts';
import { leaseFor } from '../work/run-due-work.ts';
import type { ClaimedBind, TakenPayment } from './payment.ts';

/**
 * Gives up a bind after money moved: records the reversal, then tries it. If that fails, the job tries again until it
 * succeeds.
 */
export async function abortBind(parts: SendRefundParts, claimed: ClaimedBind, money: TakenPayment): Promise<Refusal> {
  await parts.failpoint('before give-up', claimed.context, claimed.claim);
  const lease = leaseFor(trySeconds);
  const stray = strayMoneyOf(parts, claimed, money);
  const reversal = await abortBindAndReverse(parts.database, claimed.claim, stray, leaseSecondsOf(parts, stray));
  await parts.failpoint('after give-up', claimed.context, claimed.claim);
  if (reversal === null) {
    await reverseStrayMoney(parts, claimed, money);
    return refusal('BindInProgress'); // Taken over: the other instance continues, with this money if it knows of it.
  }
  await tryReversal(parts, { reversal, lease }, claimed.context);
  return money.kind === 'charge'
    ? refusal('BindFailedAfterCardCapture', '', { paymentId: money.payment.id })
    : refusal('BindFailedAfterFinancing', '', { loanNumber: money.contract.loanNumber });
}

/**
 * Reverses money that moved after the bind was taken over, unless the other instance uses it. If the card is a policy's
 * by now, which is to be charged later, it has paid that policy, or was charged twice: its account says which.
 */
export async function reverseStrayMoney(
  parts: SendRefundParts,
  claimed: ClaimedBind,
  money: TakenPayment,
): Promise<void> {
  const { seller } = claimed;
  if (money.kind === 'charge' && (await recordIfOfPolicy(parts, { ...money, seller, now: parts.clock() }))) return;
  const lease = leaseFor(trySeconds);
  const stray = strayMoneyOf(parts, claimed, money);
  const reversal = await reverseStray(parts.database, claimed.sale.applicationId, stray, leaseSecondsOf(parts, stray));
  if (reversal !== null) await tryReversal(parts, { reversal, lease }, claimed.context);
}

function strayMoneyOf(
  { clock }: SendRefundParts,
  { claim, selection, seller }: ClaimedBind,
  money: TakenPayment,
): StrayMoney {
  const day = todayOf(seller, clock());
  if (money.kind === 'loan') {
    const { loanNumber, totalPayableCents: amountCents, downPaymentCents } = money.contract;
    return strayLoan({
      loanNumber,
      key: claim.policyNumber,
      amountCents,
      advancedCents: selection.totalWithTaxCents - downPaymentCents,
      day,
    });
  }
  const { key, payment, charge } = money;
  return strayCharge({ ...charge, key, paymentId: payment.id }, day);
}

import type { PlainDate } from '../../domain/calendar.ts';
import type { CardPayment, CardPaymentStatus } from '../../domain/card/card-payment.ts';
import { mayTakeCard } from '../../domain/unpaid/payment-link.ts';
import { type Decision, decideCardPayment } from '../../store/card/card-payment.ts';
import { transact } from '../../store/database.ts';
import { lockLink, takeCard } from '../../store/unpaid/payment-link.ts';
import { applyConsequences } from '../account/apply-consequences.ts';
import { type AccountParts, reopenAccount } from '../account/open-account.ts';
import type { Parts } from '../parts.ts';
import { taxChangeBy } from '../tax/judge-tax.ts';

/**
 * Records what the customer's card was decided to be and, if it was accepted, makes it the card of the policy's charge.
 * Returns the payment's state: `Scheduled` if it was. A card that is not needed any more (paid, cancelled, a request to rescind is open, another card
 * was faster, a charge is running, the cover ends before its day, less is to be paid by now, the tax rate has changed
 * since the form was opened) stays authorized, and the sweep releases it.
 */
export function takeLinkCard(
  parts: AccountParts & Parts<'database'>,
  payment: CardPayment,
  decision: Decision,
  { now, today }: { readonly now: Date; readonly today: PlainDate },
): Promise<CardPaymentStatus> {
  return transact(parts.database, async (tx) => {
    const link = await lockLink(tx, payment.applicationId);
    const decided = await decideCardPayment(tx, payment.id, decision, now);
    const paidOn = payment.chargeDate < today ? today : payment.chargeDate;
    const isTaxedOtherwise = link !== null && taxChangeBy(parts.reference().tariffs, link.sale, paidOn) !== null;
    const isTaken = link !== null && !isTaxedOtherwise && mayTakeCard(link, today, payment);
    if (decided.status !== 'Authorized' || !isTaken) return decided.status;
    await takeCard(tx, decided);
    await applyConsequences(parts, (await reopenAccount(tx, link.policy.policyNumber, { now, today }))!);
    return 'Scheduled';
  });
}

import { addDays, endOfDay, type PlainDate } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { refuseChargeAct } from '../../domain/work/acts.ts';
import type { Tx } from '../../store/database.ts';
import { readTariffs } from '../../store/reference/tariffs.ts';
import type { TaxedPolicy } from '../../store/tax/taxed-policy.ts';
import { mailLink, putLink, revokeLink } from '../../store/unpaid/payment-link.ts';
import { openAccount } from '../account/open-account.ts';
import { taxedSaleOf } from '../account/record-report.ts';
import { judgeChargeDay } from '../card/correct-charge.ts';
import { refuseMailedOften } from '../mail/mailed-often.ts';
import { newId } from '../new-id.ts';
import { correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { taxChangeBy } from '../tax/judge-tax.ts';
import { refusePastTaxChange } from '../tax/past-tax-change.ts';
import { sealSecret } from './ensure-link.ts';
import { newLinkSecret } from './link-secret.ts';

/*
 * The operator's side of a payment link: mailed to the customer, or shown here for one whom no mail reaches. Sending
 * again makes another link: the one before is over.
 */

export interface LinkAsked extends PolicyAsked {
  /** The day on which the new card is charged; null: at once. */
  readonly chargeOn: string | null;
  /** How many days it can be used, today included. */
  readonly days: number;
  /** Returned here instead of mailed to the customer. */
  readonly isShown: boolean;
}

export interface LinkSent {
  readonly lastDay: PlainDate;
  /** Null if it is mailed. */
  readonly secret: string | null;
}

export const linkDaysMax = 30;

/** The policy's charge was refused and is left to the operator. */
export function sendPaymentLink(
  { database, now, linkBox }: Parts<'database' | 'now' | 'linkBox'>,
  actor: Actor,
  { policyNumber, reason, days, isShown, ...asked }: LinkAsked,
): Promise<LinkSent | OperatorRefusal> {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const open = await openRefused(tx, policyNumber, now);
    if (isOperatorRefusal(open)) return open;
    const { seller, policy, record } = open.stored;
    const { today } = open.at;
    if (!Number.isInteger(days) || days < 1 || days > linkDaysMax)
      return refuseOperator('LinkDaysInvalid', 'days', { max: String(linkDaysMax) });
    const { cancellation } = record;
    const chargeOn = asked.chargeOn && judgeChargeDay(asked.chargeOn, 'chargeOn', { today, cancellation });
    if (isOperatorRefusal(chargeOn)) return chargeOn;
    const sale = taxedSaleOf(open);
    const paid = { paidOn: chargeOn ?? today, field: chargeOn ? 'chargeOn' : '' };
    const refused = await refusePastTaxChange(tx, sale, paid);
    if (refused !== null) return refused;

    const tooOften = isShown ? null : await refuseMailedOften(tx, 'send payment link', policyNumber);
    if (tooOften !== null) return tooOften;

    const lastDay = await lastDayOf(tx, sale, addDays(today, days - 1));
    const secret = newLinkSecret();
    const expiresAt = endOfDay(lastDay, seller.province);
    await putLink(tx, { policyNumber, chargeOn, expiresAt, ...sealSecret(linkBox, secret), now });
    if (!isShown && !(await mailLink(tx, { id: newId(), policyNumber, lastDay })))
      return refuseOperator('MailUnderWay');
    const facts = { chargeOn, lastDay, isShown };
    const { applicationId } = policy;
    const result = { lastDay, secret: isShown ? secret : null };
    return { action: 'send payment link', subject: policyNumber, applicationId, facts, result };
  });
}

export function revokePaymentLink(
  { database, now }: Parts<'database' | 'now'>,
  actor: Actor,
  { policyNumber, reason }: PolicyAsked,
): Promise<OperatorRefusal | null> {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const open = await openAccount(tx, policyNumber, { now });
    if (open === null) return refuseOperator('NotFound', 'policyNumber');
    if (!(await revokeLink(tx, policyNumber, now))) return refuseOperator('LinkNotThere');
    return { action: 'revoke payment link', subject: policyNumber, applicationId: open.stored.policy.applicationId };
  });
}

async function openRefused(tx: Tx, policyNumber: string, now: Date) {
  const open = await openAccount(tx, policyNumber, { now });
  if (open === null) return refuseOperator('NotFound', 'policyNumber');
  const { charge } = open.stored;
  if (charge === null) return refuseOperator('ChargeNotOpen');
  return refuseChargeAct('link', charge) ?? open;
}

/** Paid after a change of the tax rate, the price would be wrong: the link ends the day before. */
async function lastDayOf(tx: Tx, sale: TaxedPolicy, asked: PlainDate): Promise<PlainDate> {
  const change = taxChangeBy(await readTariffs(tx), sale, asked);
  return change === null ? asked : addDays(change, -1);
}

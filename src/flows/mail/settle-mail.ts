import type { MailId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { isEmailAddress } from '../../domain/person/email-address.ts';
import type { Database, Tx } from '../../store/database.ts';
import { lockUndeliverable, sendMailAgain, settleMail } from '../../store/mail/mail.ts';
import {
  changeEmailAddress,
  findMail,
  listLatestMails,
  lockMailedPolicy,
  repeatMails,
} from '../../store/mail/policy-mail.ts';
import { readCustomerTexts } from '../../store/reference/customer-texts.ts';
import { newId } from '../new-id.ts';
import { type CorrectionMade, correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import { subjectOf } from './mail-text.ts';
import { refuseMailedOften } from './mailed-often.ts';

/** Sends one mail again to its address, if that is still the policy's. */
export async function resendMail(tx: Tx, id: MailId): Promise<CorrectionMade | OperatorRefusal> {
  const mail = await findMail(tx, { id });
  if (mail === null) return refuseOperator('NotFound', 'id');
  if (mail.isOver) return refuseOperator('MailDropped');
  // One that did not arrive is tried again as often as a person wants.
  const tooOften = mail.isSent ? await refuseMailedOften(tx, 'resend mail', mail.policyNumber) : null;
  if (tooOften !== null) return tooOften;
  if (!(await sendMailAgain(tx, { id }))) return refuseOperator('MailUnderWay');
  const { policyNumber: subject, applicationId } = mail;
  return { action: 'resend mail', subject, applicationId, facts: { mailId: id } };
}

/** Records that a mail of which that was unclear has arrived, as the mail server's log or the customer says. */
export async function settleMailArrived(
  tx: Tx,
  id: MailId,
  reference: string,
): Promise<CorrectionMade | OperatorRefusal> {
  const found = await findMail(tx, { id });
  if (found === null) return refuseOperator('NotFound', 'id');
  const mail = await lockUndeliverable(tx, { id });
  if (mail === null) return refuseOperator('MailUnderWay');
  const texts = await readCustomerTexts(tx);
  await settleMail(tx, { id, subject: subjectOf(mail, mail.policy, { own: texts?.texts ?? null }) });
  const { policyNumber: subject, applicationId } = found;
  return { action: 'settle mail', subject, applicationId, facts: { mailId: id, reference } };
}

export interface ResendAsked extends PolicyAsked {
  /** Null for the policy's own address. */
  readonly toAddress: string | null;
}

/** Sends all documents of a policy again, or once to another address. Returns how many mails are due. */
export function resendDocuments(database: Database, actor: Actor, { policyNumber, reason, ...asked }: ResendAsked) {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const toAddress = asked.toAddress?.trim() ?? null;
    if (toAddress !== null && !isEmailAddress(toAddress)) return refuseOperator('EmailAddressInvalid', 'toAddress');
    const policy = await lockMailedPolicy(tx, { policyNumber });
    if (policy === null) return refuseOperator('NotFound', 'policyNumber');
    // The policy's own address may have been erased.
    if (toAddress === null && policy.emailAddress === '') return refuseOperator('EmailAddressInvalid', 'toAddress');
    const tooOften = await refuseMailedOften(tx, 'resend documents', policyNumber);
    if (tooOften !== null) return tooOften;
    const latest = await listLatestMails(tx, { policyNumber });
    const again = latest.map((earlierId) => ({ id: newId<MailId>(), earlierId }));
    const mails = await repeatMails(tx, again, toAddress ?? policy.emailAddress);
    if (mails === 0) return refuseOperator('MailUnderWay');
    const facts = { mails, isOtherAddress: toAddress !== null && toAddress !== policy.emailAddress };
    const { applicationId } = policy;
    return { action: 'resend documents', subject: policyNumber, applicationId, facts, result: { mails } };
  });
}

/** Corrects the address of a policy's mails. The policy itself stays as it was bound. Returns how many mails moved. */
export function correctEmailAddress(
  database: Database,
  actor: Actor,
  { policyNumber, reason, ...asked }: PolicyAsked & { readonly emailAddress: string },
) {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const emailAddress = asked.emailAddress.trim();
    if (!isEmailAddress(emailAddress)) return refuseOperator('EmailAddressInvalid', 'emailAddress');
    const policy = await lockMailedPolicy(tx, { policyNumber });
    if (policy === null) return refuseOperator('NotFound', 'policyNumber');
    if (policy.emailAddress === emailAddress) return refuseOperator('EmailAddressUnchanged', 'emailAddress');
    const mailsMoved = await changeEmailAddress(tx, policy, emailAddress);
    if (mailsMoved === null) return refuseOperator('MailUnderWay');
    // The addresses are left out: acts are never deleted, and viewers, who see no personal data, can read them.
    const { applicationId } = policy;
    const facts = { mailsMoved };
    return { action: 'correct e-mail address', subject: policyNumber, applicationId, facts, result: facts };
  });
}

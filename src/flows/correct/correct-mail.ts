import { isEmailAddress } from '../../domain/applicant/email-address.ts';
import type { MailId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { type Database, transact } from '../../store/database.ts';
import { sendMailAgain } from '../../store/mail.ts';
import { recordAct } from '../../store/operator-act.ts';
import { changeEmailAddress, findMail, lockMailedPolicy, repeatMails } from '../../store/policy-mail.ts';
import { givenReason } from './reason.ts';

/** Sends one mail again, to the address it was for, if that is still the policy's. */
export function resendMail(
  database: Database,
  actor: Actor,
  asked: { readonly id: MailId; readonly reason: string },
): Promise<OperatorRefusal | null> {
  return transact(database, async (tx) => {
    const reason = givenReason(asked.reason);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    const mail = await findMail(tx, asked.id);
    if (mail === null) return refuseOperator('NotFound', 'id');
    if (mail.isOver) return refuseOperator('MailDropped');
    if (!(await sendMailAgain(tx, asked.id))) return refuseOperator('MailUnderWay');
    const { policyNumber: subject, applicationId } = mail;
    await recordAct(tx, { actor, action: 'resend mail', subject, applicationId, reason, facts: { mailId: asked.id } });
    return null;
  });
}

export interface ResendAsked {
  readonly policyNumber: string;
  readonly reason: string;
  /** Null: the policy's own address. */
  readonly toAddress: string | null;
}

/** Sends all documents of a policy again, or to another address this once. Answers how many mails are due. */
export function resendDocuments(
  database: Database,
  actor: Actor,
  asked: ResendAsked,
): Promise<{ readonly mails: number } | OperatorRefusal> {
  return transact(database, async (tx) => {
    const reason = givenReason(asked.reason);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    const toAddress = asked.toAddress?.trim() ?? null;
    if (toAddress !== null && !isEmailAddress(toAddress)) return refuseOperator('EmailAddressInvalid', 'toAddress');
    const policy = await lockMailedPolicy(tx, asked.policyNumber);
    if (policy === null) return refuseOperator('NotFound', 'policyNumber');
    const mails = await repeatMails(tx, policy.policyNumber, toAddress ?? policy.emailAddress);
    if (mails === 0) return refuseOperator('MailUnderWay');
    const { policyNumber: subject, applicationId } = policy;
    const facts = { mails, isOtherAddress: toAddress !== null && toAddress !== policy.emailAddress };
    await recordAct(tx, { actor, action: 'resend documents', subject, applicationId, reason, facts });
    return { mails };
  });
}

export interface EmailAsked {
  readonly policyNumber: string;
  readonly reason: string;
  readonly emailAddress: string;
}

/** Corrects where a policy's mails go. The policy itself stays as it was bound. Answers how many mails moved. */
export function correctEmailAddress(
  database: Database,
  actor: Actor,
  asked: EmailAsked,
): Promise<{ readonly mailsMoved: number } | OperatorRefusal> {
  return transact(database, async (tx) => {
    const reason = givenReason(asked.reason);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    const emailAddress = asked.emailAddress.trim();
    if (!isEmailAddress(emailAddress)) return refuseOperator('EmailAddressInvalid', 'emailAddress');
    const policy = await lockMailedPolicy(tx, asked.policyNumber);
    if (policy === null) return refuseOperator('NotFound', 'policyNumber');
    if (policy.emailAddress === emailAddress) return refuseOperator('EmailAddressUnchanged', 'emailAddress');
    const mailsMoved = await changeEmailAddress(tx, policy, emailAddress);
    if (mailsMoved === null) return refuseOperator('MailUnderWay');
    const { policyNumber: subject, applicationId } = policy;
    // Without the addresses: acts are kept for good and are shown to viewers, who see no personal data.
    await recordAct(tx, {
      actor,
      action: 'correct e-mail address',
      subject,
      applicationId,
      reason,
      facts: { mailsMoved },
    });
    return { mailsMoved };
  });
}

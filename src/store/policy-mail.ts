import type { ApplicationId, MailId } from '../domain/ids.ts';
import { statement, type Tx } from './database.ts';
import { nextRound } from './mail.ts';
import { dueNow, ended } from './work.ts';

/** Where a policy's mails go: the address that it was bound with, until an operator corrects it. */
export const currentAddress = `coalesce(policy.email_address, policy.snapshot #>> '{inputs,applicant,emailAddress}')`;

/** The mails of a policy as the operator corrects them; how they are sent stands in mail.ts. */
export interface MailedPolicy {
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  /** Where its mails go now. */
  readonly emailAddress: string;
}

/** Locked until the transaction ends, so that two corrections come one after the other. Null for an unknown policy. */
export async function lockMailedPolicy(tx: Tx, policyNumber: string): Promise<MailedPolicy | null> {
  const { rows } = await tx.query<MailedPolicy>(lockPolicy(policyNumber));
  return rows[0] ?? null;
}

export interface PolicyMail extends Omit<MailedPolicy, 'emailAddress'> {
  /** Its address was corrected, or it went to another one just once: nothing goes there any more. */
  readonly isOver: boolean;
}

/** Whose mail it is, locked as above; null when there is none of that id. */
export async function findMail(tx: Tx, id: MailId): Promise<PolicyMail | null> {
  const { rows } = await tx.query<PolicyMail>(find(id));
  return rows[0] ?? null;
}

/**
 * Every kind of mail that the policy has had, once more to this address. Those on their way to it are left alone.
 * Answers how many are due now.
 */
export async function repeatMails(tx: Tx, policyNumber: string, toAddress: string): Promise<number> {
  return (await tx.query(repeat(policyNumber, toAddress))).rowCount ?? 0;
}

/**
 * Sets the policy's address. Mails to the old one that have not gone out or did not arrive are due to the new one, and
 * nobody owns them any more, so nothing goes to the old address after this. Answers how many were moved; null, and nothing
 * is done, while one is being sent: should the mail server say "later", it would be due to the old address again.
 */
export async function changeEmailAddress(
  tx: Tx,
  { policyNumber, emailAddress }: MailedPolicy,
  newAddress: string,
): Promise<number | null> {
  const { rows } = await tx.query<{ state: string }>(lockMails(policyNumber, emailAddress));
  if (rows.some(({ state }) => state === 'sending')) return null;
  await tx.query(setAddress(policyNumber, newAddress));
  const revived = await tx.query(reviveMails(policyNumber, emailAddress, newAddress));
  const moved = await tx.query(moveMails(policyNumber, emailAddress, newAddress));
  await tx.query(dropMails(policyNumber, emailAddress));
  return (revived.rowCount ?? 0) + (moved.rowCount ?? 0);
}

const lockPolicy = statement(
  'lock_mailed_policy',
  `SELECT policy_number AS "policyNumber", application_id AS "applicationId",
          ${currentAddress} AS "emailAddress"
   FROM policy
   WHERE policy_number = $1
   FOR NO KEY UPDATE`,
);

const find = statement(
  'find_mail',
  `SELECT policy.policy_number AS "policyNumber", policy.application_id AS "applicationId",
          mail.state = 'dropped' OR mail.state = 'sent' AND mail.to_address <> ${currentAddress} AS "isOver"
   FROM mail
   JOIN policy ON policy.policy_number = mail.policy_number
   WHERE mail.id = $1
   FOR NO KEY UPDATE OF policy`,
);

const repeat = statement(
  'repeat_mails',
  `WITH known AS (
     SELECT DISTINCT ON (kind) seller_id, policy_number, kind, document_ids
     FROM mail
     WHERE policy_number = $1
     ORDER BY kind, id DESC
   )
   INSERT INTO mail (seller_id, policy_number, kind, to_address, document_ids)
   SELECT seller_id, policy_number, kind, $2, document_ids
   FROM known
   ON CONFLICT (policy_number, kind, to_address) DO UPDATE
   SET ${nextRound}
   WHERE mail.state IN ('sent', 'undeliverable', 'dropped')`,
);

const lockMails = statement(
  'lock_mails',
  `SELECT state FROM mail WHERE policy_number = $1 AND to_address = $2 ORDER BY id FOR UPDATE`,
);

// The operator's search finds the sale by the address that counts.
const setAddress = statement(
  'set_email_address',
  `WITH sold AS (
     UPDATE policy SET email_address = $2 WHERE policy_number = $1 RETURNING application_id
   )
   UPDATE application SET applicant_email = lower($2) FROM sold WHERE application.id = sold.application_id`,
);

// The new address has had this kind before, without success: that mail is due again, since an address gets a mail once.
const reviveMails = statement(
  'revive_mails',
  `UPDATE mail
   SET ${nextRound}
   WHERE policy_number = $1 AND to_address = $3 AND state IN ('undeliverable', 'dropped')
     AND EXISTS (
       SELECT FROM mail AS other
       WHERE other.policy_number = mail.policy_number AND other.kind = mail.kind AND other.to_address = $2
         AND other.state IN ('due', 'undeliverable')
     )`,
);

const moveMails = statement(
  'move_mails',
  `UPDATE mail
   SET to_address = $3, ${dueNow}, round = CASE WHEN given_up_at IS NULL THEN round ELSE round + 1 END, attempts = 0, last_error = NULL
   WHERE policy_number = $1 AND to_address = $2 AND state IN ('due', 'undeliverable')
     AND NOT EXISTS (
       SELECT FROM mail AS other
       WHERE other.policy_number = mail.policy_number AND other.kind = mail.kind AND other.to_address = $3
     )`,
);

// What is left has gone to the new address before, or is due to it. It is no person's to handle.
const dropMails = statement(
  'drop_mails',
  `UPDATE mail
   SET ${ended}, is_dropped = true
   WHERE policy_number = $1 AND to_address = $2 AND state IN ('due', 'undeliverable')`,
);

import type { ApplicationId, DocumentId, EntryId, MailId } from '../../domain/ids.ts';
import { emailWord } from '../../domain/list/sale-words.ts';
import type { MailKind, NumberedMail } from '../../domain/mail/mail-kind.ts';
import type { Tx } from '../database.ts';
import { currentPolicySql } from '../policy/current-policy.ts';
import { columnsOf, read, write } from '../statement.ts';
import { dueNowSql, endedSql, notFailedSql } from '../work/work.ts';
import { type MailFacts, nextRoundSql } from './mail.ts';

/** Where a policy's mails go: the address given at the bind, until an operator corrects it. */
export const currentAddressSql = `coalesce(policy.email_address, ${currentPolicySql} #>> '{inputs,applicant,emailAddress}')`;

export type PolicyMailAsked = NumberedMail & {
  readonly id: MailId;
  readonly policyNumber: string;
  readonly documentIds?: readonly DocumentId[];
  readonly facts?: MailFacts;
};

/**
 * Makes a mail to the customer due, in the transaction of what it tells. One of this kind that has gone out before goes
 * out again with what is new. The address is read once the
 * policy is locked: an operator may be correcting it. Nobody is left to write to once the person was erased.
 */
export const mail = write.runs(
  'mail_policy',
  `WITH known AS (
     SELECT policy.seller_id, policy.policy_number, ${currentAddressSql} AS to_address
     FROM policy
     WHERE policy_number = :policyNumber
       AND NOT EXISTS (SELECT FROM application WHERE application.id = policy.application_id AND application.erased_by IS NOT NULL)
     FOR SHARE
   )
   INSERT INTO mail (id, seller_id, policy_number, kind, number, to_address, document_ids, facts)
   SELECT :id, seller_id, policy_number, :kind, :number, to_address, :documentIds, :facts FROM known
   ON CONFLICT (policy_number, kind, number, to_address) DO UPDATE
   SET ${nextRoundSql}, facts = excluded.facts, document_ids = excluded.document_ids`,
  ({ id, policyNumber, kind, number = 1, documentIds = [], facts }: PolicyMailAsked) => ({
    id,
    policyNumber,
    kind,
    number,
    documentIds,
    facts: facts === undefined ? null : JSON.stringify(facts),
  }),
);

/**
 * Drops the mails of a receipt whose entry is voided, as far as they have not gone out. Returns whether one may have
 * gone out, so that the customer believes it.
 */
export async function retractReceipt(tx: Tx, { entryId }: { readonly entryId: EntryId }): Promise<boolean> {
  const isTold = await wasReceiptSent(tx, { entryId });
  await dropUnsentReceipt(tx, { entryId });
  return isTold;
}

const ofReceiptSql = `document_ids && ARRAY(SELECT id FROM document WHERE entry_id = :entryId)
     AND policy_number = (SELECT policy_number FROM ledger_entry WHERE id = :entryId)`;

/** One that was sent and is due again has gone out before; of one that failed nobody may know. Its sender waits. */
const wasReceiptSent = write.findsRow<[{ readonly entryId: EntryId }]>(
  'find_sent_receipt',
  `WITH locked AS (
     SELECT state, sent_at, failure FROM mail WHERE ${ofReceiptSql} FOR UPDATE
   )
   SELECT FROM locked WHERE state IN ('sending', 'sent') OR sent_at IS NOT NULL OR failure = 'unknown'`,
);

const dropUnsentReceipt = write.runs<[{ readonly entryId: EntryId }]>(
  'drop_unsent_receipt',
  `UPDATE mail SET ${endedSql}, is_dropped = true WHERE ${ofReceiptSql} AND state IN ('due', 'undeliverable')`,
);

/** Whether a mail of one of these kinds has reached the customer, who may believe it. */
export const wasMailed = read.findsRow<[{ readonly policyNumber: string; readonly kinds: readonly MailKind[] }]>(
  'find_sent_mail',
  `SELECT FROM mail
   WHERE policy_number = :policyNumber AND kind = ANY (:kinds) AND (state = 'sending' OR sent_at IS NOT NULL OR failure = 'unknown')`,
);

/** How many mails of a kind the policy has had. */
export const countMails = read.onlyValue<number, [{ readonly policyNumber: string; readonly kind: MailKind }]>(
  'count_mails',
  `SELECT count(DISTINCT number)::integer FROM mail WHERE policy_number = :policyNumber AND kind = :kind`,
);

/** A policy whose mails the operator corrects. How mails are sent is in mail.ts. */
export interface MailedPolicy {
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  /** Where its mails go now. */
  readonly emailAddress: string;
}

/**
 * Locks the policy until the transaction ends, so that two corrections run one after the other. Returns null for an
 * unknown policy and for one whose person was erased.
 */
export const lockMailedPolicy = write.firstRow<MailedPolicy, [{ readonly policyNumber: string }]>(
  'lock_mailed_policy',
  `SELECT policy_number AS "policyNumber", application_id AS "applicationId",
          ${currentAddressSql} AS "emailAddress"
   FROM policy
   WHERE policy_number = :policyNumber
     AND NOT EXISTS (SELECT FROM application WHERE application.id = policy.application_id AND erased_by IS NOT NULL)
   FOR NO KEY UPDATE`,
);

export interface PolicyMail extends Omit<MailedPolicy, 'emailAddress'> {
  /** Its address was corrected, or it was sent to another address once: nothing more is sent there. */
  readonly isOver: boolean;
  readonly isSent: boolean;
}

/** Returns the mail's policy, locked as above; null if there is no mail of that id. */
export const findMail = write.firstRow<PolicyMail, [{ readonly id: MailId }]>(
  'find_mail',
  `SELECT policy.policy_number AS "policyNumber", policy.application_id AS "applicationId",
          mail.state = 'dropped' OR mail.state = 'sent' AND mail.to_address IS DISTINCT FROM ${currentAddressSql} AS "isOver",
          mail.state = 'sent' AS "isSent"
   FROM mail
   JOIN policy ON policy.policy_number = mail.policy_number
   WHERE mail.id = :id
   FOR NO KEY UPDATE OF policy`,
);

/** Lists the last mail of each kind and number that has documents. The policy is locked: no other comes. */
export const listLatestMails = read.allValues<MailId, [{ readonly policyNumber: string }]>(
  'list_latest_mails',
  `SELECT DISTINCT ON (kind, number) id
   FROM mail
   WHERE policy_number = :policyNumber AND cardinality(document_ids) > 0
   ORDER BY kind, number, id DESC`,
);

export interface RepeatedMail {
  readonly id: MailId;
  /** The mail whose documents it has. */
  readonly earlierId: MailId;
}

/** Makes these mails due to this address, except those already on their way to it. Returns how many mails are due. */
export const repeatMails = write.countsRows<[mails: readonly RepeatedMail[], toAddress: string]>(
  'repeat_mails',
  `INSERT INTO mail (id, seller_id, policy_number, kind, number, to_address, document_ids, facts)
   SELECT again.id, seller_id, policy_number, kind, number, :toAddress, document_ids, facts
   FROM unnest(:id::uuid[], :earlierId::uuid[]) AS again (id, earlier_id)
   JOIN mail AS earlier ON earlier.id = again.earlier_id
   ON CONFLICT (policy_number, kind, number, to_address) DO UPDATE
   SET ${nextRoundSql}
   WHERE mail.state IN ('sent', 'undeliverable', 'dropped')`,
  (mails, toAddress) => ({ ...columnsOf(mails, 'id', 'earlierId'), toAddress }),
);

/**
 * Sets the policy's address. Mails to the old address that are unsent or undelivered become due to the new one and lose
 * their owner, so that nothing goes to the old address afterwards. Returns how many were moved. Returns null and
 * changes nothing while one is being sent: if the mail server answered "later", it would be due to the old address
 * again.
 */
export async function changeEmailAddress(
  tx: Tx,
  { policyNumber, emailAddress }: MailedPolicy,
  newAddress: string,
): Promise<number | null> {
  if ((await lockMails(tx, { policyNumber, toAddress: emailAddress })).includes('sending')) return null;
  await setAddress(tx, policyNumber, newAddress);
  const revived = await reviveMails(tx, { policyNumber, oldAddress: emailAddress, newAddress });
  const moved = await moveMails(tx, { policyNumber, oldAddress: emailAddress, newAddress });
  await dropMails(tx, { policyNumber, toAddress: emailAddress });
  return revived + moved;
}

const lockMails = write.allValues<string, [{ readonly policyNumber: string; readonly toAddress: string }]>(
  'lock_mails',
  `SELECT state FROM mail WHERE policy_number = :policyNumber AND to_address = :toAddress ORDER BY id FOR UPDATE`,
);

// The operator's search finds it by either address.
const setAddress = write.runs<[policyNumber: string, toAddress: string]>(
  'set_email_address',
  `WITH sold AS (
     UPDATE policy SET email_address = :toAddress WHERE policy_number = :policyNumber RETURNING application_id
   )
   UPDATE application_words
   SET words = words || array_to_tsvector(ARRAY[:emailWord])
   FROM sold
   WHERE application_words.application_id = sold.application_id`,
  (policyNumber, toAddress) => ({ policyNumber, toAddress, emailWord: emailWord(toAddress) }),
);

// The new address already has a failed mail of this kind, and an address gets each kind once: that mail is due again.
const reviveMails = write.countsRows<
  [{ readonly policyNumber: string; readonly oldAddress: string; readonly newAddress: string }]
>(
  'revive_mails',
  `UPDATE mail
   SET ${nextRoundSql}
   WHERE policy_number = :policyNumber AND to_address = :newAddress AND state IN ('undeliverable', 'dropped')
     AND EXISTS (
       SELECT FROM mail AS other
       WHERE other.policy_number = mail.policy_number AND other.kind = mail.kind AND other.number = mail.number AND other.to_address = :oldAddress
         AND other.state IN ('due', 'undeliverable')
     )`,
);

const moveMails = write.countsRows<
  [{ readonly policyNumber: string; readonly oldAddress: string; readonly newAddress: string }]
>(
  'move_mails',
  `UPDATE mail
   SET to_address = :newAddress, ${dueNowSql}, round = CASE WHEN given_up_at IS NULL THEN round ELSE round + 1 END, asked_at = now(), attempts = 0,
       ${notFailedSql}
   WHERE policy_number = :policyNumber AND to_address = :oldAddress AND state IN ('due', 'undeliverable')
     AND NOT EXISTS (
       SELECT FROM mail AS other
       WHERE other.policy_number = mail.policy_number AND other.kind = mail.kind AND other.number = mail.number AND other.to_address = :newAddress
     )`,
);

// The remaining mails were already sent to the new address or are due to it, so they need no one.
const dropMails = write.runs<[{ readonly policyNumber: string; readonly toAddress: string }]>(
  'drop_mails',
  `UPDATE mail
   SET ${endedSql}, is_dropped = true
   WHERE policy_number = :policyNumber AND to_address = :toAddress AND state IN ('due', 'undeliverable')`,
);

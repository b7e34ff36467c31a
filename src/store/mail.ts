import type { DocumentId, MailId } from '../domain/ids.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { statement, type Tx } from './database.ts';

export type MailKind = 'policy' | 'receipt' | 'cancellation';

/** A mail that is ours to send, as long as nobody else has claimed it since. */
export interface TakenMail {
  readonly id: MailId;
  /** The fencing token: writes of whoever has an older one find no row. */
  readonly claim: string;
  readonly round: number;
  /** Which try of this round it is, from 1. */
  readonly attempts: number;
  readonly kind: MailKind;
  readonly to: string;
  readonly documentIds: readonly DocumentId[];
  readonly policy: Policy;
}

/** What the operator has to handle. */
export interface UndeliverableMail {
  readonly id: string;
  readonly policyNumber: string;
  readonly kind: MailKind;
  readonly cause: string;
}

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly sentAt: Date;
  readonly attachments: readonly { readonly filename: string; readonly downloadId: string }[];
}

/** Null: the database's own time, which is the same for all instances. Tests hand one in. */
export type Moment = Date | null;

/** Claims the mail that is due longest, for the time in which its documents are made. Null when none is due. */
export async function takeDueMail(tx: Tx, claimSeconds: number, now: Moment): Promise<TakenMail | null> {
  const { rows } = await tx.query<TakenMail>(takeDue(now, claimSeconds));
  return rows[0] ?? null;
}

/** Says that from now on the mail may arrive. False when the claim is no longer ours: then nothing may be sent. */
export async function beginSending(
  tx: Tx,
  { id, claim }: TakenMail,
  sendingSeconds: number,
  now: Moment,
): Promise<boolean> {
  return (await tx.query(begin(id, claim, now, sendingSeconds))).rowCount === 1;
}

/** Also when it was given up meanwhile because its time had run out: what the mail server said counts more. */
export async function recordSent(tx: Tx, { id, claim }: TakenMail, subject: string, now: Moment): Promise<void> {
  await tx.query(sent(id, claim, now, subject));
}

/** For a mail that surely was not sent. */
export async function postponeMail(
  tx: Tx,
  { id, claim }: TakenMail,
  { cause, waitSeconds }: { readonly cause: string; readonly waitSeconds: number },
  now: Moment,
): Promise<void> {
  await tx.query(postpone(id, claim, now, cause, waitSeconds));
}

export async function giveUpMail(tx: Tx, { id, claim }: TakenMail, cause: string): Promise<void> {
  await tx.query(giveUp(id, claim, cause));
}

/** Mails that somebody began to send and never told the end of: they may have arrived, so they are given up. */
export async function giveUpLapsedMails(
  tx: Tx,
  { cause, countMax }: { readonly cause: string; readonly countMax: number },
  now: Moment,
): Promise<readonly UndeliverableMail[]> {
  const { rows } = await tx.query<UndeliverableMail>(giveUpLapsed(now, cause, countMax));
  return rows;
}

/** The operator asks for a mail again. False while it is under way, and for one that is not there. */
export async function sendMailAgain(tx: Tx, id: MailId): Promise<boolean> {
  return (await tx.query(again(id))).rowCount === 1;
}

/** Oldest first. */
export async function listUndeliverable(tx: Tx, countMax: number): Promise<readonly UndeliverableMail[]> {
  const { rows } = await tx.query<UndeliverableMail>(undeliverable(countMax));
  return rows;
}

/** What was sent for a seller's policies, newest first. */
export async function listSent(tx: Tx, sellerId: string, countMax: number): Promise<readonly SentMail[]> {
  const { rows } = await tx.query<SentMail>(sentBySeller(sellerId, countMax));
  return rows;
}

const takeDue = statement(
  'take_due_mail',
  `WITH next AS (
     SELECT id
     FROM mail
     WHERE state = 'due' AND next_attempt_at <= coalesce($1::timestamptz, now())
     ORDER BY next_attempt_at
     LIMIT 1
     FOR UPDATE SKIP LOCKED
   )
   UPDATE mail
   SET claim = gen_random_uuid(),
       attempts = attempts + 1,
       next_attempt_at = coalesce($1::timestamptz, now()) + make_interval(secs => $2)
   FROM next, policy
   WHERE mail.id = next.id AND policy.policy_number = mail.policy_number
   RETURNING mail.id, claim, round, attempts, kind, to_address AS "to", document_ids AS "documentIds", snapshot AS policy`,
);

const begin = statement(
  'begin_sending_mail',
  `UPDATE mail
   SET state = 'sending', next_attempt_at = coalesce($3::timestamptz, now()) + make_interval(secs => $4)
   WHERE id = $1 AND claim = $2 AND state = 'due'`,
);

const sent = statement(
  'record_sent_mail',
  `UPDATE mail
   SET state = 'sent', subject = $4, sent_at = coalesce($3::timestamptz, now()), last_cause = NULL
   WHERE id = $1 AND claim = $2 AND state IN ('sending', 'undeliverable')`,
);

const postpone = statement(
  'postpone_mail',
  `UPDATE mail
   SET state = 'due', last_cause = $4, next_attempt_at = coalesce($3::timestamptz, now()) + make_interval(secs => $5)
   WHERE id = $1 AND claim = $2 AND state IN ('due', 'sending')`,
);

const giveUp = statement(
  'give_up_mail',
  `UPDATE mail
   SET state = 'undeliverable', last_cause = $3
   WHERE id = $1 AND claim = $2 AND state IN ('due', 'sending')`,
);

const operatorColumns = `id, policy_number AS "policyNumber", kind, last_cause AS cause`;

const giveUpLapsed = statement(
  'give_up_lapsed_mails',
  `UPDATE mail
   SET state = 'undeliverable', last_cause = $2
   WHERE id IN (
     SELECT id
     FROM mail
     WHERE state = 'sending' AND next_attempt_at <= coalesce($1::timestamptz, now())
     LIMIT $3
     FOR UPDATE SKIP LOCKED
   )
   RETURNING ${operatorColumns}`,
);

const again = statement(
  'send_mail_again',
  `UPDATE mail
   SET state = 'due', round = round + 1, attempts = 0, claim = NULL, next_attempt_at = now(), last_cause = NULL
   WHERE id = $1 AND state IN ('sent', 'undeliverable')`,
);

const undeliverable = statement(
  'list_undeliverable_mails',
  `SELECT ${operatorColumns}
   FROM mail
   WHERE state = 'undeliverable'
   ORDER BY id
   LIMIT $1`,
);

// Whatever was sent has its documents' bytes and names on record: they were made for it, if not before.
const sentBySeller = statement(
  'list_sent_mails',
  `SELECT to_address AS "to", subject, sent_at AS "sentAt", (
     SELECT coalesce(json_agg(json_build_object('filename', filename, 'downloadId', document_id) ORDER BY place), '[]')
     FROM unnest(document_ids) WITH ORDINALITY AS paper (document_id, place)
     JOIN document_content USING (document_id)
   ) AS attachments
   FROM mail
   WHERE seller_id = $1 AND sent_at IS NOT NULL
   ORDER BY sent_at DESC, id DESC
   LIMIT $2`,
);

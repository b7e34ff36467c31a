import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { Withdrawer } from '../../domain/cancellation/cancellation-cause.ts';
import type { ApplicationId, DocumentId, MailId } from '../../domain/ids.ts';
import type { MailKind } from '../../domain/mail/mail-kind.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { erasedText } from '../../domain/person/erase-inputs.ts';
import type { CardCharge, Policy } from '../../domain/policy/policy.ts';
import type { LaterCard } from '../../domain/policy/policy-view.ts';
import type { RefundMade } from '../../domain/refund/refund-made.ts';
import type { Failed } from '../../domain/work/failure.ts';
import { isVoidedSql } from '../books/entry.ts';
import { brandSql } from '../brand/brand.ts';
import { disclosureFilenameSql, mailedPapersSql } from '../disclosure/disclosure.ts';
import { currentPolicySql } from '../policy/current-policy.ts';
import { laterCardSql } from '../policy/policy-status.ts';
import { read, write } from '../statement.ts';
import {
  defineWork,
  dueNowSql,
  endedSql,
  failedSql,
  givenUpSql,
  heldBySql,
  isOpenSql,
  type Moment,
  notFailedSql,
  type TakenWork,
} from '../work/work.ts';

/** What a mail about unpaid money says, as it was when the mail was asked for. */
export interface UnpaidFacts {
  readonly amountCents: Cents;
  readonly maskedCardNumber: string;
  /** A mail with a payment link says whether the card was refused, and not only never charged. */
  readonly wasRefused?: boolean;
  /** A refusal names the day of the next attempt; null if it was the last. */
  readonly nextDay?: PlainDate | null;
  /** A refusal may mean that the card was not tried, because the price has the tax of an earlier day. */
  readonly isTaxChanged?: boolean;
  /** A refusal says that the policy is cancelled, from that day on or a later one. */
  readonly isCancelled?: boolean;
  /** A mail with a payment link names the day on which the new card is charged; null: at once. */
  readonly chargeOn?: PlainDate | null;
  /** A mail with a payment link names its last day; null: as long as there is something to pay. */
  readonly lastDay?: PlainDate | null;
}

/** What a cancellation's mail says. */
export type CancellationFacts = Pick<Cancellation, 'kind' | 'ground' | 'cancelledOn' | 'plan' | 'payableUntil'>;

/** What the mail says that withdraws a cancellation. */
export interface WithdrawalFacts {
  /** What would have been the first day without cover. */
  readonly cancelledOn: PlainDate;
  /** The customer has paid what was unpaid, or the operator has taken it back. */
  readonly withdrawnBy: Withdrawer;
  /** Its day had come, and the cover was restored from that day on. */
  readonly wasInEffect?: boolean;
  /** What has been paid in all. */
  readonly paidCents: Cents;
  /** What is due after it took effect: what was given back because of it, or never paid. */
  readonly dueCents: Cents;
}

/** What the mail says that brings a refund's receipt. Without the reference, which an operator may have typed. */
export type RefundFacts = Pick<RefundMade, 'amountCents' | 'payee' | 'doneOn'> & {
  /** The policy goes on: it was paid twice, or something was given back without a cancellation. */
  readonly isInForce?: boolean;
};

/** What the mail with a payment's receipt tells. */
export interface ReceiptFacts {
  readonly amountCents: Cents;
  readonly by: 'card' | 'hand';
}

/** The card's issuer does not take the refund. */
export interface RedirectedFacts {
  readonly redirectedCents: Cents;
}

/**
 * What was told by mistake: a payment or a refund by its receipt, that an amount was unpaid, or that a refund did not
 * reach the card.
 */
export interface CorrectionFacts {
  readonly told: 'payment' | 'refund' | 'unpaid' | 'refund returned';
  readonly amountCents: Cents;
  /** The day that was told; null of what no receipt told. */
  readonly toldOn: PlainDate | null;
  /** What is due now; null while it is not known. */
  readonly dueCents: Cents | null;
}

/** The cover ended because a card that was given within the notice of a non-payment could not be charged. */
export interface CoverEndedFacts extends Pick<UnpaidFacts, 'amountCents' | 'maskedCardNumber'> {
  /** Whether the card was refused; else it was left because of the tax. */
  readonly wasTried: boolean;
  /** The first day without cover. */
  readonly cancelledOn: PlainDate;
  /** What the used days cost and nobody has paid. */
  readonly dueCents: Cents;
}

/** What a mail says besides the policy, as it was when the mail was asked for. Its kind says which. */
export type MailFacts =
  | UnpaidFacts
  | CancellationFacts
  | WithdrawalFacts
  | RefundFacts
  | ReceiptFacts
  | RedirectedFacts
  | CorrectionFacts
  | CoverEndedFacts;

/** A mail that this run may send. */
export interface TakenMail extends TakenWork<MailId> {
  readonly round: number;
  readonly kind: MailKind;
  readonly to: string;
  readonly documentIds: readonly DocumentId[];
  /** What the customer was given about a loan before agreeing to it: it goes out with the financed policy's own mail. */
  readonly disclosureIds: readonly DocumentId[];
  /** Null for a mail that only brings documents: a policy, an amendment, a receipt. */
  readonly facts: MailFacts | null;
  /** What it says is not so any more: what was unpaid was paid, a cancellation withdrawn, or what a receipt tells voided. */
  readonly isOutdated: boolean;
  /** The policy is unpaid: the mail names the page on which it can be paid. */
  readonly isUnpaid: boolean;
  readonly policy: Policy;
  /** The card that has taken the place of the one in the policy; null: none has. */
  readonly laterCard: LaterCard | null;
  /** The charge that was made after the bind; null: none was. */
  readonly laterCharge: CardCharge | null;
  readonly seller: Pick<Seller, 'province' | 'todayFloor'>;
  /** The brand of the seller's integration; null if it has none of its own. */
  readonly brand: OwnBrand | null;
}

/** What a mail says. */
export interface MailContent {
  readonly text: string;
  readonly html: string;
}

const hasOpenChargeSql = `EXISTS (
      SELECT FROM due_charge WHERE due_charge.policy_number = mail.policy_number AND ${isOpenSql('due_charge')})`;

/** What comes with a policy's own mail beside its documents. */
const disclosuresSql = `CASE WHEN mail.kind = 'policy' THEN ${mailedPapersSql('policy')} ELSE '{}' END`;

// A mail in state `sending` is not taken over: it may have arrived. See `giveUpLapsedMails`.
export const mailWork = defineWork<TakenMail>({
  table: 'mail',
  key: 'id',
  facts: `mail.round, mail.kind, mail.to_address AS "to", mail.document_ids AS "documentIds",
    ${disclosuresSql} AS "disclosureIds", mail.facts, ${currentPolicySql} AS policy,
    (SELECT ${laterCardSql} FROM card_payment WHERE card_payment.id = policy.card_payment_id) AS "laterCard",
    (SELECT charge FROM due_charge WHERE due_charge.card_payment_id = policy.card_payment_id) AS "laterCharge",
    CASE WHEN mail.kind = 'cancellation' THEN NOT EXISTS (
           SELECT FROM cancellation WHERE cancellation.document_id = ANY (mail.document_ids))
         WHEN mail.kind = 'cover ended' THEN NOT EXISTS (
           SELECT FROM cancellation WHERE cancellation.policy_number = mail.policy_number)
         WHEN mail.kind IN ('receipt', 'refund receipt') THEN EXISTS (
           SELECT FROM document
           WHERE document.id = ANY (mail.document_ids) AND ${isVoidedSql('document.entry_id')})
         ELSE mail.kind IN ('refusal', 'payment link', 'lapse') AND NOT ${hasOpenChargeSql}
    END AS "isOutdated", ${hasOpenChargeSql} AS "isUnpaid",
    (SELECT json_build_object('province', province, 'todayFloor', today_floor) FROM seller WHERE seller.id = mail.seller_id) AS seller,
    ${brandSql('mail.seller_id')} AS brand`,
  from: { table: 'policy', on: 'policy.policy_number = mail.policy_number' },
  only: { where: `mail.state = 'due'` },
});

export interface SentMail extends MailContent {
  readonly to: string;
  readonly subject: string;
  readonly sentAt: Date;
  readonly attachments: readonly Attached[];
  readonly wordings: readonly Attached[];
}

interface Attached {
  readonly filename: string;
  readonly downloadId: string;
}

/**
 * Records that the mail may arrive from now on. Returns false if another run has taken it: then nothing may be sent.
 */
export const beginSending = write.findsRow(
  'begin_sending_mail',
  `UPDATE mail
   SET sender = owner, lease_until = coalesce(:now::timestamptz, now()) + make_interval(secs => :sendingSeconds)
   WHERE id = :id AND ${heldBySql(':owner')} AND state = 'due'`,
  ({ id, owner }: TakenMail, sendingSeconds: number, now: Moment) => ({ id, owner, now, sendingSeconds }),
);

/** Records a sent mail even if it was given up after a timeout: the mail server's reply decides. */
export const recordSent = write.runs(
  'record_sent_mail',
  `UPDATE mail
   SET ${endedSql}, subject = :subject, content = :value, sent_at = coalesce(:now::timestamptz, now())
   WHERE id = :id AND owner = :owner AND state IN ('sending', 'undeliverable')`,
  ({ id, owner }: TakenMail, { subject, text, html }: MailContent & { readonly subject: string }, now: Moment) => ({
    id,
    owner,
    now,
    subject,
    value: JSON.stringify({ text, html }),
  }),
);

/** What the operator may look at. */
export interface SentContent {
  readonly kind: MailKind;
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  readonly brand: OwnBrand | null;
  /** Null until it was sent, and again once it was erased. */
  readonly content: MailContent | null;
}

export const readSentContent = read.firstRow<SentContent, [{ readonly id: MailId }]>(
  'read_mail_content',
  `SELECT mail.kind, policy.policy_number AS "policyNumber", policy.application_id AS "applicationId", mail.content,
          ${brandSql('mail.seller_id')} AS brand
   FROM mail
   JOIN policy ON policy.policy_number = mail.policy_number
   WHERE mail.id = :id`,
);

/** The mail is not needed any more. */
export const dropMail = write.runs(
  'drop_mail',
  `UPDATE mail SET ${endedSql}, is_dropped = true WHERE id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenMail) => ({ id, owner }),
);

/** Gives up mails whose sending was started and not finished in time: they may have arrived. */
export const giveUpLapsedMails = write.allRows<
  { readonly id: string; readonly policyNumber: string; readonly kind: MailKind },
  [limits: Failed & { readonly countMax: number }, now: Moment]
>(
  'give_up_lapsed_mails',
  `UPDATE mail
   SET ${givenUpSql}, ${failedSql}
   WHERE id IN (
     SELECT id
     FROM mail
     WHERE due_at IS NOT NULL AND state = 'sending' AND lease_until <= coalesce(:now::timestamptz, now())
     LIMIT :countMax
     FOR UPDATE SKIP LOCKED
   )
   RETURNING id, policy_number AS "policyNumber", kind`,
  ({ failure, cause, countMax }, now) => ({ now, failure, cause, countMax }),
);

/** What an UPDATE sets when a mail is to be sent again. */
export const nextRoundSql = `${dueNowSql}, round = mail.round + 1, asked_at = now(), attempts = 0, ${notFailedSql}, is_dropped = false`;

/** Makes a mail due again for the operator. Returns false if it is being sent or does not exist. */
export const sendMailAgain = write.findsRow<[{ readonly id: MailId }]>(
  'send_mail_again',
  `UPDATE mail SET ${nextRoundSql} WHERE id = :id AND state IN ('sent', 'undeliverable')`,
);

/** The mail's kind and policy, if it is left to the operator. Locks it until the transaction ends. */
export const lockUndeliverable = write.firstRow<
  Pick<TakenMail, 'kind' | 'facts' | 'policy'>,
  [{ readonly id: MailId }]
>(
  'lock_undeliverable_mail',
  `SELECT mail.kind, mail.facts, ${currentPolicySql} AS policy
   FROM mail
   JOIN policy ON policy.policy_number = mail.policy_number
   WHERE mail.id = :id AND mail.state = 'undeliverable'
   FOR UPDATE OF mail`,
);

/** Records for the operator that the mail has arrived after all. */
export const settleMail = write.runs<[{ readonly id: MailId; readonly subject: string }]>(
  'settle_mail',
  `UPDATE mail SET ${endedSql}, subject = :subject, sent_at = given_up_at WHERE id = :id`,
);

/**
 * Returns the mails sent for a seller's policies, newest first. A sent mail always has its documents' bytes and names
 * stored: they were printed for it at the latest. A policy's first mail has its wordings, too.
 */
export const listSent = read.allRows<SentMail, [{ readonly sellerId: string; readonly countMax: number }]>(
  'list_sent_mails',
  `SELECT coalesce(to_address, '${erasedText}') AS "to", subject, sent_at AS "sentAt", coalesce(content ->> 'text', '') AS text,
          coalesce(content ->> 'html', '') AS html, (
     SELECT coalesce(json_agg(json_build_object('filename', filename, 'downloadId', document_id) ORDER BY is_disclosure, place), '[]')
     FROM (
       SELECT false AS is_disclosure, place, document_id, filename
       FROM unnest(document_ids) WITH ORDINALITY AS paper (document_id, place)
       JOIN document_content USING (document_id)
       UNION ALL
       SELECT true, place, document_id, ${disclosureFilenameSql}
       FROM unnest(${disclosuresSql}) WITH ORDINALITY AS paper (document_id, place)
       JOIN disclosure ON disclosure.id = document_id
     ) AS sent
   ) AS attachments, (
     SELECT coalesce(json_agg(json_build_object('filename', filename, 'downloadId', wording.id) ORDER BY place), '[]')
     FROM json_array_elements(policy.snapshot -> 'wordings') WITH ORDINALITY AS bound (wording, place)
     JOIN wording ON wording.id = (bound.wording ->> 'id')::uuid
     WHERE mail.kind = 'policy'
   ) AS wordings
   FROM mail
   JOIN policy USING (policy_number)
   WHERE mail.seller_id = :sellerId AND sent_at IS NOT NULL
   ORDER BY sent_at DESC, mail.id DESC
   LIMIT :countMax`,
);

import type { AccountEntry } from '../../domain/account/account-record.ts';
import type { Recorder } from '../../domain/books/ledger-entry.ts';
import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { TextsByName } from '../../domain/customer-text/customer-texts.ts';
import type { DocumentId, EntryId } from '../../domain/ids.ts';
import type { Amendment } from '../../domain/policy/amendment.ts';
import type { CardCharge, Policy } from '../../domain/policy/policy.ts';
import type { DocumentKind, LaterCard } from '../../domain/policy/policy-view.ts';
import type { RestOfLoan } from '../../domain/refund/refund-made.ts';
import { isVoidedSql } from '../books/entry.ts';
import { brandSql } from '../brand/brand.ts';
import type { Tx } from '../database.ts';
import { laterCardSql } from '../policy/policy-status.ts';
import { flushedLaterSql, read, write } from '../statement.ts';
import { versionInForceSql } from '../tariff/operator-file.ts';

/** The data that a document is printed from. */
export interface DocumentSource {
  readonly kind: DocumentKind;
  readonly policy: Policy;
  /** The charge made on a later charge date; null otherwise. */
  readonly laterCharge: CardCharge | null;
  /** Null unless it is an amended declaration. */
  readonly amendment: Amendment | null;
  /** The card that was charged, if it is not the one that the policy was bound with. */
  readonly laterCard: LaterCard | null;
  /** The one that a notice tells, or that a refund is of; null for other documents. */
  readonly cancellation: Cancellation | null;
  /** What happened to the money, which a receipt tells; null for other documents, and for the receipt of the bind. */
  readonly money: MoneyTold | null;
  /** Who gives the customer back what did not go to the loan, when it was ended. */
  readonly restOfLoan: RestOfLoan | null;
  /** The brand of the seller's integration; null if it has none of its own. */
  readonly brand: OwnBrand | null;
  /** The operator's own words in place of built-in ones, as they were when it was made; null: it had none. */
  readonly texts: TextsByName | null;
}

/** An entry as a receipt tells it. */
export interface MoneyTold extends Pick<AccountEntry, 'kind' | 'amountCents' | 'happenedOn' | 'cardPaymentId'> {
  readonly recordedBy: Recorder;
  /** The processor's, or what an operator typed; null if there is none. */
  readonly reference: string | null;
}

export interface DocumentContent {
  readonly filename: string;
  readonly bytes: Buffer;
}

/** Adds a document to the policy; its bytes are printed when first needed. Returns its number among those of its kind. */
export const addDocument = write.onlyValue<number, [document: NewDocument]>(
  'add_document',
  `INSERT INTO document (id, policy_number, seller_id, kind, entry_id, texts_version)
   SELECT :id, policy_number, seller_id, :kind, :entryId::uuid, ${versionInForceSql('customer_texts')}
   FROM policy
   WHERE policy_number = :policyNumber
   RETURNING (SELECT count(*)::integer + 1 FROM document AS earlier
              WHERE earlier.policy_number = document.policy_number AND earlier.kind = document.kind)`,
  ({ policyNumber, id, kind, entryId = null }) => ({ policyNumber, id, kind, entryId }),
);

export interface NewDocument {
  readonly policyNumber: string;
  readonly id: DocumentId;
  readonly kind: DocumentKind;
  /** The entry that a receipt tells of. */
  readonly entryId?: EntryId | null;
}

/**
 * Returns the seller's document; null if the seller has no document of that id. `content` is null until the document is
 * first printed. Otherwise the download is recorded, as `keepContent` does it for a first one.
 */
export async function fetchDocument(
  tx: Tx,
  sellerId: string,
  id: DocumentId,
  requestId: string,
): Promise<{ readonly content: DocumentContent | null; readonly isErased: boolean } | null> {
  const row = await fetchOwned(tx, { sellerId, id, requestId });
  if (row === null) return null;
  const { filename, bytes, isErased } = row;
  return { content: filename === null || bytes === null ? null : { filename, bytes }, isErased };
}

/** The latest receipt of a policy whose payment was not voided; null while there is none. */
export const findReceiptId = read.firstValue<DocumentId, [{ readonly policyNumber: string }]>(
  'find_receipt',
  `SELECT document.id
   FROM document
   LEFT JOIN ledger_entry AS told ON told.id = document.entry_id
   WHERE document.policy_number = :policyNumber AND document.kind = 'receipt' AND NOT ${isVoidedSql('document.entry_id')}
   ORDER BY told.turn DESC NULLS LAST
   LIMIT 1`,
);

/** The receipt of a payment that another entry tells from now on. */
export const moveReceipt = write.runs<[{ readonly from: EntryId; readonly to: EntryId }]>(
  'move_receipt',
  'UPDATE document SET entry_id = :to WHERE entry_id = :from',
);

export const readContent = read.firstRow<DocumentContent, [{ readonly id: DocumentId }]>(
  'read_document_content',
  'SELECT filename, bytes FROM document_content WHERE document_id = :id',
);

/**
 * Reads what a document is printed from. Returns null for an unknown document and for one that was erased: it is never
 * printed again.
 *
 * - `policy`: the policy as it stood when the document's row was made. Ids begin with their time, so that the last
 *   amendment with a lower id is the one that counted then.
 * - `laterCharge`: the charge that a receipt is of, however late the receipt is printed. Where another charge of the same
 *   card has followed, only its amount, reference and time are known, from the books.
 * - `laterCard`: the card that was given for a later day, or by a payment link.
 * - `cancellation`: the one that the document tells of. A cancellation that was withdrawn since is kept beside its notice.
 * - `money`: the entry that a receipt is of, with the reference that an operator has typed.
 * - `restOfLoan`: who pays the customer how much when a loan was ended: the seller up to the down payment, the lender what
 *   it gives back itself, and the operator the rest.
 * - `amendment`: what an amended declaration says of its changes.
 */
export const readSource = read.firstRow<DocumentSource, [{ readonly id: DocumentId }]>(
  'read_document_source',
  `SELECT document.kind, coalesce(version.snapshot, policy.snapshot) AS policy,
          CASE WHEN NOT EXISTS (SELECT FROM ledger_entry AS later
                                WHERE later.application_id = told.application_id AND later.card_payment_id = told.card_payment_id
                                  AND later.kind = 'charge' AND told.kind = 'charge' AND later.turn > told.turn) THEN due_charge.charge
               WHEN policy.charged_cents IS NULL THEN
                 json_build_object('amountCents', told.amount_cents, 'authorizationNumber', told.party_reference,
                                   'chargedAt', rfc3339(told.recorded_at))
          END AS "laterCharge",
          ${laterCardSql} AS "laterCard",
          coalesce((SELECT terms FROM withdrawn_cancellation WHERE document_id = document.id), cancellation.terms) AS cancellation,
          (SELECT json_build_object('kind', entry.kind, 'amountCents', entry.amount_cents, 'happenedOn', entry.happened_on,
                                    'recordedBy', entry.recorded_by, 'cardPaymentId', entry.card_payment_id,
                                    'reference', coalesce(entry_reference.reference, entry.party_reference))
           FROM ledger_entry AS entry
           LEFT JOIN entry_reference ON entry_reference.entry_id = entry.id
           WHERE entry.id = document.entry_id) AS money,
          (SELECT json_build_object('bySellerCents', -coalesce(seller_part.amount_cents, 0), 'byLenderCents', coalesce(reversal.by_lender_cents, 0),
                                    'byOperatorCents', cancellation.refund_cents - entry.amount_cents + coalesce(seller_part.amount_cents, 0))
           FROM ledger_entry AS entry
           LEFT JOIN ledger_posting AS seller_part ON seller_part.entry_id = entry.id AND seller_part.account = 'partner'
           LEFT JOIN reversal ON reversal.policy_number = entry.policy_number AND reversal.payee = 'Lender'
           WHERE entry.id = document.entry_id AND entry.kind = 'loan-ended') AS "restOfLoan",
          ${brandSql('document.seller_id')} AS brand,
          (SELECT document -> 'texts' FROM customer_texts WHERE customer_texts.version = document.texts_version) AS texts,
          CASE WHEN version.document_id = document.id THEN
            json_build_object('number', version.number, 'madeOn', version.made_on, 'replacesOf', version.replaces_of,
                              'changed', version.changed)
          END AS amendment
   FROM document
   JOIN policy ON policy.policy_number = document.policy_number
   LEFT JOIN LATERAL (
     SELECT *
     FROM amendment
     WHERE amendment.policy_number = document.policy_number
       AND CASE document.kind WHEN 'amended-declaration' THEN amendment.document_id = document.id
                              ELSE amendment.document_id < document.id END
     ORDER BY number DESC
     LIMIT 1
   ) AS version ON true
   LEFT JOIN ledger_entry AS told ON told.id = document.entry_id
   LEFT JOIN due_charge ON due_charge.card_payment_id = coalesce(told.card_payment_id, policy.card_payment_id)
   LEFT JOIN card_payment ON card_payment.id = coalesce(told.card_payment_id, policy.card_payment_id)
   LEFT JOIN cancellation ON cancellation.policy_number = document.policy_number
   WHERE document.id = :id AND document.erased_by IS NULL`,
);

/**
 * Stores the printed bytes unless another instance already has, and the download that they were printed for, if any.
 * Returns the stored bytes; null if the document was erased meanwhile.
 */
export async function keepContent(
  tx: Tx,
  id: DocumentId,
  made: DocumentContent,
  requestId: string | null,
): Promise<DocumentContent | null> {
  return (await keep(tx, { id, filename: made.filename, bytes: made.bytes, requestId }))
    ? made
    : readContent(tx, { id });
}

const fetchOwned = write.firstRow<
  { filename: string | null; bytes: Buffer | null; isErased: boolean },
  [{ readonly sellerId: string; readonly id: DocumentId; readonly requestId: string }]
>(
  'fetch_document',
  `WITH owned AS (
     SELECT id, erased_by FROM document WHERE id = :id AND seller_id = :sellerId
   ), noted AS (
     INSERT INTO document_fetch (document_id, request_id)
     SELECT id, :requestId FROM owned JOIN document_content ON document_id = id
   )
   SELECT document_content.filename, document_content.bytes, owned.erased_by IS NOT NULL AS "isErased"
   FROM owned
   LEFT JOIN document_content ON document_content.document_id = owned.id`,
);

// The lock lets an erasure either see the bytes or come first. Bytes that are lost with the server are printed again,
// the same.
const keep = write.findsRow<
  [{ readonly id: DocumentId; readonly filename: string; readonly bytes: Buffer; readonly requestId: string | null }]
>(
  'keep_document_content',
  `WITH printed AS (
     SELECT id FROM document WHERE id = :id AND erased_by IS NULL FOR SHARE
   ), noted AS (
     INSERT INTO document_fetch (document_id, request_id) SELECT id, :requestId::text FROM printed WHERE :requestId::text IS NOT NULL
   )
   INSERT INTO document_content (document_id, filename, bytes)
   SELECT id, :filename, :bytes FROM printed, ${flushedLaterSql}
   ON CONFLICT (document_id) DO NOTHING`,
);

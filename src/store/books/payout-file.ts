import type { NetOfFile, PayoutLineKind, PayoutParty } from '../../domain/books/payout-line.ts';
import type { Period } from '../../domain/books/period.ts';
import type { BookedMoney, Difference, differenceKinds, SaleOfMoney } from '../../domain/books/reconcile.ts';
import type { DifferenceRow } from '../../domain/books/reports.ts';
import type { ApplicationId, DifferenceId, EntryId } from '../../domain/ids.ts';
import type { Tx } from '../database.ts';
import { read, write } from '../statement.ts';
import { endedSql } from '../work/work.ts';
import { isNotVoidedSql } from './expected-entries.ts';

export interface NewPayoutFile {
  readonly party: PayoutParty;
  readonly name: string;
  readonly sha256: Buffer;
  readonly period: Period;
  readonly lines: number;
  readonly net: NetOfFile;
}

/** Returns null if the file was taken before. Other files wait: two must not confirm the same money. */
export async function insertPayoutFile(tx: Tx, file: NewPayoutFile): Promise<string | null> {
  await lockMatches(tx);
  return insertFile(tx, file);
}

/** Whoever confirms money, or says that none is to be confirmed, waits for the others. It is locked before policies are. */
export const lockMatches = write.runs(null, 'LOCK TABLE settlement_match IN SHARE ROW EXCLUSIVE MODE');

const insertFile = write.firstValue<string, [file: NewPayoutFile]>(
  'insert_settlement_file',
  `INSERT INTO settlement_file (party, name, sha256, from_day, to_day, lines, matched, fee_cents, reserve_cents, paid_out_cents)
   VALUES (:party, :name, :sha256, :from, :to, :lines, 0, :feeCents, :reserveCents, :paidOutCents)
   ON CONFLICT (party, sha256) DO NOTHING
   RETURNING id`,
  ({
    party,
    name,
    sha256,
    period,
    lines,
    net: { feeCents, reserveHeldCents, reserveReleasedCents, paidOutCents },
  }) => ({
    party,
    name,
    sha256,
    from: period.from,
    to: period.to,
    lines,
    feeCents,
    reserveCents: reserveHeldCents + reserveReleasedCents,
    paidOutCents,
  }),
);

export interface Reconciled {
  readonly fileId: string;
  readonly party: PayoutParty;
  readonly matched: readonly BookedMoney[];
  readonly differences: readonly Difference[];
  /** Entries that were recorded because of the file. */
  readonly recorded: readonly EntryId[];
}

/** What an earlier file did not have and this one has is missing no more. */
export async function insertReconciliation(tx: Tx, reconciled: Reconciled): Promise<void> {
  const { fileId, party, matched, differences, recorded } = reconciled;
  await insertMatches(tx, { fileId, entryIds: matched.map(({ entryId }) => entryId) });
  await insertRecorded(tx, { fileId, entryIds: recorded });
  const rows = differences.map(({ sale, ...difference }) => ({
    ...difference,
    applicationId: sale?.applicationId ?? null,
    policyNumber: sale?.policyNumber ?? null,
    sellerId: sale?.sellerId ?? null,
  }));
  await insertDifferences(tx, { fileId, party, found: JSON.stringify(rows) });
}

/** A difference that the operator settles, locked until the transaction ends. */
export interface OpenDifference {
  readonly id: DifferenceId;
  readonly applicationId: ApplicationId | null;
  /** Null: the daily comparison has found it. */
  readonly fileId: string | null;
  readonly party: PayoutParty;
  readonly kind: (typeof differenceKinds)[number];
  readonly moneyKind: PayoutLineKind | null;
  readonly reference: string;
  readonly settledCents: number | null;
  readonly isOpen: boolean;
}

export interface PayoutFileRow {
  readonly id: string;
  readonly party: PayoutParty;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly lines: number;
  readonly matched: number;
  /** Differences that are still open. */
  readonly open: number;
  readonly uploadedAt: string;
}

const isUnmatchedSql = `NOT EXISTS (SELECT FROM settlement_match WHERE settlement_match.entry_id = entry.entry_id)`;
const columnsSql = `entry.entry_id AS "entryId", entry.application_id AS "applicationId", entry.policy_number AS "policyNumber",
         entry.seller_id AS "sellerId", entry.party_reference AS reference, entry.amount_cents::float8 AS "amountCents",
         CASE WHEN entry.kind = 'refund-returned' THEN 'refund returned'
              WHEN coalesce((SELECT voided.kind FROM ledger_entry AS voided
                             WHERE voided.id = (SELECT voiding.voids FROM ledger_entry AS voiding WHERE voiding.id = entry.entry_id)),
                            entry.kind) IN ('dispute-opened', 'dispute-won')
              THEN CASE WHEN entry.amount_cents < 0 THEN 'dispute' ELSE 'dispute won' END
              ELSE CASE WHEN entry.amount_cents < 0 THEN 'refund' ELSE 'charge' END END AS kind`;

/** Neither what was recorded by mistake and taken back, nor what takes it back: a file confirms none of it. */
const isLookedForSql = `
  NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.entry_id)
  AND (entry.kind <> 'void' OR EXISTS (
    SELECT FROM ledger_entry AS voiding JOIN settlement_match ON settlement_match.entry_id = voiding.voids
    WHERE voiding.id = entry.entry_id))`;

/**
 * What the books have of the party and no file has confirmed: of the period, or with one of these references. Two
 * parts, each by its own index. Money that came in and went back without a day of its own in between is both.
 */
export const readBookedMoney = read.allRows<
  BookedMoney,
  [party: PayoutParty, period: Period, references: readonly string[]]
>(
  null,
  `SELECT ${columnsSql}, true AS "isOfPeriod"
   FROM posted AS entry
   WHERE entry.booked_on BETWEEN :from AND :to AND entry.account = :party AND entry.party_reference IS NOT NULL AND ${isUnmatchedSql}
     AND ${isLookedForSql}
   UNION ALL
   SELECT ${columnsSql}, false AS "isOfPeriod"
   FROM posted AS entry
   WHERE entry.party_reference = ANY (:references) AND entry.account = :party AND entry.booked_on NOT BETWEEN :from AND :to AND ${isUnmatchedSql}
     AND ${isLookedForSql}`,
  (party, { from, to }, references) => ({ party, from, to, references }),
);

/** The sales of the charges and loans that are called so and were not voided, by what the party calls them. */
export async function readSalesOfMoney(
  tx: Tx,
  asked: { readonly party: PayoutParty; readonly references: readonly string[] },
): Promise<ReadonlyMap<string, SaleOfMoney>> {
  return new Map((await readSales(tx, asked)).map(({ reference, ...sale }) => [reference, sale]));
}

const readSales = read.allRows<
  SaleOfMoney & { readonly reference: string },
  [{ readonly party: PayoutParty; readonly references: readonly string[] }]
>(
  null,
  `SELECT DISTINCT ON (entry.party_reference) entry.party_reference AS reference, entry.application_id AS "applicationId",
          entry.policy_number AS "policyNumber", entry.seller_id AS "sellerId"
   FROM ledger_entry AS entry
   WHERE entry.party_reference = ANY (:references) AND entry.kind IN ('charge', 'sale', 'loan') AND ${isNotVoidedSql}
     AND EXISTS (SELECT FROM ledger_posting WHERE ledger_posting.entry_id = entry.id AND ledger_posting.account = :party)
   ORDER BY entry.party_reference, entry.turn`,
);

/** A dispute of a charge that is called so, how it ended, a refund of it, or that this came back; none was voided. */
export interface RecordedDispute {
  readonly entryId: EntryId;
  readonly reference: string;
  readonly kind: 'dispute-opened' | 'dispute-won' | 'dispute-lost' | 'refund' | 'refund-returned';
  readonly amountCents: number;
  readonly chargeCents: number;
  /** The days of the file that has confirmed it; null: none has. */
  readonly fileFrom: string | null;
  readonly fileTo: string | null;
}

export const readDisputes = read.allRows<RecordedDispute, [{ readonly references: readonly string[] }]>(
  null,
  `SELECT entry.id AS "entryId", charge.party_reference AS reference, entry.kind, entry.amount_cents::float8 AS "amountCents",
          charge.amount_cents::float8 AS "chargeCents", file.from_day::text AS "fileFrom", file.to_day::text AS "fileTo"
   FROM ledger_entry AS charge
   JOIN ledger_entry AS entry ON entry.application_id = charge.application_id AND entry.payment_entry_id = charge.id
     AND entry.kind IN ('dispute-opened', 'dispute-won', 'dispute-lost', 'refund', 'refund-returned') AND ${isNotVoidedSql}
   LEFT JOIN settlement_match ON settlement_match.entry_id = entry.id
   LEFT JOIN settlement_file AS file ON file.id = settlement_match.file_id
   WHERE charge.party_reference = ANY (:references) AND charge.kind = 'charge'
   ORDER BY entry.turn`,
);

/** Ends the differences of what is `matched` now. */
const missingNoMoreSql = `
    UPDATE settlement_difference SET ${endedSql}
    FROM matched
    WHERE settlement_difference.entry_id = matched.entry_id AND settlement_difference.kind = 'missing'
       AND settlement_difference.given_up_at IS NOT NULL`;

const insertMatches = write.runs<[{ readonly fileId: string; readonly entryIds: readonly string[] }]>(
  null,
  `
  WITH matched AS (
    INSERT INTO settlement_match (entry_id, file_id)
    SELECT entry_id, :fileId
    FROM unnest(:entryIds::uuid[]) AS entry_id
    ON CONFLICT DO NOTHING
    RETURNING entry_id
  ), found AS (${missingNoMoreSql})
  UPDATE settlement_file SET matched = (SELECT count(*) FROM matched) WHERE id = :fileId`,
);

const insertRecorded = write.runs<[{ readonly fileId: string; readonly entryIds: readonly EntryId[] }]>(
  null,
  `INSERT INTO settlement_match (entry_id, file_id)
   SELECT entry_id, :fileId
   FROM unnest(:entryIds::uuid[]) AS entry_id
   ON CONFLICT DO NOTHING`,
);

/** What was recorded of the policies because of the file, the latest first, and what it says of the party itself. */
export const readRecorded = read.allRows<
  { readonly entryId: EntryId; readonly policyNumber: string | null },
  [{ readonly fileId: string }]
>(
  null,
  `SELECT entry.id AS "entryId", entry.policy_number AS "policyNumber"
   FROM settlement_match
   JOIN ledger_entry AS entry ON entry.id = settlement_match.entry_id
   WHERE settlement_match.file_id = :fileId AND entry.recorded_by = 'bank file' AND ${isNotVoidedSql}
   ORDER BY entry.policy_number, entry.turn DESC`,
);

// What is missing for the second time is one difference. What differs is confirmed as far as it goes: it is not
// missing.
const insertDifferences = write.runs<
  [{ readonly fileId: string; readonly party: PayoutParty; readonly found: string }]
>(
  null,
  `
  WITH found AS (
    SELECT *
    FROM json_to_recordset(:found::json) AS found (
      kind text, "moneyKind" text, line integer, reference text, "entryId" uuid, "applicationId" uuid, "policyNumber" text, "sellerId" uuid,
      "bookedCents" bigint, "settledCents" bigint)
  ), matched AS (
    INSERT INTO settlement_match (entry_id, file_id)
    SELECT "entryId", :fileId
    FROM found
    WHERE kind = 'different' AND "entryId" IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING entry_id
  ), ended AS (${missingNoMoreSql})
  INSERT INTO settlement_difference (file_id, party, kind, money_kind, line, reference, entry_id, application_id, policy_number, seller_id,
                                     booked_cents, settled_cents, due_at, given_up_at, failure, last_error)
  SELECT :fileId, :party, found.kind, found."moneyKind", found.line, found.reference, found."entryId",
         found."applicationId", found."policyNumber", found."sellerId",
         found."bookedCents", found."settledCents", NULL, now(), 'unreconciled',
         CASE found.kind
           WHEN 'missing' THEN 'missing in the payout file: ' || found."moneyKind"
           WHEN 'different' THEN 'different: line ' || found.line || ', ' || found."moneyKind" || ', has '
             || to_char(found."settledCents" / 100.0, 'FM999999990.00')
           ELSE 'unknown: line ' || found.line || ', ' || found."moneyKind" || ', is not in the books, or there twice'
         END || ', reference ' || found.reference
  FROM found
  WHERE NOT (found.kind = 'missing' AND EXISTS (
    SELECT FROM settlement_difference AS known
    WHERE known.entry_id = found."entryId" AND known.kind = 'missing'))`,
);

export const lockDifference = write.firstRow<OpenDifference, [{ readonly id: DifferenceId }]>(
  'lock_settlement_difference',
  `SELECT id, application_id AS "applicationId", file_id AS "fileId", party, kind, money_kind AS "moneyKind", reference,
          settled_cents::float8 AS "settledCents", given_up_at IS NOT NULL AS "isOpen"
   FROM settlement_difference
   WHERE id = :id
   FOR UPDATE`,
);

export const endDifference = write.runs<[{ readonly id: DifferenceId; readonly settlementReference: string }]>(
  'end_settlement_difference',
  `UPDATE settlement_difference SET ${endedSql}, settled_reference = :settlementReference WHERE id = :id`,
);

/** Money that was recorded after its line came is confirmed by that line, and what was there with another amount is not. */
export const matchDifference = write.runs<[{ readonly id: DifferenceId; readonly entryId: EntryId }]>(
  'match_settlement_difference',
  `WITH replaced AS (
     DELETE FROM settlement_match
     USING settlement_difference
     WHERE settlement_difference.id = :id AND settlement_match.entry_id = settlement_difference.entry_id
   ), matched AS (
     INSERT INTO settlement_match (entry_id, file_id)
     SELECT :entryId, file_id FROM settlement_difference WHERE id = :id
     ON CONFLICT DO NOTHING
     RETURNING entry_id
   ), found AS (${missingNoMoreSql})
   UPDATE settlement_difference
   SET entry_id = posted.entry_id, booked_cents = posted.amount_cents
   FROM posted
   WHERE settlement_difference.id = :id AND posted.entry_id = :entryId AND posted.account = settlement_difference.party`,
);

/** What was withdrawn, for the record. */
export interface WithdrawnFile extends Pick<PayoutFileRow, 'party' | 'from' | 'to' | 'lines' | 'matched'> {
  readonly fileName: string;
  readonly differences: number;
  /** Differences of other files that are open again. */
  readonly reopened: number;
}

/**
 * Removes a file with what it confirmed and its differences. What another file lacks is missing there, as before. Null
 * if there is none. Other files wait: the caller has locked the matches.
 */
export async function withdrawPayoutFile(tx: Tx, id: string): Promise<WithdrawnFile | null> {
  const reopened = await reopenMissing(tx, { id });
  await deleteMatches(tx, { id });
  await passOnMissing(tx, { id });
  const differences = await deleteDifferences(tx, { id });
  const file = await deleteFile(tx, { id });
  return file && { ...file, differences, reopened };
}

const missingSql = (difference: string): string =>
  `'missing in the payout file: ' || ${difference}.money_kind || ', reference ' || ${difference}.reference`;

const reopenMissing = write.countsRows<[{ readonly id: string }]>(
  null,
  `
  UPDATE settlement_difference AS difference
  SET given_up_at = now(), failure = 'unreconciled', last_error = ${missingSql('difference')}
  FROM settlement_match
  WHERE settlement_match.file_id = :id AND difference.file_id <> :id
    AND difference.entry_id = settlement_match.entry_id AND difference.kind = 'missing'
    AND difference.given_up_at IS NULL AND difference.settled_reference IS NULL`,
);

// A difference is entered once, though several files lack it.
const passOnMissing = write.runs<[{ readonly id: string }]>(
  null,
  `
  UPDATE settlement_difference AS difference
  SET file_id = other.id
  FROM posted AS entry, LATERAL (
    SELECT file.id
    FROM settlement_file AS file
    WHERE file.party = entry.account AND file.id <> :id AND entry.booked_on BETWEEN file.from_day AND file.to_day
    ORDER BY file.id
    LIMIT 1) AS other
  WHERE difference.file_id = :id AND difference.kind = 'missing' AND entry.entry_id = difference.entry_id
    AND entry.account = difference.party`,
);

const deleteMatches = write.runs<[{ readonly id: string }]>(null, 'DELETE FROM settlement_match WHERE file_id = :id');

const deleteDifferences = write.countsRows<[{ readonly id: string }]>(
  null,
  'DELETE FROM settlement_difference WHERE file_id = :id',
);

const deleteFile = write.firstRow<Omit<WithdrawnFile, 'differences' | 'reopened'>, [{ readonly id: string }]>(
  'delete_settlement_file',
  `DELETE FROM settlement_file
   WHERE id = :id
   RETURNING party, name AS "fileName", from_day::text AS "from", to_day::text AS "to", lines, matched`,
);

/** Lists the differences of one file, open ones first; as many as a page shows. */
export const listDifferences = read.allRows<
  DifferenceRow & { readonly id: string; readonly isOpen: boolean; readonly settledReference: string | null },
  [{ readonly fileId: string; readonly limit: number }]
>(
  'list_settlement_differences',
  `SELECT id, kind, money_kind AS "moneyKind", line, reference, application_id AS "applicationId", policy_number AS "policyNumber",
          booked_cents::float8 AS "bookedCents", settled_cents::float8 AS "settledCents", given_up_at IS NOT NULL AS "isOpen",
          settled_reference AS "settledReference"
   FROM settlement_difference
   WHERE file_id = :fileId
   ORDER BY given_up_at IS NULL, id
   LIMIT :limit`,
);

/** Lists the latest first. */
export const listPayoutFiles = read.allRows<PayoutFileRow, [{ readonly limit: number }]>(
  'list_settlement_files',
  `SELECT id, party, name, from_day::text AS "from", to_day::text AS "to", lines, matched, rfc3339(uploaded_at) AS "uploadedAt",
          (SELECT count(*)::int FROM settlement_difference
           WHERE settlement_difference.file_id = settlement_file.id AND given_up_at IS NOT NULL) AS open
   FROM settlement_file
   ORDER BY id DESC
   LIMIT :limit`,
);

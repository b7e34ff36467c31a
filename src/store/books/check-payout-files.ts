import type { Tx } from '../database.ts';
import { read } from '../statement.ts';
import type { BooksFault } from './books-fault.ts';
import { isVoidedSql } from './entry.ts';
import { isNotVoidedSql } from './expected-entries.ts';

interface Asked {
  /** The id of an application; files that were taken since then. Null: all. */
  readonly from: string | null;
  readonly faultsMax: number;
}

/**
 * Checks the books against the payout files that were taken: what a party keeps and holds back is booked; its account
 * comes to what it has paid out, with the differences that are known; and no charge is disputed by a file that the
 * policy's account does not know of.
 */
export async function checkPayoutFiles(tx: Tx, asked: Asked): Promise<readonly BooksFault[]> {
  const sums = await findWrongSums(tx, asked);
  const unexplained = asked.from === null ? await findUnexplainedNet(tx, asked) : [];
  const disputes = await findUnrecordedDisputes(tx, asked);
  return [...sums, ...unexplained, ...disputes];
}

const isAskedSql = '(:from::uuid IS NULL OR file.id >= :from)';

const findWrongSums = read.allRows<BooksFault, [Asked]>(
  null,
  `
  SELECT sum.file_id::text AS "where", sum.what, sum.expected::float8 AS "expectedCents", sum.found::float8 AS "foundCents"
  FROM (
    SELECT file.id AS file_id, what, expected, found
    FROM settlement_file AS file
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(posting.amount_cents), 0) AS all_cents,
             coalesce(sum(posting.amount_cents) FILTER (WHERE entry.kind = 'fee'), 0) AS fee_cents,
             coalesce(sum(posting.amount_cents) FILTER (WHERE entry.kind = 'reserve'), 0) AS reserve_cents
      FROM settlement_match
      JOIN ledger_entry AS entry ON entry.id = settlement_match.entry_id
      JOIN ledger_posting AS posting ON posting.entry_id = entry.id AND posting.account = file.party
      WHERE settlement_match.file_id = file.id
    ) AS booked
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(settled_cents - coalesce(booked_cents, 0)), 0) AS cents
      FROM settlement_difference
      WHERE settlement_difference.file_id = file.id AND settlement_difference.kind <> 'missing'
    ) AS differing
    CROSS JOIN LATERAL (VALUES
      ('fees of the payout file', file.fee_cents, booked.fee_cents),
      ('reserves of the payout file', file.reserve_cents, booked.reserve_cents),
      ('paid out by the payout file', file.paid_out_cents, booked.all_cents + differing.cents)) AS compared (what, expected, found)
    WHERE ${isAskedSql}
  ) AS sum
  WHERE sum.expected <> sum.found
  ORDER BY sum.file_id, sum.what
  LIMIT :faultsMax`,
);

const findUnexplainedNet = read.allRows<BooksFault, [Pick<Asked, 'faultsMax'>]>(
  null,
  `
  SELECT entry.booked_on::text AS "where", entry.key AS what, NULL::float8 AS "expectedCents", entry.amount_cents::float8 AS "foundCents"
  FROM ledger_entry AS entry
  WHERE entry.application_id IS NULL AND ${isNotVoidedSql}
    AND NOT EXISTS (SELECT FROM settlement_match WHERE settlement_match.entry_id = entry.id)
  ORDER BY entry.turn
  LIMIT :faultsMax`,
  ({ faultsMax }) => ({ faultsMax }),
);

// Finds the disputes of a policy's charge that a file tells and the account has not. A line that tells for the second time
// what was recorded is no fault. A dispute that was lost and won before the file came counts once a person has settled it.
const findUnrecordedDisputes = read.allRows<BooksFault, [Asked]>(
  null,
  `
  SELECT charge.application_id::text AS "where",
         CASE said.kind WHEN 'dispute-won' THEN 'won dispute'
                        WHEN 'dispute-lost' THEN 'lost dispute'
                        WHEN 'refund-returned' THEN 'returned refund'
                        ELSE 'dispute'
         END || ' not recorded, reference ' || said.reference AS what,
         abs(said.cents)::float8 AS "expectedCents", NULL::float8 AS "foundCents"
  FROM (
    SELECT file.turn AS file_turn, difference.reference, difference.settled_cents AS cents,
           CASE difference.money_kind WHEN 'dispute won' THEN 'dispute-won'
                                      WHEN 'dispute lost' THEN 'dispute-lost'
                                      WHEN 'refund returned' THEN 'refund-returned'
                                      ELSE 'dispute-opened'
           END AS kind,
           difference.given_up_at IS NOT NULL AS is_open
    FROM settlement_file AS file
    JOIN settlement_difference AS difference ON difference.file_id = file.id
    WHERE difference.money_kind IN ('dispute', 'dispute won', 'dispute lost', 'refund returned') AND difference.kind = 'unknown' AND ${isAskedSql}
    UNION ALL
    SELECT file.turn, entry.party_reference, entry.amount_cents, entry.kind, false
    FROM settlement_file AS file
    JOIN settlement_match ON settlement_match.file_id = file.id
    JOIN ledger_entry AS entry ON entry.id = settlement_match.entry_id
    WHERE entry.kind IN ('dispute-opened', 'dispute-won', 'refund-returned') AND ${isAskedSql} AND NOT (${isNotVoidedSql})
  ) AS said
  JOIN ledger_entry AS charge ON charge.party_reference = said.reference AND charge.kind = 'charge' AND charge.policy_number IS NOT NULL
    AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = charge.id)
  WHERE NOT EXISTS (
    SELECT FROM ledger_entry AS entry
    WHERE entry.application_id = charge.application_id AND entry.payment_entry_id = charge.id AND entry.kind = said.kind AND ${isNotVoidedSql}
      AND NOT (said.kind = 'dispute-lost' AND said.is_open AND EXISTS (
        SELECT FROM ledger_entry AS won
        WHERE won.application_id = charge.application_id AND won.payment_entry_id = charge.id AND won.kind = 'dispute-won'
          AND won.turn > entry.turn AND won.turn < said.file_turn AND NOT ${isVoidedSql('won.id')})))
  ORDER BY said.file_turn
  LIMIT :faultsMax`,
);

import type { BookedFact } from '../../domain/books/account.ts';

/*
 * How lines of the books are written: as a part of the statement that writes their fact, so that neither is there
 * without the other and no round trip is added. The domain makes the lines (domain/books/book-facts.ts).
 */

/** The parameter of a statement that `entered` reads. */
export function entriesJson(facts: readonly BookedFact[]): string {
  return JSON.stringify(
    facts.flatMap(({ fact, entries }) => entries.map((entry, index) => ({ fact, line: index + 1, ...entry }))),
  );
}

/** All of SQL. `source` has application_id, policy_number (null without one) and seller_id. */
export interface Entered {
  readonly source: string;
  readonly json: string;
  /** By default the seller's day. */
  readonly day?: string;
}

/** Writes the lines of facts. A fact that is there already stays as it is. */
export function entered({ source, json, day = `seller_day(${source}.seller_id, now())` }: Entered): string {
  return `INSERT INTO journal_entry (application_id, fact, line, policy_number, seller_id, day, account, amount_cents, product,
                                     insurer, authority, province, rate_ppm, reference)
     SELECT ${source}.application_id, entry.fact, entry.line, ${source}.policy_number, ${source}.seller_id, ${day}, entry.account,
            entry."amountCents", entry.product, entry.insurer, entry.authority, entry.province, entry."ratePpm", entry.reference
     FROM ${source}
     CROSS JOIN json_to_recordset((${json})::json) AS entry (
       fact text, line smallint, account text, "amountCents" bigint, product text, insurer text, authority text, province text,
       "ratePpm" integer, reference text)
     ON CONFLICT DO NOTHING`;
}

/**
 * Writes that a reversal has ended: what was owed under its key is owed no more. `source` has application_id,
 * policy_number, kind, key and reference. `payer`: who gave it back, by default the processor or the lender. `at`:
 * when.
 */
export function paidBack({ source, at = 'now()', ...who }: PaidBack): string {
  const payer = who.payer ?? `CASE ${source}.kind WHEN 'loan' THEN 'lender' WHEN 'charge' THEN 'processor' END`;
  return `INSERT INTO journal_entry (application_id, fact, line, policy_number, seller_id, day, account, amount_cents, reference)
     SELECT ${source}.application_id, ${factOfReversal(source)}, entry.line, ${source}.policy_number, owed.seller_id,
            seller_day(owed.seller_id, ${at}), entry.account, entry.sign * owed.cents, entry.reference
     FROM ${source}
     CROSS JOIN LATERAL (
       SELECT seller_id, -sum(amount_cents) AS cents
       FROM journal_entry
       WHERE application_id = ${source}.application_id AND account = 'refund' AND reference = ${source}.key
       GROUP BY seller_id
     ) AS owed
     CROSS JOIN LATERAL (
       VALUES (1, 'refund', 1, ${source}.key), (2, ${payer}, -1, ${source}.reference)) AS entry (line, account, sign, reference)
     WHERE owed.cents > 0
     ON CONFLICT DO NOTHING`;
}

export interface PaidBack {
  readonly source: string;
  readonly payer?: string;
  readonly at?: string;
}

/** What a reversal is called in the books once it is done. */
export function factOfReversal(source: string): string {
  return `CASE ${source}.kind WHEN 'loan' THEN 'loan cancelled ' WHEN 'charge' THEN 'refund ' END || ${source}.key`;
}

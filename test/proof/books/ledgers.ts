import type { Tx } from '../../../src/store/database.ts';

/** Returns where the processor's own ledger, with its disputes, says otherwise than our books, of one sale. */
export async function differentLedger(database: Tx, applicationId: string): Promise<readonly string[]> {
  const { rows } = await database.query<Found>({ name: 'read_ledgers', text: ledgerSql, values: [applicationId] });
  const { theirsCents, oursCents, disputes } = rows[0]!;
  const different = disputes.map(
    ({ reference, theirs, ours }) =>
      `a dispute of ${reference} that the processor has as ${theirs}, the books as ${ours}`,
  );
  return theirsCents === oursCents
    ? different
    : [...different, `${theirsCents} cents with the processor, ${oursCents} in the books`];
}

interface Found {
  readonly theirsCents: number;
  readonly oursCents: number;
  readonly disputes: readonly {
    readonly reference: string;
    readonly theirs: string | null;
    readonly ours: string | null;
  }[];
}

// Our latest dispute of a charge, since the processor has one of each. It goes on telling a refund that came back as made.
const ledgerSql = `
  WITH charged AS (
    SELECT charge.* FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key) WHERE customer_reference = $1::text
  ), theirs AS (
    SELECT charged.reference, dispute.status || ' ' || dispute.amount_cents AS said,
           CASE dispute.status WHEN 'Won' THEN 0 ELSE dispute.amount_cents END AS held_cents
    FROM sandbox_cards.dispute JOIN charged USING (order_key)
  ), standing AS (
    SELECT * FROM ledger_entry AS entry
    WHERE application_id = $1::uuid AND voids IS NULL
      AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)
  ), ours AS (
    SELECT DISTINCT ON (party_reference) party_reference AS reference,
           coalesce((SELECT CASE kind WHEN 'dispute-won' THEN 'Won' ELSE 'Lost' END
                     FROM standing AS ending WHERE ending.dispute_id = opened.id ORDER BY id DESC LIMIT 1), 'Open')
             || ' ' || amount_cents AS said
    FROM standing AS opened
    WHERE kind = 'dispute-opened'
    ORDER BY party_reference, id DESC
  )
  SELECT ((SELECT coalesce(sum(amount_cents - refunded_cents), 0) FROM charged)
          - (SELECT coalesce(sum(held_cents), 0) FROM theirs)
          + (SELECT coalesce(sum(amount_cents), 0) FROM standing WHERE kind = 'refund-returned'))::int AS "theirsCents",
         (SELECT coalesce(sum(amount_cents), 0)::int FROM posted WHERE application_id = $1::uuid AND account = 'processor') AS "oursCents",
         (SELECT coalesce(json_agg(json_build_object('reference', reference, 'theirs', theirs.said, 'ours', ours.said)), '[]')
          FROM theirs FULL JOIN ours USING (reference)
          WHERE theirs.said IS DISTINCT FROM ours.said) AS disputes`;

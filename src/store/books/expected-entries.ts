/** The entries that were not taken back. */
export const isNotVoidedSql = `entry.voids IS NULL AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)`;

/** The key of the entry of a reversal that is done. */
const keyOfReversalSql = `CASE reversal.payee WHEN 'Lender' THEN 'loan-ended ' ELSE 'refund ' END || reversal.id`;

/**
 * The entries that the books must have, as SQL: what the other tables say of the applications in `batch`, a CTE with
 * application_id. `accounts` and `cents`: what the postings of the entry to these accounts must come to; null where
 * nothing else says. What has a key of its own in the books alone is looked for by its kind.
 */
export const expectedEntriesSql = `
    SELECT application_id, 'sale' AS key, ARRAY['partner', 'customer', 'lender'] AS accounts, policy.total_cents AS cents
    FROM batch JOIN policy USING (application_id)
    WHERE policy.total_cents > 0
    UNION ALL
    SELECT charged.application_id, coalesce(booked.key, 'charge'), ARRAY['processor'], charged.cents
    FROM (
      SELECT policy.application_id, policy.card_payment_id,
             coalesce(due_charge.charged_cents, policy.total_cents) AS cents
      FROM batch
      JOIN policy USING (application_id)
      LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
      WHERE policy.card_payment_id IS NOT NULL AND (due_charge.card_payment_id IS NULL OR due_charge.state = 'charged')
    ) AS charged
    LEFT JOIN LATERAL (
      SELECT key
      FROM ledger_entry AS entry
      WHERE entry.application_id = charged.application_id AND entry.card_payment_id = charged.card_payment_id
        AND entry.kind = 'charge' AND ${isNotVoidedSql}
      ORDER BY entry.amount_cents = charged.cents DESC, entry.turn DESC
      LIMIT 1
    ) AS booked ON true
    UNION ALL
    SELECT cancelled.application_id, coalesce(booked.key, 'cancellation'), ARRAY['premium', 'tax'], cancelled.refund_cents
    FROM (SELECT cancellation.* FROM batch JOIN cancellation USING (application_id)) AS cancelled
    LEFT JOIN LATERAL (
      SELECT key
      FROM ledger_entry AS entry
      WHERE entry.application_id = cancelled.application_id AND entry.kind = 'cancellation' AND ${isNotVoidedSql}
      LIMIT 1
    ) AS booked ON true
    WHERE cancelled.refund_cents > 0 AND cancelled.in_effect_at IS NOT NULL
    UNION ALL
    SELECT application_id, 'loan ' || reversal.key, NULL, NULL
    FROM batch JOIN reversal USING (application_id)
    WHERE reversal.payee = 'Lender' AND reversal.policy_number IS NULL
    UNION ALL
    SELECT application_id, ${keyOfReversalSql}, CASE payee WHEN 'Lender' THEN NULL ELSE ARRAY['processor', 'outside'] END,
           CASE payee WHEN 'Lender' THEN NULL ELSE -reversal.amount_cents END
    FROM batch JOIN reversal USING (application_id)
    WHERE reversal.progress = 'done' AND reversal.amount_cents > 0`;

/**
 * The entries that nothing else in the database explains, of the same `batch`: money that was given back by nobody, a
 * cancellation that is not in effect, a charge of no card of the sale.
 */
export const unexplainedEntriesSql = `
    SELECT entry.application_id, entry.key, entry.amount_cents::float8 AS cents
    FROM batch JOIN ledger_entry AS entry USING (application_id)
    WHERE ${isNotVoidedSql}
      AND CASE
            WHEN entry.kind IN ('refund', 'loan-ended') THEN NOT EXISTS (
              SELECT FROM reversal
              WHERE reversal.application_id = entry.application_id AND reversal.progress = 'done' AND ${keyOfReversalSql} = entry.key)
            WHEN entry.kind = 'cancellation' THEN NOT EXISTS (
              SELECT FROM cancellation
              WHERE cancellation.application_id = entry.application_id AND cancellation.in_effect_at IS NOT NULL)
            WHEN entry.kind = 'charge' THEN NOT EXISTS (
              SELECT FROM card_payment
              WHERE card_payment.id = entry.card_payment_id AND card_payment.application_id = entry.application_id)
            ELSE false
          END`;

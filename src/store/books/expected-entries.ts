/**
 * The entries that the books must have, as SQL: what the other tables say of the applications in `batch`, a CTE with
 * application_id. `accounts` and `cents`: what the postings of the entry to these accounts must come to; null where
 * nothing else says.
 */
export const expectedEntriesSql = `
    SELECT application_id, 'sale' AS key, ARRAY['partner', 'card', 'lender'] AS accounts, policy.total_cents AS cents
    FROM batch JOIN policy USING (application_id)
    WHERE policy.total_cents > 0
    UNION ALL
    SELECT charged.application_id, coalesce(booked.key, 'charge'), ARRAY['processor'], charged.cents
    FROM (
      SELECT policy.application_id, policy.card_payment_id,
             coalesce((due_charge.charge ->> 'amountCents')::integer, policy.total_cents) AS cents
      FROM batch
      JOIN policy USING (application_id)
      LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
      WHERE policy.card_payment_id IS NOT NULL AND (due_charge.card_payment_id IS NULL OR due_charge.state = 'charged')
    ) AS charged
    LEFT JOIN LATERAL (
      SELECT key
      FROM ledger_entry
      WHERE ledger_entry.application_id = charged.application_id AND ledger_entry.card_payment_id = charged.card_payment_id
        AND ledger_entry.kind = 'charge'
      LIMIT 1
    ) AS booked ON true
    UNION ALL
    SELECT application_id, 'payment ' || due_charge.card_payment_id, ARRAY['outside'], due_charge.amount_cents
    FROM batch JOIN due_charge USING (application_id)
    WHERE due_charge.settled_reference IS NOT NULL
    UNION ALL
    SELECT application_id, 'cancellation', ARRAY['premium', 'tax'], cancellation.refund_cents
    FROM batch JOIN cancellation USING (application_id)
    WHERE cancellation.refund_cents > 0 AND cancellation.in_effect_at IS NOT NULL
    UNION ALL
    SELECT application_id, 'write-off', ARRAY['card'], NULL
    FROM batch JOIN cancellation USING (application_id)
    WHERE cancellation.money = 'WrittenOff'
    UNION ALL
    SELECT application_id, 'loan ' || reversal.key, NULL, NULL
    FROM batch JOIN reversal USING (application_id)
    WHERE reversal.kind = 'loan' AND reversal.policy_number IS NULL
    UNION ALL
    SELECT application_id, CASE reversal.kind WHEN 'loan' THEN 'loan-cancelled ' ELSE 'refund ' END || reversal.key,
           CASE reversal.kind WHEN 'loan' THEN NULL ELSE ARRAY['processor', 'outside'] END,
           CASE reversal.kind WHEN 'loan' THEN NULL ELSE -reversal.amount_cents END
    FROM batch JOIN reversal USING (application_id)
    WHERE reversal.state <> 'due' AND reversal.amount_cents > 0`;

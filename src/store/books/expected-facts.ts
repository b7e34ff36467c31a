import { factOfReversal } from './entry.ts';

/**
 * The facts that the books must have, as SQL: what the other tables say of the applications in `batch`, a CTE with
 * application_id. `accounts` and `cents`: what these accounts of the fact must come to; null where nothing else says. A
 * loan of which no day is left to give back is cancelled without money.
 */
export const expectedFacts = `
    SELECT application_id, 'bind' AS fact, ARRAY['partner', 'card', 'lender'] AS accounts, policy.total_cents AS cents
    FROM batch JOIN policy USING (application_id)
    WHERE policy.total_cents > 0
    UNION ALL
    SELECT application_id, 'charge ' || journal.reference, ARRAY['processor'], journal.amount_cents
    FROM batch JOIN journal USING (application_id)
    WHERE journal.entry = 'captured'
    UNION ALL
    SELECT application_id, 'charge settled', ARRAY['outside'], due_charge.amount_cents
    FROM batch JOIN due_charge USING (application_id)
    WHERE due_charge.settled_reference IS NOT NULL
    UNION ALL
    SELECT application_id, 'cancellation', ARRAY['premium', 'tax'], cancellation.refund_cents
    FROM batch JOIN cancellation USING (application_id)
    WHERE cancellation.refund_cents > 0
    UNION ALL
    SELECT application_id, 'loan ' || reversal.key, NULL, NULL
    FROM batch JOIN reversal USING (application_id)
    WHERE reversal.kind = 'loan' AND reversal.policy_number IS NULL
    UNION ALL
    SELECT application_id, ${factOfReversal('reversal')},
           CASE reversal.kind WHEN 'charge' THEN ARRAY['processor', 'outside'] END,
           CASE reversal.kind WHEN 'charge' THEN -reversal.amount_cents END
    FROM batch JOIN reversal USING (application_id)
    WHERE reversal.state <> 'due' AND NOT (reversal.kind = 'loan' AND EXISTS (
      SELECT FROM cancellation WHERE cancellation.policy_number = reversal.policy_number AND cancellation.refund_cents = 0))`;

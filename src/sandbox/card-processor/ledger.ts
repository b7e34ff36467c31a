import type { Tx } from '../../store/database.ts';

/** Everything on record for one customer of the merchant, oldest first. */
export interface Ledger {
  readonly holds: readonly LedgerHold[];
  readonly charges: readonly LedgerCharge[];
}

export interface LedgerHold {
  /** The order key of the checkout. */
  readonly paymentId: string;
  readonly amountCents: number;
  readonly status: 'Held' | 'Captured' | 'Released';
}

export interface LedgerCharge {
  /** The order key of the checkout at which the customer gave the card. */
  readonly paymentId: string;
  /** The charge's own order key: another one when a saved card was charged. */
  readonly orderKey: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly status: 'Captured' | 'Reversed';
}

// More payments than any application has.
const entriesMax = 500;

export async function readLedger(tx: Tx, customerReference: string): Promise<Ledger> {
  const holds = await tx.query<LedgerHold>(
    `SELECT order_key AS "paymentId", amount_cents AS "amountCents", initcap(status) AS status
     FROM sandbox_cards.payment
     WHERE customer_reference = $1
       AND mode = 'hold'
       AND status IN ('held', 'captured', 'released')
     ORDER BY created_at, order_key
     LIMIT $2`,
    [customerReference, entriesMax],
  );
  const charges = await tx.query<LedgerCharge>(
    `SELECT coalesce(saved_card.order_key, charge.order_key) AS "paymentId",
            charge.order_key AS "orderKey",
            charge.amount_cents AS "amountCents",
            charge.refunded_cents AS "refundedCents",
            CASE WHEN charge.refunded_cents = charge.amount_cents THEN 'Reversed' ELSE 'Captured' END AS status
     FROM sandbox_cards.payment
     JOIN sandbox_cards.charge ON charge.order_key = payment.order_key
     LEFT JOIN sandbox_cards.saved_card ON saved_card.token = payment.card_token
     WHERE payment.customer_reference = $1
     ORDER BY charge.charged_at, charge.order_key
     LIMIT $2`,
    [customerReference, entriesMax],
  );
  return { holds: holds.rows, charges: charges.rows };
}

import type { Tx } from '../../store/database.ts';
import { read, sendRead } from '../../store/statement.ts';

// More payments than any application has.
const entriesMax = 500;

/** Returns everything on record for one customer of the merchant, oldest first. */
export async function readLedger(tx: Tx, customerReference: string) {
  const holds = await sendRead(
    tx,
    `SELECT order_key AS "paymentId", amount_cents AS "amountCents", initcap(status) AS status
     FROM sandbox_cards.payment
     WHERE customer_reference = :customerReference
       AND mode = 'hold'
       AND status IN ('held', 'captured', 'released')
     ORDER BY created_at, order_key
     LIMIT :entriesMax`,
    { customerReference, entriesMax },
  );
  // `paymentId` is the order key of the checkout at which the customer gave the card.
  const charges = await sendRead(
    tx,
    `SELECT coalesce(saved_card.order_key, charge.order_key) AS "paymentId",
            charge.order_key AS "orderKey",
            charge.amount_cents AS "amountCents",
            charge.refunded_cents AS "refundedCents",
            CASE WHEN charge.refunded_cents = charge.amount_cents THEN 'Reversed' ELSE 'Captured' END AS status
     FROM sandbox_cards.payment
     JOIN sandbox_cards.charge ON charge.order_key = payment.order_key
     LEFT JOIN sandbox_cards.saved_card ON saved_card.token = payment.card_token
     WHERE payment.customer_reference = :customerReference
     ORDER BY charge.charged_at, charge.order_key
     LIMIT :entriesMax`,
    { customerReference, entriesMax },
  );
  const disputes = await sendRead(
    tx,
    `SELECT coalesce(saved_card.order_key, dispute.order_key) AS "paymentId",
            dispute.order_key AS "orderKey",
            dispute.amount_cents AS "amountCents",
            dispute.status
     FROM sandbox_cards.payment
     JOIN sandbox_cards.dispute ON dispute.order_key = payment.order_key
     LEFT JOIN sandbox_cards.saved_card ON saved_card.token = payment.card_token
     WHERE payment.customer_reference = :customerReference
     ORDER BY dispute.opened_at, dispute.order_key
     LIMIT :entriesMax`,
    { customerReference, entriesMax },
  );
  return { holds: holds.rows, charges: charges.rows, disputes: disputes.rows };
}

interface ChargeRow {
  readonly orderKey: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly disputedCents: number;
}

/** Returns what was taken under the merchant's keys, but for orders that the processor was asked to be silent about. */
export async function listCharges(tx: Tx, orderKeys: readonly string[]) {
  const rows = await readCharges(tx, { orderKeys });
  return {
    charges: rows.filter(({ isSilent }) => !isSilent).map(({ isSilent: _, ...charge }) => charge),
    unanswered: rows.filter(({ isSilent }) => isSilent).map(({ orderKey }) => orderKey),
  };
}

const readCharges = read.allRows<
  ChargeRow & { readonly isSilent: boolean },
  [{ readonly orderKeys: readonly string[] }]
>(
  null,
  `SELECT charge.order_key AS "orderKey",
          charge.reference,
          charge.amount_cents AS "amountCents",
          charge.refunded_cents AS "refundedCents",
          CASE WHEN dispute.status IN ('Open', 'Lost') THEN dispute.amount_cents ELSE 0 END AS "disputedCents",
          payment.is_silent AS "isSilent"
   FROM sandbox_cards.charge
   JOIN sandbox_cards.payment ON payment.order_key = charge.order_key
   LEFT JOIN sandbox_cards.dispute ON dispute.order_key = charge.order_key
   WHERE charge.order_key = ANY (:orderKeys::text[])
   ORDER BY array_position(:orderKeys::text[], charge.order_key)`,
);

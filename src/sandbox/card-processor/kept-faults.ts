import type { Tx } from '../../store/database.ts';
import { findsRow, firstValue, runs } from '../../store/statement.ts';

/** Keeps a fault for the customer's next refund; null forgets it. */
export async function keepRefundFault(tx: Tx, customerReference: string, fault: string | null): Promise<void> {
  if (fault === null) await forget(tx, customerReference);
  else await keep(tx, customerReference, fault);
}

/** The fault that was kept for a refund of this order. It is met once. */
export const takeRefundFault = firstValue<string, [orderKey: string]>(
  null,
  `DELETE FROM sandbox_cards.refund_fault
   USING sandbox_cards.payment
   WHERE payment.order_key = $1 AND refund_fault.customer_reference = payment.customer_reference
   RETURNING refund_fault.fault`,
);

/** From now on no question about the order is answered. */
export const silence = runs<[orderKey: string]>(
  null,
  'UPDATE sandbox_cards.payment SET is_silent = true WHERE order_key = $1',
);

export const isSilent = findsRow<[orderKey: string]>(
  null,
  'SELECT FROM sandbox_cards.payment WHERE order_key = $1 AND is_silent',
);

/** Questions about the customer's orders are answered again. */
export const speak = runs<[customerReference: string]>(
  null,
  'UPDATE sandbox_cards.payment SET is_silent = false WHERE customer_reference = $1 AND is_silent',
);

const keep = runs<[customerReference: string, fault: string]>(
  null,
  `INSERT INTO sandbox_cards.refund_fault (customer_reference, fault)
   VALUES ($1, $2)
   ON CONFLICT (customer_reference) DO UPDATE SET fault = excluded.fault`,
);

const forget = runs<[customerReference: string]>(
  null,
  'DELETE FROM sandbox_cards.refund_fault WHERE customer_reference = $1',
);

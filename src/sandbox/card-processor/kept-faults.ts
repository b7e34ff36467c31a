import type { Tx } from '../../store/database.ts';
import { read, write } from '../../store/statement.ts';

/** Keeps a fault for the customer's next refund; null forgets it. */
export async function keepRefundFault(tx: Tx, customerReference: string, fault: string | null): Promise<void> {
  if (fault === null) await forget(tx, { customerReference });
  else await keep(tx, { customerReference, fault });
}

/** The fault that was kept for a refund of this order. It is met once. */
export const takeRefundFault = write.firstValue<string, [{ readonly orderKey: string }]>(
  null,
  `DELETE FROM sandbox_cards.refund_fault
   USING sandbox_cards.payment
   WHERE payment.order_key = :orderKey AND refund_fault.customer_reference = payment.customer_reference
   RETURNING refund_fault.fault`,
);

/** From now on no question about the order is answered. */
export const silence = write.runs<[{ readonly orderKey: string }]>(
  null,
  'UPDATE sandbox_cards.payment SET is_silent = true WHERE order_key = :orderKey',
);

export const isSilent = read.findsRow<[{ readonly orderKey: string }]>(
  null,
  'SELECT FROM sandbox_cards.payment WHERE order_key = :orderKey AND is_silent',
);

/** Questions about the customer's orders are answered again. */
export const answerAgain = write.runs<[{ readonly customerReference: string }]>(
  null,
  'UPDATE sandbox_cards.payment SET is_silent = false WHERE customer_reference = :customerReference AND is_silent',
);

const keep = write.runs<[{ readonly customerReference: string; readonly fault: string }]>(
  null,
  `INSERT INTO sandbox_cards.refund_fault (customer_reference, fault)
   VALUES (:customerReference, :fault)
   ON CONFLICT (customer_reference) DO UPDATE SET fault = excluded.fault`,
);

const forget = write.runs<[{ readonly customerReference: string }]>(
  null,
  'DELETE FROM sandbox_cards.refund_fault WHERE customer_reference = :customerReference',
);

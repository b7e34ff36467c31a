import { type Database, transact } from '../../store/database.ts';
import type { RefundRequest } from './merchant-schemas.ts';
import { lockPayment } from './payment-record.ts';
import { accept, type Judged, refuse } from './refusal.ts';

export interface RefundCircumstances {
  readonly now: Date;
  /** The issuer is asked to decline it: the account of the card is closed, and stays so. */
  readonly isDeclined: boolean;
}

/** The code by which an issuer says that the account is closed. */
const accountClosed = '46';

/** All refunds together never exceed the charge. */
export function refundCharge(
  database: Database,
  request: RefundRequest,
  { now, isDeclined }: RefundCircumstances,
): Promise<Judged<object>> {
  return transact(database, async (tx): Promise<Judged<object>> => {
    if ((await lockPayment(tx, request)) === null) return refuse('unknown order');
    const { rows } = await tx.query<{ reference: string; leftCents: number; isClosed: boolean }>(
      `SELECT reference, amount_cents - refunded_cents AS "leftCents", is_account_closed AS "isClosed"
       FROM sandbox_cards.charge
       WHERE order_key = $1`,
      [request.orderKey],
    );
    const charge = rows[0];
    if (charge === undefined || charge.reference !== request.reference) return refuse('not charged');
    const before = await tx.query('SELECT FROM sandbox_cards.refund WHERE order_key = $1 AND refund_key = $2', [
      request.orderKey,
      request.refundKey,
    ]);
    if (before.rowCount !== 0) return refuse('duplicate order');
    if (request.amountCents > charge.leftCents) return refuse('amount too high');
    if (isDeclined)
      await tx.query('UPDATE sandbox_cards.charge SET is_account_closed = true WHERE order_key = $1', [
        request.orderKey,
      ]);
    if (isDeclined || charge.isClosed) return refuse('declined', accountClosed);
    await tx.query(
      `INSERT INTO sandbox_cards.refund (refund_key, order_key, amount_cents, refunded_at) VALUES ($1, $2, $3, $4)`,
      [request.refundKey, request.orderKey, request.amountCents, now],
    );
    await tx.query(`UPDATE sandbox_cards.charge SET refunded_cents = refunded_cents + $2 WHERE order_key = $1`, [
      request.orderKey,
      request.amountCents,
    ]);
    return accept({});
  });
}

import { type Database, transact } from '../../store/database.ts';
import { read, write } from '../../store/statement.ts';
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
    const charge = await readCharge(tx, request);
    if (charge === null || charge.reference !== request.reference) return refuse('not charged');
    if (await isKnown(tx, request)) return refuse('duplicate order');
    if (request.amountCents > charge.leftCents) return refuse('amount too high');
    if (isDeclined) await closeAccount(tx, request);
    if (isDeclined || charge.isClosed) return refuse('declined', accountClosed);
    await giveBack(tx, { ...request, now });
    return accept({});
  });
}

const readCharge = read.firstRow<
  { readonly reference: string; readonly leftCents: number; readonly isClosed: boolean },
  [Pick<RefundRequest, 'orderKey'>]
>(
  null,
  `SELECT reference, amount_cents - refunded_cents AS "leftCents", is_account_closed AS "isClosed"
   FROM sandbox_cards.charge
   WHERE order_key = :orderKey`,
);

const isKnown = read.findsRow<[Pick<RefundRequest, 'orderKey' | 'refundKey'>]>(
  null,
  'SELECT FROM sandbox_cards.refund WHERE order_key = :orderKey AND refund_key = :refundKey',
);

const closeAccount = write.runs<[Pick<RefundRequest, 'orderKey'>]>(
  null,
  'UPDATE sandbox_cards.charge SET is_account_closed = true WHERE order_key = :orderKey',
);

const giveBack = write.runs<[Omit<RefundRequest, 'reference'> & { readonly now: Date }]>(
  null,
  `WITH refunded AS (
     INSERT INTO sandbox_cards.refund (refund_key, order_key, amount_cents, refunded_at)
     VALUES (:refundKey, :orderKey, :amountCents, :now)
   )
   UPDATE sandbox_cards.charge SET refunded_cents = refunded_cents + :amountCents WHERE order_key = :orderKey`,
);

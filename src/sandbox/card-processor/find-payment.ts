import type { ProcessorPayment } from '../../adapters/sandbox-cards/answers.ts';
import type { Charge } from '../../ports/card-processor.ts';
import type { Tx } from '../../store/database.ts';
import { read } from '../../store/statement.ts';
import { approvedCardOf } from './checkouts.ts';
import { readPayment } from './payment-record.ts';

/** Returns what was done under an order key: nothing, until the customer has finished the checkout. */
export async function findPayment(tx: Tx, orderKey: string): Promise<ProcessorPayment> {
  const payment = await readPayment(tx, { orderKey });
  if (payment === null) return { status: 'nothing' };
  const { status, amountCents } = payment;
  switch (status) {
    case 'open':
    case 'cancelled':
      return { status: 'nothing' };
    case 'declined':
      return { status, codes: payment.refusalCodes };
    case 'verified':
    case 'held':
    case 'released':
      return { status, amountCents, ...approvedCardOf(payment) };
    case 'captured':
      return { status, amountCents, ...approvedCardOf(payment), ...(await readCharge(tx, orderKey)) };
  }
}

async function readCharge(tx: Tx, orderKey: string): Promise<{ charge: Charge; refundedCents: number }> {
  const { refundedCents, chargedAt, ...charge } = await readChargeRow(tx, { orderKey });
  return { charge: { ...charge, chargedAt: chargedAt.toISOString() }, refundedCents };
}

/** Written in the transaction that captured. */
const readChargeRow = read.onlyRow<
  Omit<Charge, 'chargedAt'> & { readonly chargedAt: Date; readonly refundedCents: number },
  [{ readonly orderKey: string }]
>(
  null,
  `SELECT reference,
          amount_cents AS "amountCents",
          authorization_number AS "authorizationNumber",
          charged_at AS "chargedAt",
          refunded_cents AS "refundedCents"
   FROM sandbox_cards.charge
   WHERE order_key = :orderKey`,
);

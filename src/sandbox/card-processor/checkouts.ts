import { randomBytes, randomUUID } from 'node:crypto';
import type { ProcessorCheckout } from '../../adapters/sandbox-cards/answers.ts';
import type { Tx } from '../../store/database.ts';
import { sendWrite } from '../../store/statement.ts';
import type { OpenRequest, ReadRequest } from './merchant-schemas.ts';
import { hashTicket, type PaymentRecord, readPayment } from './payment-record.ts';
import { accept, type Judged, refuse } from './refusal.ts';

/** The merchant's side of a checkout: opening one, and reading what the customer has done with it. */
export async function openCheckout(tx: Tx, request: OpenRequest, now: Date): Promise<Judged<{ ticket: string }>> {
  // 256 random bits, safe in a URL: the contract's test page has the ticket in its URL.
  const ticket = randomBytes(32).toString('base64url');
  const { rowCount } = await sendWrite(
    tx,
    `INSERT INTO sandbox_cards.payment (order_key, reference, customer_reference, mode, status, amount_cents, language,
                                        ticket_hash, ticket_expires_at, created_at)
     VALUES (:orderKey, :reference, :customerReference, :mode, 'open', :amountCents, :language, :ticketHash, :expiresAt, :now)
     ON CONFLICT (order_key) DO NOTHING`,
    {
      ...request,
      reference: randomUUID(),
      mode: request.amountCents === 0 ? 'verify' : 'hold',
      ticketHash: hashTicket(ticket),
      expiresAt: new Date(now.getTime() + request.ticketMinutes * 60_000),
      now,
    },
  );
  return rowCount === 1 ? accept({ ticket }) : refuse('duplicate order');
}

/** A ticket of another order is treated like an unknown one. */
export async function readCheckout(
  tx: Tx,
  { orderKey, ticket }: ReadRequest,
  now: Date,
): Promise<Judged<ProcessorCheckout>> {
  const payment = await readPayment(tx, { ticket });
  return payment?.orderKey === orderKey ? accept(statusOf(payment, now)) : refuse('invalid ticket');
}

function statusOf(payment: PaymentRecord, now: Date): ProcessorCheckout {
  switch (payment.status) {
    case 'open':
      return { status: isExpired(payment, now) ? 'expired' : 'pending' };
    case 'cancelled':
    case 'declined':
      return { status: payment.status };
    // What the merchant did with the hold afterwards does not change what the customer did.
    case 'verified':
    case 'held':
    case 'captured':
    case 'released':
      return { status: 'approved', amountCents: payment.amountCents, ...approvedCardOf(payment) };
  }
}

export function isExpired({ ticketExpiresAt }: PaymentRecord, now: Date): boolean {
  return ticketExpiresAt !== null && ticketExpiresAt <= now;
}

/** The constraint `what_was_approved_has_a_card` guarantees the two assertions. */
export function approvedCardOf({ reference, cardToken, maskedCardNumber, cardType }: PaymentRecord) {
  return { reference, cardToken, maskedCardNumber: maskedCardNumber!, cardType: cardType! };
}

import { createHash } from 'node:crypto';
import type { Tx } from '../../store/database.ts';
import { sendRead, sendWrite } from '../../store/statement.ts';

/** One order as the processor has it on record. */
export interface PaymentRecord {
  readonly orderKey: string;
  readonly reference: string;
  readonly mode: 'hold' | 'verify' | 'charge';
  readonly status: 'open' | 'cancelled' | 'declined' | 'verified' | 'held' | 'captured' | 'released';
  readonly amountCents: number;
  readonly language: 'en' | 'fr';
  readonly ticketExpiresAt: Date | null;
  readonly maskedCardNumber: string | null;
  readonly cardType: string | null;
  readonly isRefusedLater: boolean;
  readonly refusalCodes: string | null;
  readonly cardToken: string | null;
  readonly hasLapsed: boolean;
}

/** How an order is found: by the merchant's key, or by the ticket of its checkout. */
type Which = { readonly orderKey: string } | { readonly ticket: string };

export async function readPayment(tx: Tx, which: Which): Promise<PaymentRecord | null> {
  const { text, values } = paymentSql(which);
  const { rows } = await sendRead<PaymentRecord>(tx, text, values);
  return rows[0] ?? null;
}

/** What is stored of a ticket. A plain hash is enough, since the ticket is random. */
export function hashTicket(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}

/** Locks the order until the end of the transaction, so that concurrent requests run one after the other. */
export async function lockPayment(tx: Tx, which: Which): Promise<PaymentRecord | null> {
  const { text, values } = paymentSql(which);
  const { rows } = await sendWrite<PaymentRecord>(tx, `${text} FOR UPDATE`, values);
  return rows[0] ?? null;
}

function paymentSql(which: Which) {
  const text = `SELECT ${columns} FROM sandbox_cards.payment`;
  return 'ticket' in which
    ? { text: `${text} WHERE ticket_hash = :ticketHash`, values: { ticketHash: hashTicket(which.ticket) } }
    : { text: `${text} WHERE order_key = :orderKey`, values: { orderKey: which.orderKey } };
}

const columns = `
  order_key AS "orderKey",
  reference,
  mode,
  status,
  amount_cents AS "amountCents",
  language,
  ticket_expires_at AS "ticketExpiresAt",
  masked_card_number AS "maskedCardNumber",
  card_type AS "cardType",
  is_refused_later AS "isRefusedLater",
  refusal_codes AS "refusalCodes",
  card_token AS "cardToken",
  has_lapsed AS "hasLapsed"`;

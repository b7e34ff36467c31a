import type { Tx } from '../../store/database.ts';

/** One order as the processor has it on record, with its charge if there is one. */
export interface PaymentRecord {
  readonly orderKey: string;
  readonly reference: string;
  readonly customerReference: string;
  readonly mode: 'hold' | 'verify' | 'charge';
  readonly status: 'open' | 'cancelled' | 'declined' | 'verified' | 'held' | 'captured' | 'released';
  readonly amountCents: number;
  readonly language: 'en' | 'fr';
  readonly ticketExpiresAt: Date | null;
  readonly maskedCardNumber: string | null;
  readonly cardType: string | null;
  readonly isRefusedLater: boolean;
  readonly cardToken: string | null;
  readonly hasLapsed: boolean;
}

/** Locks the order until the end of the transaction, so that concurrent requests run one after the other. */
export async function lockPayment(tx: Tx, orderKey: string): Promise<PaymentRecord | null> {
  const { rows } = await tx.query<PaymentRecord>(
    `SELECT ${columns} FROM sandbox_cards.payment WHERE order_key = $1 FOR UPDATE`,
    [orderKey],
  );
  return rows[0] ?? null;
}

export async function lockPaymentByTicket(tx: Tx, ticketHash: Buffer): Promise<PaymentRecord | null> {
  const { rows } = await tx.query<PaymentRecord>(
    `SELECT ${columns} FROM sandbox_cards.payment WHERE ticket_hash = $1 FOR UPDATE`,
    [ticketHash],
  );
  return rows[0] ?? null;
}

export async function readPayment(tx: Tx, orderKey: string): Promise<PaymentRecord | null> {
  const { rows } = await tx.query<PaymentRecord>(`SELECT ${columns} FROM sandbox_cards.payment WHERE order_key = $1`, [
    orderKey,
  ]);
  return rows[0] ?? null;
}

export async function readPaymentByTicket(tx: Tx, ticketHash: Buffer): Promise<PaymentRecord | null> {
  const { rows } = await tx.query<PaymentRecord>(
    `SELECT ${columns} FROM sandbox_cards.payment WHERE ticket_hash = $1`,
    [ticketHash],
  );
  return rows[0] ?? null;
}

const columns = `
  order_key AS "orderKey",
  reference,
  customer_reference AS "customerReference",
  mode,
  status,
  amount_cents AS "amountCents",
  language,
  ticket_expires_at AS "ticketExpiresAt",
  masked_card_number AS "maskedCardNumber",
  card_type AS "cardType",
  is_refused_later AS "isRefusedLater",
  card_token AS "cardToken",
  has_lapsed AS "hasLapsed"`;

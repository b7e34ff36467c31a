import { randomBytes } from 'node:crypto';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { sendWrite } from '../../store/statement.ts';
import { laterRefusalOf } from './card-behaviour.ts';
import { isExpired } from './checkouts.ts';
import { lockPayment, type PaymentRecord, readPayment } from './payment-record.ts';
import { type FieldFault, type ReadCard, readCard } from './read-card.ts';

/**
 * The customer's side of a checkout: reading it, sending a card, closing it. A checkout ends once; a second request
 * gets the reason.
 */
export type ClosedTicket = 'invalid ticket' | 'ticket used' | 'ticket expired';

export type Submitted =
  | { readonly kind: 'approved' | 'declined' | 'not a sandbox card' | ClosedTicket }
  | { readonly kind: 'invalid'; readonly faults: readonly FieldFault[] };

/** Stores only the masked number and the card's behaviour, nothing else of what was typed. */
export function submitCard(
  database: Database,
  { ticket, typed, now }: { ticket: string; typed: Readonly<Record<string, unknown>>; now: Date },
): Promise<Submitted> {
  return transact(database, async (tx): Promise<Submitted> => {
    const checkout = await lockPayment(tx, { ticket });
    if (checkout === null) return { kind: 'invalid ticket' };
    const shut = closedTicket(checkout, now);
    if (shut !== null) return { kind: shut };
    const card = readCard(typed, now);
    return 'faults' in card ? { kind: 'invalid', ...card } : { kind: await finish(tx, checkout, card, now) };
  });
}

export function cancelCheckout(
  database: Database,
  { ticket, now }: { ticket: string; now: Date },
): Promise<'cancelled' | ClosedTicket> {
  return transact(database, async (tx) => {
    const checkout = await lockPayment(tx, { ticket });
    if (checkout === null) return 'invalid ticket';
    if (checkout.status === 'cancelled') return 'cancelled';
    const shut = closedTicket(checkout, now);
    if (shut !== null) return shut;
    const { orderKey } = checkout;
    await sendWrite(tx, `UPDATE sandbox_cards.payment SET status = 'cancelled' WHERE order_key = :orderKey`, {
      orderKey,
    });
    return 'cancelled';
  });
}

/** Returns what the form shows before the customer types anything. */
export async function readDetails(tx: Tx, ticket: string, now: Date) {
  const checkout = await readPayment(tx, { ticket });
  if (checkout === null) return null;
  const { amountCents, language } = checkout;
  return { status: detailStatus(checkout, now), amountCents, mode: amountCents === 0 ? 'verify' : 'hold', language };
}

function detailStatus(checkout: PaymentRecord, now: Date): 'open' | 'finished' | 'cancelled' | 'expired' {
  if (checkout.status === 'cancelled') return 'cancelled';
  if (checkout.status !== 'open') return 'finished';
  return isExpired(checkout, now) ? 'expired' : 'open';
}

function closedTicket(checkout: PaymentRecord, now: Date): ClosedTicket | null {
  if (checkout.status !== 'open') return 'ticket used';
  return isExpired(checkout, now) ? 'ticket expired' : null;
}

async function finish(
  tx: Tx,
  checkout: PaymentRecord,
  card: ReadCard,
  now: Date,
): Promise<'approved' | 'declined' | 'not a sandbox card'> {
  const { behaviour, maskedCardNumber, cardType } = card;
  const isRefused = behaviour === 'refused' || behaviour === 'not a sandbox card';
  const approved = checkout.mode === 'hold' ? 'held' : 'verified';
  const status = isRefused ? 'declined' : approved;
  const cardToken = status === 'verified' ? await saveCard(tx, checkout, card, now) : null;
  const refusal = laterRefusalOf(behaviour);
  await sendWrite(
    tx,
    `UPDATE sandbox_cards.payment
     SET status = :status, masked_card_number = :maskedCardNumber, card_type = :cardType, is_refused_later = :isRefusedLater,
         refusal_codes = :refusalCodes, card_token = :cardToken
     WHERE order_key = :orderKey`,
    {
      orderKey: checkout.orderKey,
      status,
      maskedCardNumber,
      cardType,
      isRefusedLater: refusal !== null,
      refusalCodes: refusal?.codes ?? null,
      cardToken,
    },
  );
  if (!isRefused) return 'approved';
  return behaviour === 'refused' ? 'declined' : behaviour;
}

async function saveCard(tx: Tx, { orderKey }: PaymentRecord, card: ReadCard, now: Date): Promise<string> {
  const refusal = laterRefusalOf(card.behaviour);
  const token = `card_${randomBytes(24).toString('base64url')}`;
  await sendWrite(
    tx,
    `INSERT INTO sandbox_cards.saved_card (token, order_key, masked_card_number, card_type, is_refused_later, refusal_codes,
                                           saved_at)
     VALUES (:token, :orderKey, :maskedCardNumber, :cardType, :isRefusedLater, :refusalCodes, :now)`,
    {
      token,
      orderKey,
      maskedCardNumber: card.maskedCardNumber,
      cardType: card.cardType,
      isRefusedLater: refusal !== null,
      refusalCodes: refusal?.codes ?? null,
      now,
    },
  );
  return token;
}

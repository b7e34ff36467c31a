import { randomInt, randomUUID } from 'node:crypto';
import type { Charge } from '../../ports/card-processor.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { sendRead, sendWrite, write } from '../../store/statement.ts';
import type { CaptureRequest, ChargeRequest, HoldRequest } from './merchant-schemas.ts';
import { lockPayment } from './payment-record.ts';
import { accept, type Judged, refuse } from './refusal.ts';

export interface Circumstances {
  readonly now: Date;
  /** The fault that was requested for the charge. */
  readonly fault: 'declined' | 'expired' | null;
}

/** After a refusal by the issuer the hold can still be released. */
export function captureHold(
  database: Database,
  request: CaptureRequest,
  { now, fault }: Circumstances,
): Promise<Judged<Charge>> {
  return transact(database, async (tx): Promise<Judged<Charge>> => {
    const hold = await lockPayment(tx, request);
    if (hold === null || hold.reference !== request.reference) return refuse('unknown order');
    if (hold.status === 'captured') return refuse('already captured');
    if (hold.status === 'released') return refuse(hold.hasLapsed ? 'expired' : 'already released');
    if (hold.status !== 'held') return refuse('not held');
    if (request.amountCents > hold.amountCents) return refuse('amount too high');
    if (fault === 'expired') {
      await lapseHold(tx, hold);
      return refuse('expired');
    }
    if (hold.isRefusedLater) return refuse('declined', hold.refusalCodes);
    if (fault === 'declined') return refuse('declined');
    await endHold(tx, { ...hold, status: 'captured' });
    return accept(await recordCharge(tx, request, now));
  });
}

export function releaseHold(database: Database, request: HoldRequest): Promise<Judged<object>> {
  return transact(database, async (tx): Promise<Judged<object>> => {
    const hold = await lockPayment(tx, request);
    if (hold === null || hold.reference !== request.reference) return refuse('unknown order');
    if (hold.status === 'captured') return refuse('already captured');
    if (hold.status === 'released') return refuse('already released');
    if (hold.status !== 'held') return refuse('not held');
    await endHold(tx, { ...hold, status: 'released' });
    return accept({});
  });
}

/** A refusal by the issuer ends the order: the next attempt needs another order key. */
export function chargeSavedCard(
  database: Database,
  request: ChargeRequest,
  { now, fault }: Circumstances,
): Promise<Judged<Charge>> {
  return transact(database, async (tx): Promise<Judged<Charge>> => {
    // The merchant's agreement with the customer has lapsed: the issuer is not asked, so no order is stored.
    if (fault === 'expired') return refuse('expired');
    const { rows } = await sendRead<{ isRefusedLater: boolean; refusalCodes: string | null }>(
      tx,
      `SELECT is_refused_later AS "isRefusedLater", refusal_codes AS "refusalCodes"
       FROM sandbox_cards.saved_card
       WHERE token = :cardToken`,
      { cardToken: request.cardToken },
    );
    const card = rows[0];
    if (card === undefined) return refuse('unknown card');
    const isDeclined = card.isRefusedLater || fault === 'declined';
    const codes = card.isRefusedLater ? card.refusalCodes : null;
    // A concurrent request for the same order waits here for the first to commit, and then finds its row.
    const { rowCount } = await sendWrite(
      tx,
      `INSERT INTO sandbox_cards.payment (order_key, reference, customer_reference, mode, status, amount_cents,
                                          masked_card_number, card_type, is_refused_later, refusal_codes, card_token,
                                          created_at)
       SELECT :orderKey, :reference, :customerReference, 'charge', :status, :amountCents, masked_card_number, card_type,
              is_refused_later, :codes, token, :now
       FROM sandbox_cards.saved_card
       WHERE token = :cardToken
       ON CONFLICT (order_key) DO NOTHING`,
      { ...request, reference: randomUUID(), status: isDeclined ? 'declined' : 'captured', codes, now },
    );
    if (rowCount !== 1) return refuse('duplicate order');
    return isDeclined ? refuse('declined', codes) : accept(await recordCharge(tx, request, now));
  });
}

type Taken = Pick<ChargeRequest, 'orderKey' | 'amountCents'>;

async function recordCharge(tx: Tx, { orderKey, amountCents }: Taken, now: Date): Promise<Charge> {
  const charge = {
    reference: randomUUID(),
    amountCents,
    authorizationNumber: String(randomInt(1_000_000)).padStart(6, '0'),
    chargedAt: now.toISOString(),
  };
  await sendWrite(
    tx,
    `INSERT INTO sandbox_cards.charge (order_key, reference, amount_cents, authorization_number, charged_at)
     VALUES (:orderKey, :reference, :amountCents, :authorizationNumber, :chargedAt)`,
    { ...charge, orderKey },
  );
  return charge;
}

const endHold = write.runs<[{ readonly orderKey: string; readonly status: 'captured' | 'released' }]>(
  null,
  'UPDATE sandbox_cards.payment SET status = :status WHERE order_key = :orderKey',
);

const lapseHold = write.runs<[{ readonly orderKey: string }]>(
  null,
  `UPDATE sandbox_cards.payment SET status = 'released', has_lapsed = true WHERE order_key = :orderKey`,
);

import { randomUUID } from 'node:crypto';
import { type Database, transact } from '../../store/database.ts';
import { read, write } from '../../store/statement.ts';
import type { DisputeRequest } from './merchant-schemas.ts';
import { lockPayment } from './payment-record.ts';
import { accept, type Judged, refuse } from './refusal.ts';

export type DisputeStatus = 'Open' | 'Won' | 'Lost';

export interface Dispute {
  readonly reference: string;
  readonly amountCents: number;
  readonly status: DisputeStatus;
}

/**
 * Records what became of a customer's dispute of a charge: opened, and then won or lost by the merchant. It is about all
 * of the charge, unless an amount is named, and also where a part was refunded before. A charge has one dispute at a time:
 * one that was won may be opened again, and one that was lost may be won late. What is told again is answered as it was.
 */
export function recordDispute(database: Database, request: DisputeRequest, now: Date): Promise<Judged<Dispute>> {
  return transact(database, async (tx): Promise<Judged<Dispute>> => {
    if ((await lockPayment(tx, request)) === null) return refuse('unknown order');
    const { orderKey, outcome } = request;
    const chargedCents = await readCharged(tx, { orderKey });
    if (chargedCents === null) return refuse('not charged');
    const dispute = await readDispute(tx, { orderKey });
    const status = statuses[outcome];
    if (dispute?.status === status) return accept(dispute);
    if (status === 'Open') {
      if (dispute?.status === 'Lost') return refuse('already disputed');
      const amountCents = request.amountCents ?? chargedCents;
      if (amountCents > chargedCents) return refuse('amount too high');
      const opened: Dispute = { reference: randomUUID(), amountCents, status };
      await (dispute === null ? open : openAgain)(tx, { orderKey, reference: opened.reference, amountCents, now });
      return accept(opened);
    }
    const isOver = dispute?.status === 'Won' || (dispute?.status === 'Lost' && status === 'Lost');
    if (dispute === null || isOver) return refuse(dispute === null ? 'not disputed' : 'already disputed');
    await decide(tx, { orderKey, status, now });
    return accept({ ...dispute, status });
  });
}

const statuses = { Opened: 'Open', Won: 'Won', Lost: 'Lost' } as const satisfies Record<
  DisputeRequest['outcome'],
  DisputeStatus
>;

const readCharged = read.firstValue<number, [{ readonly orderKey: string }]>(
  null,
  'SELECT amount_cents FROM sandbox_cards.charge WHERE order_key = :orderKey',
);

const readDispute = read.firstRow<Dispute, [{ readonly orderKey: string }]>(
  null,
  `SELECT reference, amount_cents AS "amountCents", status
   FROM sandbox_cards.dispute
   WHERE order_key = :orderKey`,
);

const open = write.runs<
  [
    {
      readonly orderKey: string;
      readonly reference: string;
      readonly amountCents: number;
      readonly now: Date;
    },
  ]
>(
  null,
  `INSERT INTO sandbox_cards.dispute (order_key, reference, amount_cents, status, opened_at)
   VALUES (:orderKey, :reference, :amountCents, 'Open', :now)`,
);

const openAgain = write.runs<
  [
    {
      readonly orderKey: string;
      readonly reference: string;
      readonly amountCents: number;
      readonly now: Date;
    },
  ]
>(
  null,
  `UPDATE sandbox_cards.dispute
   SET reference = :reference, amount_cents = :amountCents, status = 'Open', opened_at = :now, decided_at = NULL
   WHERE order_key = :orderKey`,
);

const decide = write.runs<[{ readonly orderKey: string; readonly status: DisputeStatus; readonly now: Date }]>(
  null,
  'UPDATE sandbox_cards.dispute SET status = :status, decided_at = :now WHERE order_key = :orderKey',
);

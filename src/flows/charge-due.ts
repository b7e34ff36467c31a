import { randomUUIDv7 } from 'node:crypto';
import { addDays, type PlainDate } from '../domain/calendar/calendar.ts';
import type { Log } from '../domain/log.ts';
import { type Seller, todayOf } from '../domain/seller.ts';
import type { CardProcessor, Charge } from '../ports/card-processor.ts';
import type { CallContext, Outcome } from '../ports/outcome.ts';
import type { Database } from '../store/database.ts';
import { type DueCharge, finishDueCharge, postponeDueCharge, takeDueCharge } from '../store/due-charge.ts';
import { chargeKey } from './bind/money.ts';

export interface ChargeDueParts {
  readonly database: Database;
  readonly cards: CardProcessor;
  readonly log: Log;
}

// The rest is for the next run.
const turnMax = 1_000;
// Longer than any charge: it is taken alone, and takes a look-up, a call and another look-up, each with its whole timeout.
const leaseSeconds = 120;
/** The day itself and the next 3; then it is the operator's. */
const triesMax = 4;

/**
 * Charges saved cards whose day has come, by the sellers' days. The intent is committed before the processor is called; a try
 * that somebody began and did not end is asked about before it is made again. Answers how many came to an end: charged or refused.
 */
export async function chargeDue(parts: ChargeDueParts, sellers: readonly Seller[], now: Date): Promise<number> {
  const days = new Map(sellers.map((seller) => [seller.id, todayOf(seller, now)]));
  const asked = [...days].map(([sellerId, today]) => ({ sellerId, today }));
  let ended = 0;
  for (let turn = 0; turn < turnMax; turn += 1) {
    const due = await takeDueCharge(parts.database, asked, leaseSeconds);
    if (due === null) break;
    if (await chargeOne(parts, due, days.get(due.sellerId)!)) ended += 1;
  }
  return ended;
}

async function chargeOne({ database, cards, log }: ChargeDueParts, due: DueCharge, today: PlainDate): Promise<boolean> {
  const context: CallContext = { requestId: `charge-due-${due.cardPaymentId}`, fault: null };
  const outcome = await chargeOnce(cards, due, context);
  switch (outcome.kind) {
    case 'done': {
      const { reference, ...charge } = outcome.value;
      const isEntered = await finishDueCharge(database, due, { charge, reference, receiptId: randomUUIDv7() });
      // Somebody else has entered it, or has settled or stopped it meanwhile: then the customer has paid twice.
      if (!isEntered)
        log.error('scheduled charge made, not entered', { policyNumber: due.policyNumber, tries: due.tries });
      return isEntered;
    }
    case 'refused': {
      const nextDay = due.tries < triesMax ? addDays(today, 1) : null;
      const isEntered = await postponeDueCharge(database, due, nextDay);
      log.warn('scheduled charge refused', { policyNumber: due.policyNumber, tries: due.tries, nextDay });
      return isEntered;
    }
    case 'not-sent':
    case 'unknown':
      // The intent stays: when its lease has run out, the next turn asks first.
      log.warn('scheduled charge unclear', { policyNumber: due.policyNumber, tries: due.tries, cause: outcome.cause });
      return false;
  }
}

async function chargeOnce(cards: CardProcessor, due: DueCharge, context: CallContext): Promise<Outcome<Charge>> {
  const key = chargeKey({ id: due.cardPaymentId, holdCents: 0 }, due.tries);
  if (due.wasBegun) {
    const found = await cards.find(key, context);
    if (found.kind !== 'done') return { kind: 'unknown', cause: 'not known yet' };
    if (found.value.kind === 'charged') return { kind: 'done', value: found.value.charge };
    if (found.value.kind === 'declined') return { kind: 'refused', reason: 'declined' };
  }
  const { applicationId: customerReference, cardToken, amountCents } = due;
  return cards.chargeSavedCard({ key, customerReference, cardToken, amountCents }, context);
}

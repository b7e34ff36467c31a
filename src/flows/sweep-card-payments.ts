import { type CardPayment, chargeKey } from '../domain/card-payment/card-payment.ts';
import type { Log } from '../domain/log.ts';
import type { ApprovedCard, CardProcessor, FoundPayment } from '../ports/card-processor.ts';
import type { CallContext, Outcome } from '../ports/outcome.ts';
import { wasBindTried } from '../store/bind.ts';
import { type Decision, decideCardPayment, findForgotten, finishLapsing, startLapsing } from '../store/card-payment.ts';
import type { Database } from '../store/database.ts';
import type { Reference } from '../store/reference/keeper.ts';
import { reverseStray } from '../store/reversal.ts';
import { authorize } from './card-confirm.ts';

export interface SweepParts {
  readonly database: Database;
  readonly cards: Pick<CardProcessor, 'name' | 'find' | 'release'>;
  readonly reference: () => Reference;
  readonly log: Log;
}

// A turn asks the processor once per payment: this many, answered at the usual pace, take well under a minute.
const batchMax = 50;
// A call without an answer takes the whole timeout, some 20 s. Fifty of them would outlast the job's own limit.
const unansweredMax = 2;
// A customer who pressed the button as the ticket ran out is still being served by the processor.
const graceMs = 5 * 60_000;
// A saved card's charge may come through long after its bind was given up, and nothing can close it: it is asked about for as long.
const lateChargeMs = 60 * 60_000;
const context: CallContext = { requestId: 'sweep-card-payments', fault: null };

/**
 * Settles what no confirm has settled: a checkout whose buyer vanished is recorded as the processor has it, and the hold
 * of an authorization that lapsed without a bind is released. What the processor does not answer is left for the next turn.
 */
export async function sweepCardPayments(
  given: SweepParts,
  now: Date,
): Promise<{ readonly decided: number; readonly released: number }> {
  const parts = { ...given, cards: askUntilSilent(given.cards) };
  let decided = 0;
  for (const payment of await findForgotten(
    parts.database,
    parts.cards.name,
    new Date(now.getTime() - graceMs),
    batchMax,
  )) {
    if (await decideForgotten(parts, payment, now)) decided += 1;
  }
  // Taken out of reach of any bind first, released after: a hold is never given back under a running bind.
  let released = 0;
  for (const payment of await startLapsing(parts.database, parts.cards.name, now, batchMax)) {
    if (await releaseLapsed(parts, payment, now)) released += 1;
  }
  return { decided, released };
}

async function decideForgotten(
  parts: SweepParts,
  payment: CardPayment & { readonly sellerId: string },
  now: Date,
): Promise<boolean> {
  const outcome = await parts.cards.find(payment.id, context);
  const seller = parts.reference().sellers.byId.get(payment.sellerId);
  if (outcome.kind !== 'done' || seller === undefined) {
    parts.log.warn('card payment not settled', { paymentId: payment.id, outcome: outcome.kind });
    return false;
  }
  const decision = decisionOf(outcome.value, (card) => authorize(card, payment, seller, now));
  // A confirm may have been faster: what stands is what it recorded.
  const { status } = await decideCardPayment(parts.database, payment.id, decision, now);
  parts.log.info('card payment settled', { paymentId: payment.id, status });
  return true;
}

/** A card that was saved but whose token the processor tells only to the holder of the ticket can't be charged: it is over. */
function decisionOf(found: FoundPayment, authorized: (card: ApprovedCard) => Decision): Decision {
  switch (found.kind) {
    case 'nothing':
    case 'released':
      return { status: 'Cancelled' };
    case 'declined':
      return { status: 'Declined' };
    case 'verified':
      return found.cardToken === null ? { status: 'Cancelled' } : authorized(found);
    case 'held':
    case 'charged':
    case 'refunded':
      return authorized(found);
  }
}

export async function releaseLapsed(parts: SweepParts, payment: CardPayment, now: Date): Promise<boolean> {
  const isSettled =
    payment.holdCents > 0 ? await releaseHold(parts, payment) : await isSavedCardUncharged(parts, payment, now);
  if (!isSettled) return false;
  await finishLapsing(parts.database, payment.id, now);
  parts.log.info('card payment lapsed', { paymentId: payment.id });
  return true;
}

async function releaseHold(parts: SweepParts, payment: CardPayment): Promise<boolean> {
  const { cards, log } = parts;
  const outcome = await cards.release({ key: payment.id, reference: payment.processorReference ?? '' }, context);
  if (outcome.kind === 'done') return true;
  // What can't be released is gone, or was captured.
  if (outcome.kind === 'refused') {
    const found = await reverseIfCharged(parts, payment);
    return found === 'gone' || found === 'nothing';
  }
  log.warn('hold not released', { paymentId: payment.id, outcome: outcome.kind });
  return false;
}

/** A saved card has nothing to release; it is asked about only when a bind has tried to charge it. */
async function isSavedCardUncharged(parts: SweepParts, payment: CardPayment, now: Date): Promise<boolean> {
  const mayBeCharged = payment.cardToken !== null && (await wasBindTried(parts.database, payment.applicationId));
  if (!mayBeCharged) return true;
  const found = await reverseIfCharged(parts, payment);
  return found === 'gone' || (found === 'nothing' && payment.expiresAt!.getTime() < now.getTime() - lateChargeMs);
}

/**
 * A charge of a payment that lapsed came through long after its bind had been given up: money without cover, which is given
 * back. 'nothing': none has come so far. 'gone': none can come any more. 'owed': its reversal is due. 'unclear': the next turn
 * asks again.
 */
async function reverseIfCharged(
  { database, cards, log }: SweepParts,
  payment: CardPayment,
): Promise<'nothing' | 'gone' | 'owed' | 'unclear'> {
  const key = chargeKey(payment);
  const found = await cards.find(key, context);
  if (found.kind !== 'done' || found.value.kind === 'held') return 'unclear';
  if (found.value.kind === 'nothing') return 'nothing';
  if (found.value.kind !== 'charged') return 'gone';
  const { reference: processorReference, amountCents } = found.value.charge;
  log.error('charge without cover', { paymentId: payment.id });
  const stray = {
    kind: 'charge',
    key,
    cardPaymentId: payment.id,
    externalReference: processorReference,
    amountCents,
  } as const;
  // Nobody tries it here, so that the job may at once.
  return (await reverseStray(database, payment.applicationId, stray, 0)) === null ? 'unclear' : 'owed';
}

/** Stops asking for the rest of the turn once the processor has left so many calls unanswered: it is away, and the next turn comes soon. */
function askUntilSilent(cards: SweepParts['cards']): SweepParts['cards'] {
  let unanswered = 0;
  const ask = async <T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    if (unanswered >= unansweredMax) return { kind: 'not-sent', cause: 'the processor is silent' };
    const outcome = await call();
    if (outcome.kind === 'not-sent' || outcome.kind === 'unknown') unanswered += 1;
    return outcome;
  };
  return {
    name: cards.name,
    find: (...asked) => ask(() => cards.find(...asked)),
    release: (...asked) => ask(() => cards.release(...asked)),
  };
}

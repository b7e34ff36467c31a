import { type CardPayment, chargeKey } from '../../domain/card/card-payment.ts';
import { type SaleOfPayment, whyUnusable } from '../../domain/card/why-unusable.ts';
import type { PaymentId } from '../../domain/ids.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import type { CardProcessor, FoundPayment } from '../../ports/card-processor.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { wasBindTried } from '../../store/bind/bind.ts';
import {
  type Decision,
  decideCardPayment,
  findAbandonedCheckouts,
  finishLapsing,
  type LapsingPayment,
  startLapsing,
} from '../../store/card/card-payment.ts';
import { type OpenPayment, readOpenPayments, startLapsingOf } from '../../store/card/open-payment.ts';
import { reverseStray } from '../../store/refund/reversal.ts';
import type { Parts } from '../parts.ts';
import { strayCharge } from '../refund/stray-money.ts';
import { judgeTax } from '../tax/judge-tax.ts';
import { takeLinkCard } from '../unpaid/take-link-card.ts';
import { authorize, type HeldCard } from './card-confirm.ts';
import { recordIfOfPolicy } from './record-charge.ts';
import { turnOf } from './turn-of.ts';

export type SweepParts = Parts<'database' | 'reference' | 'log' | 'linkBox'> & {
  readonly cards: Pick<CardProcessor, 'name' | 'find' | 'release'>;
};

// A run asks the processor once per payment: this many take well under a minute.
const batchMax = 50;
// Less than the minute after which the next run begins.
const releaseMs = 40_000;
// Read at once, with the prices of their quotes.
const openMax = 200;
// A call without an answer takes the whole timeout, about 20 s. Fifty of them would exceed the job's time limit.
const unansweredMax = 2;
// The processor may still be serving a customer who submitted as the ticket expired.
const graceMs = 5 * 60_000;
// A saved card's charge may succeed long after its bind was given up, and can't be closed: it is asked about for this
// long.
const lateChargeMs = 60 * 60_000;
const context: CallContext = { requestId: 'sweep-card-payments', fault: null };

/**
 * Decides what no confirm has decided: records the outcome of unfinished checkouts, and releases the holds of
 * authorizations that lapsed without a bind. If the processor does not answer, the next run tries again.
 */
export async function sweepCardPayments(
  given: SweepParts,
  now: Date,
  signal?: AbortSignal,
): Promise<{ readonly decided: number; readonly released: number }> {
  const parts = { ...given, cards: askUntilSilent(given.cards) };
  let decided = 0;
  const before = new Date(now.getTime() - graceMs);
  for (const payment of await findAbandonedCheckouts(parts.database, {
    processor: parts.cards.name,
    before,
    countMax: batchMax,
  })) {
    if (signal?.aborted) break;
    const seller = parts.reference().sellers.byId.get(payment.sellerId);
    if (seller === undefined) parts.log.warn('card payment not settled', { paymentId: payment.id });
    else if ((await resolveAbandonedCheckout(parts, payment, { seller, now, isOver: true })) === 'decided')
      decided += 1;
  }
  decided += await lapseUnusable(parts, now, signal);
  return { decided, released: await releaseAll(parts, now, signal) };
}

/**
 * Marked as lapsing first, released afterwards: a hold is never released under a running bind. Batch by batch, since a
 * change of tax or of a seller ends many at once, until one brings nothing more or the time is over.
 */
async function releaseAll(parts: SweepParts, now: Date, signal?: AbortSignal): Promise<number> {
  const timeIsOver = AbortSignal.timeout(releaseMs);
  let released = 0;
  for (;;) {
    const lapsing = await startLapsing(parts.database, { processor: parts.cards.name, now, countMax: batchMax });
    let ofBatch = 0;
    for (const payment of lapsing) {
      if (signal?.aborted || timeIsOver.aborted) return released + ofBatch;
      if (await releaseLapsed(parts, payment, now)) ofBatch += 1;
    }
    released += ofBatch;
    if (lapsing.length < batchMax || ofBatch === 0) return released;
  }
}

/**
 * Marks as lapsing what can never be bound as its sale stands now. What has expired, or whose sale was bound otherwise,
 * is found by index instead. Of a form that is still open the processor is asked what it holds: the customer may type a
 * card for a price that is gone. Returns how many of these it decided.
 */
async function lapseUnusable(parts: SweepParts, now: Date, signal?: AbortSignal): Promise<number> {
  const forms: Unusable[] = [];
  for await (const one of findUnusable(parts, now)) {
    if (signal?.aborted) return 0;
    if (one.payment.status === 'Pending') forms.push(one);
    else await lapse(parts, one, now);
  }
  let decided = 0;
  for (const form of turnOf(forms, { now, countMax: batchMax })) {
    if (signal?.aborted) break;
    if ((await resolveAbandonedCheckout(parts, form.payment, { ...form, now, isOver: false })) !== 'decided') continue;
    decided += 1;
    await lapse(parts, form, now);
  }
  return decided;
}

type Unusable = OpenPayment & { readonly seller: Seller; readonly why: string };

async function* findUnusable(parts: SweepParts, now: Date): AsyncGenerator<Unusable> {
  let after: PaymentId | null = null;
  for (;;) {
    const page: readonly OpenPayment[] = await readOpenPayments(parts.database, parts.cards.name, {
      now,
      after,
      countMax: openMax,
    });
    for (const one of page) {
      const seller = parts.reference().sellers.byId.get(one.payment.sellerId);
      const why = seller === undefined ? null : whyUnusable(one.payment, saleOf(parts, one, seller, now));
      if (seller !== undefined && why !== null) yield { ...one, seller, why };
    }
    if (page.length < openMax) return;
    after = page.at(-1)!.payment.id;
  }
}

async function lapse({ database, log }: SweepParts, { payment, revision, why }: Unusable, now: Date): Promise<void> {
  if (await startLapsingOf(database, { id: payment.id, revision, now }))
    log.info('card payment unusable', { paymentId: payment.id, why });
}

function saleOf(
  parts: SweepParts,
  { payment, quoted, ...sale }: OpenPayment,
  seller: Seller,
  now: Date,
): SaleOfPayment {
  const { coverageCategory, productTypes, chargeDate } = payment;
  return {
    ...sale,
    seller,
    now,
    quoted,
    today: todayOf(seller, now),
    judgeTax: () =>
      judgeTax(parts.reference().tariffs, {
        seller,
        quoted,
        coverageCategory,
        products: productTypes.map((productType) => ({ productType })),
        paidOn: chargeDate,
        field: '',
      }),
  };
}

interface Forgotten {
  readonly seller: Pick<Seller, 'province' | 'todayFloor'>;
  readonly now: Date;
  /** The ticket has expired. If not, a customer without a card so far may still give one: that decides nothing. */
  readonly isOver: boolean;
}

/** Records what the customer did with a checkout for which no confirm was called. */
export async function resolveAbandonedCheckout(
  parts: Pick<SweepParts, 'database' | 'log' | 'reference' | 'linkBox'> & {
    readonly cards: Pick<CardProcessor, 'find'>;
  },
  payment: CardPayment,
  { seller, now, isOver }: Forgotten,
): Promise<'decided' | 'undecided' | 'unclear'> {
  const outcome = await parts.cards.find(payment.id, context);
  if (outcome.kind !== 'done') {
    parts.log.warn('card payment not settled', { paymentId: payment.id, outcome: outcome.kind });
    return 'unclear';
  }
  if (outcome.value.kind === 'nothing' && !isOver) return 'undecided';
  const decision = decisionOf(outcome.value, (card) => authorize(parts, card, payment, { seller, now }));
  // A confirm may have been faster: its outcome stays.
  const status = payment.isByLink
    ? await takeLinkCard(parts, payment, decision, { now, today: todayOf(seller, now) })
    : (await decideCardPayment(parts.database, payment.id, decision, now)).status;
  parts.log.info('card payment settled', { paymentId: payment.id, status });
  return 'decided';
}

/** If the processor gives the saved card's token only to the holder of the ticket, the card can't be charged. */
function decisionOf(found: FoundPayment, authorized: (card: HeldCard) => Decision): Decision {
  switch (found.kind) {
    case 'nothing':
    case 'released':
      return { status: 'Cancelled' };
    case 'declined':
      return { status: 'Declined' };
    case 'verified':
      return found.cardToken === null ? { status: 'Cancelled' } : authorized({ ...found, amountCents: 0 });
    case 'held':
      return authorized(found);
    case 'charged':
    case 'refunded':
      return authorized({ ...found, amountCents: found.charge.amountCents });
  }
}

export async function releaseLapsed(parts: SweepParts, payment: LapsingPayment, now: Date): Promise<boolean> {
  // Without a saved card something is held, even where nothing was to be.
  const hasHold = payment.holdCents > 0 || payment.cardToken === null;
  const isOver = hasHold ? await releaseHold(parts, payment, now) : await isSavedCardUncharged(parts, payment, now);
  if (!isOver) return false;
  await finishLapsing(parts.database, { id: payment.id, now });
  parts.log.info('card payment lapsed', { paymentId: payment.id });
  return true;
}

async function releaseHold(parts: SweepParts, payment: LapsingPayment, now: Date): Promise<boolean> {
  const { cards, log } = parts;
  const outcome = await cards.release({ key: payment.id, reference: payment.processorReference ?? '' }, context);
  if (outcome.kind === 'done') return true;
  // A hold that can't be released has ended or was captured.
  if (outcome.kind === 'refused') {
    const found = await reverseIfCharged(parts, payment, now);
    return found === 'gone' || found === 'nothing';
  }
  log.warn('hold not released', { paymentId: payment.id, outcome: outcome.kind });
  return false;
}

/** A saved card has nothing to release; the processor is asked only if a bind has tried to charge it. */
async function isSavedCardUncharged(parts: SweepParts, payment: LapsingPayment, now: Date): Promise<boolean> {
  const mayBeCharged =
    payment.cardToken !== null && (await wasBindTried(parts.database, { applicationId: payment.applicationId }));
  if (!mayBeCharged) return true;
  const found = await reverseIfCharged(parts, payment, now);
  return found === 'gone' || (found === 'nothing' && payment.expiresAt!.getTime() < now.getTime() - lateChargeMs);
}

/**
 * Reverses a charge of a lapsed payment, made after its bind was given up. 'nothing': no charge so far. 'gone': none
 * can come any more. 'owed': its reversal is due. 'unclear': the next run asks again.
 */
async function reverseIfCharged(parts: SweepParts, payment: LapsingPayment, now: Date) {
  const { database, cards, log, reference } = parts;
  const key = chargeKey(payment);
  const found = await cards.find(key, context);
  if (found.kind !== 'done' || found.value.kind === 'held') return 'unclear';
  if (found.value.kind === 'nothing') return 'nothing';
  if (found.value.kind !== 'charged') return 'gone';
  const { charge } = found.value;
  log.error('charge without cover', { paymentId: payment.id });
  // Sellers are never deleted.
  const seller = reference().sellers.byId.get(payment.sellerId)!;
  if (await recordIfOfPolicy(parts, { payment, key, charge, seller, now })) return 'owed';
  const stray = strayCharge({ ...charge, key, paymentId: payment.id }, todayOf(seller, now));
  // It has no lease, so that the job can try it at once.
  return (await reverseStray(database, payment.applicationId, stray, 0)) === null ? 'unclear' : 'owed';
}

/** Stops calling the processor for the rest of the run after this many calls without an answer. */
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

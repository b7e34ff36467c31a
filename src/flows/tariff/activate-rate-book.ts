import type { PlainDate } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { formerBook } from '../../domain/tariff/book-for-quote.ts';
import type { RateBook } from '../../domain/tariff/rate-book.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Tx, transact } from '../../store/database.ts';
import { findRateBook, insertActivation, lockTariffs, readBooks } from '../../store/tariff/rate-book.ts';
import { givenReason } from '../operator/reason.ts';
import type { Parts } from '../parts.ts';
import { operatorDay } from './operator-day.ts';

export type DecideParts = Parts<'database' | 'clock'>;

export interface Decided {
  readonly version: string;
  readonly activeFrom: PlainDate;
}

export interface ActivationAsked extends Decided {
  readonly reason: string;
  readonly actor: Actor;
}

/** Prices quotes by this book from that day on. Existing quotes keep their prices. */
export function activateBook(
  { database, clock }: DecideParts,
  asked: ActivationAsked,
): Promise<Decided | OperatorRefusal> {
  return transact(database, async (tx) => {
    await lockTariffs(tx);
    const book = await findRateBook(tx, { version: asked.version });
    if (book === null) return refuseOperator('NotFound', 'version', { version: asked.version });
    return refuseActivation(book, asked, clock()) ?? decide(tx, asked);
  });
}

/** Returns why the book can't be activated from that day; null if it can. */
export function refuseActivation(
  { lastEffectiveDate }: Pick<RateBook, 'lastEffectiveDate'>,
  { activeFrom, reason }: Pick<ActivationAsked, 'activeFrom' | 'reason'>,
  now: Date,
): OperatorRefusal | null {
  const today = operatorDay(now);
  if (givenReason(reason) === null) return refuseOperator('ReasonRequired', 'reason');
  if (activeFrom < today) return refuseOperator('ActivationInPast', 'activeFrom', { today });
  if (lastEffectiveDate !== null && lastEffectiveDate < activeFrom)
    return refuseOperator('RateBookEnds', 'activeFrom', { lastEffectiveDate });
  return null;
}

/** Writes the activation. The transaction must have locked the tariffs: the order of activations matters. */
export async function decide(tx: Tx, { version, activeFrom, reason, actor }: ActivationAsked): Promise<Decided> {
  const words = reason.trim();
  await insertActivation(tx, { version, activeFrom, actor, reason: words });
  await recordAct(tx, { actor, action: 'activate rate book', subject: version, reason: words, facts: { activeFrom } });
  return { version, activeFrom };
}

export interface RestoreOrder {
  /** The version that the operator was shown: if it has changed, nothing is done. Omit it to accept any. */
  readonly to?: string | undefined;
  readonly reason: string;
  readonly actor: Actor;
}

/**
 * Returns to the previous book at once; or, if a change is only planned, drops the plan by activating the book in
 * force.
 */
export function restorePreviousBook(
  { database, clock }: DecideParts,
  { to, reason, actor }: RestoreOrder,
): Promise<Decided | OperatorRefusal> {
  return transact(database, async (tx) => {
    await lockTariffs(tx);
    const activeFrom = operatorDay(clock());
    const former = formerBook(await readBooks(tx), activeFrom);
    if (former === null || (to !== undefined && former.version !== to)) return refuseOperator('NothingToGoBackTo');
    const asked = { version: former.version, activeFrom, reason, actor };
    return refuseActivation(former, asked, clock()) ?? decide(tx, asked);
  });
}

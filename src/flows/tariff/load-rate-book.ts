import type { PlainDate } from '../../domain/calendar.ts';
import type { Fault } from '../../domain/data-reader.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { parseRateBook } from '../../domain/tariff/parse-rate-book.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { findRateBook, insertRateBook, lockTariffs } from '../../store/tariff/rate-book.ts';
import { type DecideParts, decide, refuseActivation } from './activate-rate-book.ts';

export interface RateBookLoad {
  readonly document: unknown;
  /** If given, the book is activated from this day on. */
  readonly activeFrom?: PlainDate | undefined;
  readonly reason: string;
  readonly actor: Actor;
}

/** Loads a rate book. It prices nothing until it is activated, here or later. */
export async function loadBook(
  { database, clock }: DecideParts,
  { document, activeFrom, reason, actor }: RateBookLoad,
): Promise<{ readonly version: string } | OperatorRefusal> {
  const parsed = parseRateBook(document);
  if (!parsed.ok) return refuseOperator('RateBookFaulty', 'document', faultDetails(parsed.faults));
  const { version } = parsed.book;
  const refused = activeFrom === undefined ? null : refuseActivation(parsed.book, { activeFrom, reason }, clock());
  if (refused !== null) return refused;
  return transact(database, async (tx) => {
    await lockTariffs(tx);
    if ((await findRateBook(tx, { version })) !== null)
      return refuseOperator('RateBookLoaded', 'document.version', { version });
    await insertRateBook(tx, version, document, true);
    await recordAct(tx, { actor, action: 'load rate book', subject: version, reason: reason.trim() });
    if (activeFrom !== undefined) await decide(tx, { version, activeFrom, reason, actor });
    return { version };
  });
}

/** The first faults by path; checking the document returns all of them. */
export function faultDetails(faults: readonly Fault[]): Readonly<Record<string, string>> {
  return Object.fromEntries(faults.slice(0, shownMax).map(({ path, message }) => [path || 'document', message]));
}

const shownMax = 20;

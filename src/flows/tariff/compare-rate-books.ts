import { setImmediate as pause } from 'node:timers/promises';
import type { PlainDate } from '../../domain/calendar.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { PricingInputs } from '../../domain/quote/premium.ts';
import { type BookDifference, bookDifferences } from '../../domain/tariff/book-differences.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import { type Comparison, compareBooks } from '../../domain/tariff/compare-books.ts';
import { compareNotices, type NoticeChange } from '../../domain/tariff/compare-notices.ts';
import { parseRateBook } from '../../domain/tariff/parse-rate-book.ts';
import type { RateBook } from '../../domain/tariff/rate-book.ts';
import { thresholdQuotes } from '../../domain/tariff/threshold-quotes.ts';
import type { Database } from '../../store/database.ts';
import { findRateBook, readBooks } from '../../store/tariff/rate-book.ts';
import type { Parts } from '../parts.ts';
import { faultDetails } from './load-rate-book.ts';
import { operatorDay } from './operator-day.ts';
import { sampleQuotes, sampleVehicles } from './sample-quotes.ts';

export interface CompareAsked {
  /** A book that is not loaded, or a loaded version. */
  readonly document?: unknown;
  readonly version?: string;
  /** Defaults to the book in force. */
  readonly against?: string | undefined;
}

export interface Compared extends Comparison {
  readonly from: string;
  readonly to: string;
  readonly effectiveDate: PlainDate;
  readonly vehicleCount: number;
  /** The changes concern notices of that day. */
  readonly noticeChanges: readonly NoticeChange[];
  /** The files differ in these; at most a thousand are listed. */
  readonly differences: readonly BookDifference[];
  readonly differenceCount: number;
}

const differencesMax = 1_000;

interface FoundBook {
  readonly book: RateBook;
  readonly document: unknown;
}

// After this long, the comparison lets other requests run.
const sliceMs = 20;

/** Prices a sample of quotes with both books. Changes nothing. */
export async function compareRateBooks(
  { database, clock }: Parts<'database' | 'clock'>,
  asked: CompareAsked,
): Promise<Compared | OperatorRefusal> {
  const to = await bookAsked(database, asked);
  if (isOperatorRefusal(to)) return to;
  const today = operatorDay(clock());
  // The first day that the new book can price.
  const effectiveDate = to.book.firstEffectiveDate > today ? to.book.firstEffectiveDate : today;
  const against = asked.against ?? bookForQuote(await readBooks(database), { today, effectiveDate })?.version;
  if (against === undefined) return refuseOperator('RateBookNotThere', 'against');
  const from = await loadedBook(database, against, 'against');
  if (isOperatorRefusal(from)) return from;
  const vehicles = await sampleVehicles();
  const books = { from: from.book, to: to.book };
  const quotes = [...sampleQuotes(vehicles, effectiveDate), ...thresholdQuotes(books, vehicles, effectiveDate)];
  const differences = bookDifferences(from.document, to.document);
  return {
    from: books.from.version,
    to: books.to.version,
    effectiveDate,
    vehicleCount: vehicles.length,
    noticeChanges: compareNotices(books.from, books.to, effectiveDate),
    differences: differences.slice(0, differencesMax),
    differenceCount: differences.length,
    ...(await compareInSlices(books.from, books.to, quotes)),
  };
}

async function bookAsked(
  database: Database,
  { document, version }: CompareAsked,
): Promise<FoundBook | OperatorRefusal> {
  if (document === undefined) return loadedBook(database, version ?? '', 'version');
  const parsed = parseRateBook(document);
  return parsed.ok
    ? { book: parsed.book, document }
    : refuseOperator('RateBookFaulty', 'document', faultDetails(parsed.faults));
}

async function loadedBook(database: Database, version: string, field: string): Promise<FoundBook | OperatorRefusal> {
  const found = await findRateBook(database, { version });
  if (found === null) return refuseOperator('NotFound', field, { version });
  const parsed = parseRateBook(found.document);
  if (parsed.ok) return { book: parsed.book, document: found.document };
  // It was checked when it was loaded.
  throw new Error(`The stored rate book ${version} is faulty at ${parsed.faults[0]?.path}.`);
}

async function compareInSlices(from: RateBook, to: RateBook, quotes: Iterable<PricingInputs>): Promise<Comparison> {
  const comparing = compareBooks(from, to);
  let since = performance.now();
  for (const quote of quotes) {
    comparing.add(quote);
    if (performance.now() - since < sliceMs) continue;
    await pause();
    since = performance.now();
  }
  return comparing.finish();
}

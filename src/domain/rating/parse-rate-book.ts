import { checkRateBook } from './check-rate-book.ts';
import { DataReader, type Fault } from './data-reader.ts';
import { joinRateBook } from './join-rate-book.ts';
import type { RateBook } from './rate-book.ts';
import { readWrittenBook } from './written-book.ts';

export type RateBookParse =
  | { readonly ok: true; readonly book: RateBook }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Parses a rate book file. All faults of form are reported at once. The parts are checked against each other only if
 * the form is valid: placeholders would cause false faults.
 */
export function parseRateBook(json: unknown): RateBookParse {
  const reader = new DataReader(json);
  const written = readWrittenBook(reader);
  const faults = reader.faults.length > 0 ? reader.faults : checkRateBook(written);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, book: joinRateBook(written) };
}

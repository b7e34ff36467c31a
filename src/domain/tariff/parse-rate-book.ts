import { DataReader, type Parse } from '../data-reader.ts';
import { checkRateBook } from './check-rate-book.ts';
import { joinRateBook } from './join-rate-book.ts';
import type { RateBook } from './rate-book.ts';
import { readWrittenBook } from './written-book.ts';

/**
 * Parses a rate book file. All faults of form are reported at once. The parts are checked against each other only if
 * the form is valid: placeholders would cause false faults.
 */
export function parseRateBook(json: unknown): Parse<'book', RateBook> {
  const reader = new DataReader(json);
  const written = readWrittenBook(reader);
  const faults = reader.faults.length > 0 ? reader.faults : checkRateBook(written);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, book: joinRateBook(written) };
}

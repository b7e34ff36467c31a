import type { PlainDate } from '../calendar.ts';
import type { Fault } from '../data-reader.ts';
import { isWithin, type RateBook } from './rate-book.ts';

type Version = Pick<RateBook, 'version' | 'firstEffectiveDate' | 'lastEffectiveDate'>;

/** Returns the book that prices a policy starting on this date; null if there is none. */
export function bookInForce<B extends Version>(books: readonly B[], effectiveDate: PlainDate): B | null {
  return (
    books.find((book) => isWithin({ from: book.firstEffectiveDate, until: book.lastEffectiveDate }, effectiveDate)) ??
    null
  );
}

/** Two versions must not share a name or a day: prices would depend on the order of loading. */
export function versionFaults(books: readonly Version[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [i, book] of books.entries()) {
    for (const earlier of books.slice(0, i)) {
      if (book.version === earlier.version) {
        faults.push({ path: `books[${i}].version`, message: `${book.version} is there twice` });
      }
      if (overlap(book, earlier)) {
        faults.push({
          path: `books[${i}].firstEffectiveDate`,
          message: `is in force together with ${earlier.version}`,
        });
      }
    }
  }
  return faults;
}

function overlap(a: Version, b: Version): boolean {
  return (
    (b.lastEffectiveDate === null || a.firstEffectiveDate <= b.lastEffectiveDate) &&
    (a.lastEffectiveDate === null || b.firstEffectiveDate <= a.lastEffectiveDate)
  );
}

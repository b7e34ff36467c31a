import type { PlainDate } from '../calendar.ts';
import { bookInForce } from './book-in-force.ts';
import type { RateBook } from './rate-book.ts';

/*
 * There are two kinds of dates. A book states which effective dates it can price. An activation by the operator states
 * from which day quotes are priced by the book. The latest activation that has begun counts, so that one can be undone
 * by another and none is ever deleted. If there is no activation, the books' own dates count.
 */

/** A decision of the operator: quotes made on this day or later are priced by the book. */
export interface Activation {
  readonly version: string;
  readonly activeFrom: PlainDate;
}

export interface Books<B extends Version = RateBook> {
  readonly rateBooks: readonly B[];
  /** Versions that are not in force until an activation names them. */
  readonly waiting: ReadonlySet<string>;
  /** The latest activation comes first. */
  readonly activations: readonly Activation[];
}

export interface QuoteDays {
  readonly today: PlainDate;
  readonly effectiveDate: PlainDate;
}

type Version = Pick<RateBook, 'version' | 'firstEffectiveDate' | 'lastEffectiveDate'>;

/**
 * Returns the book that prices a policy quoted today and starting on the effective date; null if there is none. For a
 * policy that starts before the book's first day, the previous activation counts. One that starts after its last day
 * has no price: an older book does not come back by itself.
 */
export function bookForQuote<B extends Version>(books: Books<B>, { today, effectiveDate }: QuoteDays): B | null {
  for (const { version, activeFrom } of books.activations) {
    const book = books.rateBooks.find((one) => one.version === version);
    if (activeFrom > today || book === undefined || effectiveDate < book.firstEffectiveDate) continue;
    return bookInForce([book], effectiveDate);
  }
  return bookInForce(
    books.rateBooks.filter(({ version }) => !books.waiting.has(version)),
    effectiveDate,
  );
}

/** Returns the planned activation: the latest one, if its day has not come; null if there is none. */
export function plannedActivation({ activations }: Pick<Books, 'activations'>, today: PlainDate): Activation | null {
  const latest = activations[0];
  return latest !== undefined && latest.activeFrom > today ? latest : null;
}

/**
 * Returns the book to go back to: if a change is planned, the book in force, which drops the plan; otherwise the book
 * in force before this one. Null if there is none.
 */
export function formerBook<B extends Version>(books: Books<B>, today: PlainDate): B | null {
  const days = { today, effectiveDate: today };
  const current = bookForQuote(books, days);
  if (plannedActivation(books, today) !== null) return current;
  for (let i = 1; i <= books.activations.length; i += 1) {
    const before = bookForQuote({ ...books, activations: books.activations.slice(i) }, days);
    if (before !== null && before.version !== current?.version) return before;
  }
  return null;
}

export type BookState = 'in force' | 'planned' | 'former' | 'loaded';

/** Returns the state of a book today. A plan that was replaced was never in force: its book is only loaded. */
export function stateOfBook<B extends Version>(book: B, books: Books<B>, today: PlainDate): BookState {
  if (bookForQuote(books, { today, effectiveDate: today })?.version === book.version) return 'in force';
  if (plannedActivation(books, today)?.version === book.version) return 'planned';
  const wasActive = books.activations.some(
    ({ version, activeFrom }, i) =>
      version === book.version &&
      activeFrom <= today &&
      books.activations.slice(0, i).every((later) => later.activeFrom >= activeFrom),
  );
  const wasByItsDates = !books.waiting.has(book.version) && book.firstEffectiveDate <= today;
  return wasActive || wasByItsDates ? 'former' : 'loaded';
}

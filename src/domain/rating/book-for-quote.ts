import type { PlainDate } from '../calendar/calendar.ts';
import { bookInForce } from './book-in-force.ts';
import type { RateBook } from './rate-book.ts';

/*
 * Two kinds of dates. A book states which effective dates it can price. An activation by the operator states from which
 * day quotes are priced by the book. The latest activation that has begun counts, so that one can be undone by another
 * and none is ever deleted. Without activations, the books' own dates count.
 */

/** A decision of the operator: quotes made on this day or later are priced by the book. */
export interface Activation {
  readonly version: string;
  readonly activeFrom: PlainDate;
}

export interface Books<B extends Version = RateBook> {
  readonly rateBooks: readonly B[];
  /** Versions that an activation must name first; their own dates alone do not put them in force. */
  readonly waiting: ReadonlySet<string>;
  /** The latest decision first. */
  readonly activations: readonly Activation[];
}

export interface QuoteDays {
  readonly today: PlainDate;
  readonly effectiveDate: PlainDate;
}

type Version = Pick<RateBook, 'version' | 'inForceFrom' | 'inForceUntil'>;

/**
 * The book that prices a policy quoted today and starting on the effective date; null when the operator has none for
 * it. A policy that starts before the book's first day is left to the decision before. One that starts after its last
 * day has no price: nobody decided that an older book should come back.
 */
export function bookForQuote<B extends Version>(books: Books<B>, { today, effectiveDate }: QuoteDays): B | null {
  for (const { version, activeFrom } of books.activations) {
    const book = books.rateBooks.find((one) => one.version === version);
    if (activeFrom > today || book === undefined || effectiveDate < book.inForceFrom) continue;
    return bookInForce([book], effectiveDate);
  }
  return bookInForce(
    books.rateBooks.filter(({ version }) => !books.waiting.has(version)),
    effectiveDate,
  );
}

/** What is decided for later: the latest decision, when its day has not come. Null when nothing is. */
export function plannedActivation({ activations }: Pick<Books, 'activations'>, today: PlainDate): Activation | null {
  const latest = activations[0];
  return latest !== undefined && latest.activeFrom > today ? latest : null;
}

/**
 * Where going back leads: with a plan, to the book that is in force, so that the plan is dropped; otherwise to the book
 * that was in force before this one. Null when there is none.
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

/** How a book stands today. A plan that another decision came before was never in force: such a book is only loaded. */
export function stateOfBook<B extends Version>(book: B, books: Books<B>, today: PlainDate): BookState {
  if (bookForQuote(books, { today, effectiveDate: today })?.version === book.version) return 'in force';
  if (plannedActivation(books, today)?.version === book.version) return 'planned';
  const wasActive = books.activations.some(
    ({ version, activeFrom }, i) =>
      version === book.version &&
      activeFrom <= today &&
      books.activations.slice(0, i).every((later) => later.activeFrom >= activeFrom),
  );
  const wasByItsDates = !books.waiting.has(book.version) && book.inForceFrom <= today;
  return wasActive || wasByItsDates ? 'former' : 'loaded';
}

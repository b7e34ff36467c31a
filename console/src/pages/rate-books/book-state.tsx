import type { RateBookRow, RateBookState } from '../../../../src/operator/wire/tariff.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

const tones: Readonly<Record<RateBookState, Tone>> = {
  'in force': 'good',
  planned: 'waits',
  former: 'past',
  loaded: 'busy',
};

export function BookState({ state }: { readonly state: RateBookState }) {
  return <StateBadge tone={tones[state]}>{useWords().tariff.books.states[state]}</StateBadge>;
}

/** The effective dates that a book can price. */
export function BookDates({ book }: { readonly book: Pick<RateBookRow, 'inForceFrom' | 'inForceUntil'> }) {
  const { tariff, format } = useWords();
  const words = tariff.books;
  const from = format.date(book.inForceFrom);
  return book.inForceUntil === null ? words.datesOpen(from) : words.datesClosed(from, format.date(book.inForceUntil));
}

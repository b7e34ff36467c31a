import assert from 'node:assert/strict';
import test from 'node:test';
import { type Activation, bookForQuote, formerBook, plannedActivation, stateOfBook } from './book-for-quote.ts';

const first = { version: 'first', firstEffectiveDate: '2020-01-01', lastEffectiveDate: null };
const second = { version: 'second', firstEffectiveDate: '2026-01-01', lastEffectiveDate: null };
const third = { version: 'third', firstEffectiveDate: '2027-01-01', lastEffectiveDate: '2027-12-31' };

/** The seeded book goes by its dates, the others wait. Decisions are given in the order in which they were made. */
function books(...decisions: readonly (readonly [version: string, activeFrom: string])[]) {
  const activations: Activation[] = decisions.map(([version, activeFrom]) => ({ version, activeFrom }));
  return {
    rateBooks: [third, second, first],
    waiting: new Set(['second', 'third']),
    activations: activations.reverse(),
  };
}

const priced = (known: ReturnType<typeof books>, today: string, effectiveDate = today): string | undefined =>
  bookForQuote(known, { today, effectiveDate })?.version;

test('without a decision a book goes by its own dates, and one that waits prices nothing', () => {
  assert.equal(priced(books(), '2026-11-15'), 'first');
  assert.equal(
    bookForQuote({ ...books(), rateBooks: [second] }, { today: '2026-11-15', effectiveDate: '2026-11-15' }),
    null,
  );
});

test('an activated book prices from its day on, and not the day before', () => {
  const known = books(['second', '2026-12-01']);
  assert.equal(priced(known, '2026-11-30'), 'first');
  assert.equal(priced(known, '2026-12-01'), 'second');
});

test('the day of the quote decides, not the day on which the policy begins', () => {
  assert.equal(priced(books(['second', '2026-12-01']), '2026-11-30', '2026-12-15'), 'first');
});

test('a policy that begins before the first day of the activated book is left to the book before', () => {
  const known = books(['second', '2026-11-01'], ['third', '2026-12-01']);
  assert.equal(priced(known, '2026-12-20', '2026-12-31'), 'second');
  assert.equal(priced(known, '2026-12-20', '2027-01-01'), 'third');
});

test('after the last day of the activated book there is no price: no older book comes back by itself', () => {
  const known = books(['third', '2026-12-01']);
  assert.equal(priced(known, '2027-12-20', '2027-12-31'), 'third');
  assert.equal(priced(known, '2027-12-20', '2028-01-01'), undefined);
});

test('the latest decision counts, also against one that begins later', () => {
  const known = books(['third', '2027-02-01'], ['second', '2026-12-01']);
  assert.equal(priced(known, '2027-03-01'), 'second');
});

test('what is decided for later is a plan until its day', () => {
  const known = books(['second', '2026-12-01']);
  assert.equal(plannedActivation(known, '2026-11-30')?.version, 'second');
  assert.equal(plannedActivation(known, '2026-12-01'), null);
});

test('going back leads to the book that was in force before', () => {
  assert.equal(formerBook(books(['second', '2026-11-01']), '2026-11-15')?.version, 'first');
  assert.equal(formerBook(books(['second', '2026-11-01'], ['first', '2026-11-15']), '2026-11-15')?.version, 'second');
});

test('going back from a plan stays with the book in force', () => {
  assert.equal(formerBook(books(['second', '2026-11-01'], ['third', '2027-01-01']), '2026-11-15')?.version, 'second');
});

test('a book activated twice in a row is not its own former one', () => {
  assert.equal(formerBook(books(['second', '2026-11-01'], ['second', '2026-11-10']), '2026-11-15')?.version, 'first');
});

test('there is nothing to go back to where only one book was ever in force', () => {
  assert.equal(formerBook(books(), '2026-11-15'), null);
});

test('each book says how it stands today', () => {
  const states = (known: ReturnType<typeof books>, today: string) =>
    [first, second, third].map((book) => stateOfBook(book, known, today));
  assert.deepEqual(states(books(), '2026-11-15'), ['in force', 'loaded', 'loaded']);
  assert.deepEqual(states(books(['second', '2026-11-01'], ['third', '2027-01-01']), '2026-11-15'), [
    'former',
    'in force',
    'planned',
  ]);
});

test('a plan that was dropped before its day was never in force', () => {
  const known = books(['second', '2026-12-01'], ['first', '2026-11-15']);
  assert.equal(stateOfBook(second, known, '2026-12-05'), 'loaded');
});

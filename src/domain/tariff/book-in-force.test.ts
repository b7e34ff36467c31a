import assert from 'node:assert/strict';
import test from 'node:test';
import { bookInForce, versionFaults } from './book-in-force.ts';

const old = { version: '2025', firstEffectiveDate: '2025-01-01', lastEffectiveDate: '2025-12-31' };
const current = { version: '2026', firstEffectiveDate: '2026-01-01', lastEffectiveDate: null };

test('a policy is priced by the book in force on its effective date, on the first and the last day too', () => {
  const books = [old, current];
  assert.equal(bookInForce(books, '2024-12-31'), null);
  assert.equal(bookInForce(books, '2025-01-01'), old);
  assert.equal(bookInForce(books, '2025-12-31'), old);
  assert.equal(bookInForce(books, '2026-01-01'), current);
  assert.equal(bookInForce(books, '2099-01-01'), current);
});

test('versions may follow each other, but not share a day or a name', () => {
  assert.deepEqual(versionFaults([old, current]), []);
  assert.deepEqual(versionFaults([{ ...old, lastEffectiveDate: '2026-01-01' }, current]), [
    { path: 'books[1].firstEffectiveDate', message: 'is in force together with 2025' },
  ]);
  assert.deepEqual(versionFaults([old, { ...current, version: '2025' }]), [
    { path: 'books[1].version', message: '2025 is there twice' },
  ]);
  assert.equal(versionFaults([current, { ...current, version: '2027', firstEffectiveDate: '2027-01-01' }]).length, 1);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { plainWords } from './plain-words.ts';

test('case, accents, ligatures and punctuation do not matter', () => {
  assert.deepEqual(plainWords('Trois-Rivières'), ['trois', 'rivieres']);
  assert.deepEqual(plainWords("  St. John's "), ['st', 'johns']);
  assert.deepEqual(plainWords('Sacré-Cœur'), plainWords('SACRE COEUR'));
  assert.deepEqual(plainWords('Behchokǫ̀'), ['behchoko']);
  assert.deepEqual(plainWords('…—!'), []);
});

test('any text is safe, and its words are words already', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const words = plainWords(text);
      assert.ok(words.every((word) => word !== '' && !/[\s\p{P}]/u.test(word)));
    }),
  );
});

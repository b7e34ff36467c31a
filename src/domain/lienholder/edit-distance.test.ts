import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { editsFrom } from './edit-distance.ts';

test('a letter too many, missing, wrong or swapped with its neighbour is one slip', () => {
  for (const typed of ['toyotta', 'toyta', 'toyoda', 'toyoat', 'otyota', 'oyota']) {
    assert.equal(editsFrom(typed, 2)('toyota').whole, 1, typed);
  }
  assert.deepEqual(editsFrom('toyota', 2)('toyota'), { whole: 0, beginning: 0 });
  assert.deepEqual(editsFrom('dejard', 2)('desjardins'), { whole: 3, beginning: 1 });
});

test('what is too far is only said to be too far', () => {
  for (const text of ['', 'x', 'honda', 'a much longer text than that']) {
    assert.equal(editsFrom('toyota', 2)(text).whole, 3, text);
  }
});

test('a text is as far from its beginning as it is longer', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      assert.deepEqual(editsFrom(a, 12)(a + b), { whole: b.length, beginning: 0 });
      assert.equal(editsFrom(a, 12)(b).whole, editsFrom(b, 12)(a).whole);
    }),
  );
});

test('a narrow band counts the same as a wide one, as far as it counts', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 });
  fc.assert(
    fc.property(word, fc.array(word, { minLength: 1, maxLength: 4 }), (typed, texts) => {
      const narrow = editsFrom(typed, 2);
      for (const text of texts) {
        const wide = editsFrom(typed, 20)(text);
        const capped = { whole: Math.min(wide.whole, 3), beginning: Math.min(wide.beginning, 3) };
        assert.deepEqual(narrow(text), capped, `${typed} ${text}`);
      }
    }),
  );
});

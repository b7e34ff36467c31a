import assert from 'node:assert/strict';
import test from 'node:test';
import { isPolicyNumber } from './policy-number.ts';

test('a policy number is NB, eight digits and their check digit', () => {
  assert.ok(isPolicyNumber('NB100000017'));
  for (const text of ['NB100000018', 'NB10000001', 'NB1000000170', 'nb100000017', 'XX100000017', ' NB100000017', ''])
    assert.ok(!isPolicyNumber(text), text);
});

test('one mistyped digit is always noticed, and so are two neighbours swapped, but for 0 and 9', () => {
  const good = 'NB123456782';
  assert.ok(isPolicyNumber(good));
  for (let place = 2; place < good.length; place += 1) {
    for (const digit of '0123456789') {
      const typed = good.slice(0, place) + digit + good.slice(place + 1);
      assert.equal(isPolicyNumber(typed), typed === good, typed);
    }
    const swapped = good.slice(0, place) + (good[place + 1] ?? '') + good[place] + good.slice(place + 2);
    if (place + 1 < good.length) assert.ok(!isPolicyNumber(swapped), swapped);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { breakLongWords } from './long-words.ts';

test('a long surname is parted by hyphens alone, and keeps its own', () => {
  assert.deepEqual(breakLongWords('Ada Wolfeschlegelsteinhausenbergerdorff'), [
    'Ada Wolfeschlege\u00adlsteinhausen\u00adbergerdorff',
  ]);
  assert.deepEqual(breakLongWords('O’Featherstonehaugh-Cholmondeley'), ['O’Feathersto\u00adnehaugh-Cholmondeley']);
  assert.deepEqual(breakLongWords('Marie-Ève Tremblay'), ['Marie-Ève Tremblay'], 'one that fits a column has none');
});

test('an e-mail address, a number and a name in another script are parted without a hyphen', () => {
  for (const text of [
    'a.very.long.name@with.a.long.domain.example',
    'L-2026111500420000000000000042',
    'สมชายเจริญรุ่งเรืองวัฒนากุล',
  ]) {
    const pieces = breakLongWords(text);
    assert.ok(pieces.length > 1, text);
    assert.equal(pieces.join(''), text);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { type Columns, facts, table, widthOf } from './table.ts';

interface Row {
  readonly name: string;
  readonly count: number;
}

const columns: Columns<Row> = { name: 'name', count: { right: 'count' } };

test('columns line up, whatever letters stand in them', () => {
  const rows = [
    { name: 'Montréal', count: 7 },
    { name: '東京', count: 1_200 },
    { name: 'Zoe\u0308', count: 12 },
  ];
  assert.equal(
    table(rows, columns),
    ['NAME      COUNT', 'Montréal      7', '東京       1200', 'Zoe\u0308          12'].join('\n'),
  );
});

test('an empty list says so', () => {
  assert.equal(table<Row>([], columns, 'No seller.'), 'No seller.');
});

test('what is not there is a dash', () => {
  assert.equal(facts({ Version: 'a', Until: null }), 'Version  a\nUntil    –');
});

test('a name can not steer the terminal', () => {
  assert.ok(!table([{ name: '\u001b[2Jgone\u202e', count: 1 }], columns).includes('\u001b'));
});

test('wide signs count twice, accents not at all', () => {
  assert.deepEqual(['é', 'e\u0301', '東', '👍', 'ab'].map(widthOf), [1, 1, 2, 2, 2]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { type Columns, facts, plain, plainFacts, render, table, widthOf } from './table.ts';

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
    render(table(rows, columns)),
    ['NAME      COUNT', 'Montréal      7', '東京       1200', 'Zoe\u0308          12'].join('\n'),
  );
});

test('a column that is only named says what it shows: amounts in dollars, moments in UTC, numbers on the right', () => {
  const rows = [{ policyNumber: 'NB1', totalCents: 123_450, boundAt: '2026-11-15T09:30:00.000Z', lines: 7 }];
  assert.equal(
    render(table(rows, ['policyNumber', 'totalCents', 'boundAt', 'lines', { owed: 'totalCents' }])),
    [
      'POLICY NUMBER    TOTAL  BOUND (UTC)       LINES     OWED',
      'NB1            1234.50  2026-11-15 09:30      7  1234.50',
    ].join('\n'),
  );
});

test('an empty list says so', () => {
  assert.equal(table<Row>([], columns, 'No seller.'), 'No seller.');
});

test('what is not there is a dash, and no facts at all are an empty text', () => {
  assert.equal(render(facts({})), '');
  assert.equal(render(facts({ Version: 'a', Until: null })), 'Version  a\nUntil    –');
});

test('a name can not steer the terminal', () => {
  assert.ok(!render(table([{ name: '\u001b[2Jgone\u202e', count: 1 }], columns)).includes('\u001b'));
});

test('wide signs count twice, accents not at all', () => {
  assert.deepEqual(['é', 'e\u0301', '東', '👍', 'ab'].map(widthOf), [1, 1, 2, 2, 2]);
});

test('a table is no wider than the terminal: cells are folded between words, and nothing is lost', () => {
  const rows = [{ name: 'Replacement of the vehicle after a total loss', count: 7 }];
  assert.equal(
    render(table(rows, columns), 28),
    ['NAME                   COUNT', 'Replacement of the         7', 'vehicle after a total', 'loss'].join('\n'),
  );
});

test('what can not stand side by side is shown row by row, with its ids whole', () => {
  const id = '0197f1a2-0000-7000-8000-000000000000';
  const rows = [
    { id, name: 'Jo', cause: null },
    { id, name: 'Kim', cause: 'refused' },
  ];
  const text = render(table(rows, { id: 'id', customer: 'name', cause: 'cause' }), 50);
  const [first, second] = [`ID        ${id}\nCUSTOMER  Jo`, `ID        ${id}\nCUSTOMER  Kim\nCAUSE     refused`];
  assert.equal(text, `${first}\n\n${second}`);
});

test('words of the API are plain words, and amounts are dollars', () => {
  assert.deepEqual(['InForce', 'WrittenOff', 'Paid', 'refused', 'NB100000017'].map(plain), [
    'In force',
    'Written off',
    'Paid',
    'refused',
    'NB100000017',
  ]);
  assert.equal(
    plainFacts({ totalCents: 123_450, policyNumber: 'NB1', kind: 'FactSheet', actorName: 'McDonald', plan: {} }),
    'total 1234.50, policy number NB1, kind Fact sheet, actor name McDonald',
  );
});

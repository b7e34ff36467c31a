import assert from 'node:assert/strict';
import test from 'node:test';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import type { TObject } from 'typebox';
import { isNothingGiven, makeReader } from './read-request.ts';

interface Shape {
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** A request that has nothing but its dates, each made by `write`. */
function datesOf(shape: Shape, write: string): Record<string, unknown> {
  const all = Object.entries(shape.properties ?? {}).map(([name, inner]) => [
    name,
    inner.format === 'date' ? write : datesOf(inner, write),
  ]);
  return Object.fromEntries(
    all.filter(([, value]) => typeof value === 'string' || Object.keys(value ?? {}).length > 0),
  );
}

test('every date of every request takes a date-time, of which the date as written counts', () => {
  const day = '2026-11-15';
  const seen = new Set<string>();
  for (const { id, request } of operations as readonly Operation[]) {
    for (const [source, schema] of [
      ['text', request.query],
      ['json', request.body],
    ] as const) {
      const plain = datesOf((schema ?? {}) as Shape, day);
      if (Object.keys(plain).length === 0) continue;
      seen.add(id);
      const read = (dates: Record<string, unknown>) => makeReader(schema as TObject, source)(dates);
      const expected = read(plain);
      assert.deepEqual(expected.value, plain, id);
      for (const time of ['T00:00:00Z', 'T23:59:59-08:00', ' 08:30', 'T23:30:00.5+14:00'])
        assert.deepEqual(read(datesOf(schema as Shape, day + time)), expected, `${id} ${time}`);
    }
  }
  const told = 'sandboxCancellations sandboxPayments sandboxRefunds';
  const dated =
    'applications bind cancellationRequest createSaleLink disclosures moveSandboxClock paymentCard policies';
  assert.equal([...seen].sort().join(' '), `${dated} quote quoteFinancing ${told} vehicleConfigurations`);
});

test('a thing is given when any of its values is', () => {
  const nothing = [{}, { A: null }, { a: {} }, { a: { b: ' ', c: { d: null } } }, { a: {}, A: '' }, null, 'text'];
  for (const body of nothing) assert.ok(isNothingGiven(body, 'a'), JSON.stringify(body));
  for (const body of [{ a: 0 }, { A: false }, { a: [] }, { a: { b: { c: 0 } } }, { a: {}, A: 'x' }])
    assert.ok(!isNothingGiven(body, 'a'), JSON.stringify(body));
  const nested = (inner: string) => JSON.parse(`{"a":${'{"b":'.repeat(10_000)}${inner}${'}'.repeat(10_000)}}`);
  assert.ok(isNothingGiven(nested('null'), 'a'), 'deeper than the stack');
  assert.ok(!isNothingGiven(nested('0'), 'a'));
});

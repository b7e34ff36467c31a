import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApplicationId } from '../../domain/ids.ts';
import { turnOf } from './turn-of.ts';

const forms = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([applicationId, count]) =>
    Array.from({ length: count }, (_, place) => ({
      payment: { applicationId: applicationId as ApplicationId },
      name: `${applicationId}${place}`,
    })),
  );

/** The names whose turn it is, minute by minute. */
function turnsOf(counts: Readonly<Record<string, number>>, minutes: number): readonly (readonly string[])[] {
  return Array.from({ length: minutes }, (_, minute) =>
    turnOf(forms(counts), { now: new Date(minute * 60_000), countMax: 50 }).map(({ name }) => name),
  );
}

test('many forms of one application delay no other', () => {
  for (const turn of turnsOf({ many: 900, one: 1, two: 2, later: 1 }, 20)) {
    assert.equal(turn.length, 50);
    for (const name of ['one0', 'two0', 'two1', 'later0']) assert.ok(turn.includes(name), name);
  }
});

test('every form has its turn, with few applications, with more than a turn has, and of each size', () => {
  const single = Object.fromEntries(Array.from({ length: 120 }, (_, place) => [`a${place}-`, 1]));
  for (const [counts, minutes] of [
    [{ many: 300 }, 6],
    [{ many: 99, other: 7 }, 6],
    [{ a: 13, b: 50, c: 51, d: 1 }, 6],
    [single, 3],
    [{ ...single, many: 20 }, 60],
    [{}, 1],
  ] as const) {
    const seen = new Set(turnsOf(counts, minutes).flat());
    assert.equal(seen.size, forms(counts).length, JSON.stringify(counts));
  }
});

test('nobody has two turns in a minute', () => {
  for (const turn of turnsOf({ a: 3, b: 60 }, 5)) assert.equal(new Set(turn).size, turn.length);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import Schema from 'typebox/schema';
import { parseRescissionRules } from '../cancellation/rescission-rules.ts';
import { parseDisclosureTexts } from '../disclosure/disclosure-texts.ts';
import { parseTaxTable } from '../tax/parse-tax-table.ts';
import { parseRateBook } from './parse-rate-book.ts';

const files = [
  { name: 'rate-book', parse: (json: unknown) => parseRateBook(json).ok },
  { name: 'tax-table', parse: (json: unknown) => parseTaxTable(json).ok },
  { name: 'disclosure-texts', parse: (json: unknown) => parseDisclosureTexts(json).ok },
  {
    name: 'rescission-rules',
    parse: (json: unknown) => parseRescissionRules(json).ok,
    folder: '../cancellation/data',
  },
];

for (const { name, parse, folder = '../../sandbox/data' } of files) {
  const sample = readFileSync(new URL(`${folder}/${name}.json`, import.meta.url), 'utf8');
  const published = readFileSync(new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url), 'utf8');
  const schema = Schema.Compile(JSON.parse(published));

  test(`the sample ${name} satisfies the published schema and the parser`, () => {
    assert.ok(schema.Check(JSON.parse(sample)));
    assert.ok(parse(JSON.parse(sample)));
  });

  test(`whatever the published ${name} schema refuses, the parser refuses too`, () => {
    const places = placesIn(JSON.parse(sample));
    let refusedCount = 0;
    fc.assert(
      fc.property(fc.nat(places.length - 1), spoilers, (i, spoil) => {
        const json = JSON.parse(sample);
        spoilAt(json, places[i]!, spoil);
        if (schema.Check(json)) return;
        refusedCount += 1;
        assert.equal(parse(json), false, `${places[i]!.join('.')} ${JSON.stringify(spoil)}`);
      }),
      { numRuns: 150 },
    );
    assert.ok(refusedCount > 45, 'most spoilt files are refused');
  });
}

test('a fault of form that the parser names is one for the published schema', () => {
  const sample = readFileSync(new URL('../../sandbox/data/rate-book.json', import.meta.url), 'utf8');
  const published = readFileSync(new URL('../../../docs/schemas/rate-book.schema.json', import.meta.url), 'utf8');
  const schema = Schema.Compile(JSON.parse(published));
  const forms = /^(is required|is not a known property|must be (an? |one of|true))/;
  const places = placesIn(JSON.parse(sample));
  fc.assert(
    fc.property(fc.nat(places.length - 1), spoilers, (i, spoil) => {
      const json = JSON.parse(sample);
      spoilAt(json, places[i]!, spoil);
      const parsed = parseRateBook(json);
      // That an amount is missing for a term is a matter between two parts of the book: no schema can say it.
      const faults = parsed.ok
        ? []
        : parsed.faults.filter(({ path, message }) => forms.test(message) && !/baseCents\.\d+$/.test(path));
      if (faults.length > 0) assert.equal(schema.Check(json), false, JSON.stringify(faults));
    }),
    { numRuns: 150 },
  );
});

type Place = readonly (string | number)[];

const spoilers = fc.oneof(
  fc.constant({ kind: 'drop' as const }),
  fc.record({
    kind: fc.constant('put' as const),
    value: fc.constantFrom<unknown>(null, true, -1, 0, 1, 0.5, 1e12, '', ' ', 'x', 'ON', '2026-02-30', [], {}, [null], {
      x: 1,
    }),
  }),
  fc.constant({ kind: 'add' as const }),
);
type Spoil = typeof spoilers extends fc.Arbitrary<infer S> ? S : never;

function placesIn(json: unknown, at: Place = []): Place[] {
  if (typeof json !== 'object' || json === null) return at.length > 0 ? [at] : [];
  const below = Object.entries(json).flatMap(([key, value]) =>
    placesIn(value, [...at, Array.isArray(json) ? Number(key) : key]),
  );
  return at.length > 0 ? [at, ...below] : below;
}

function spoilAt(json: Record<string, unknown>, place: Place, spoil: Spoil): void {
  let parent = json as Record<string | number, unknown>;
  for (const key of place.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  const key = place.at(-1)!;
  if (spoil.kind === 'put') parent[key] = spoil.value;
  else if (spoil.kind === 'add' && !Array.isArray(parent)) parent.unknown = 1;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

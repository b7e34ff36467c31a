import { pickFrom } from './chance.ts';

/** Values that a property may hold and should not. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  2 ** 31,
  0.001,
  19_999_999.99,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '🚗'.repeat(40),
  'é\u0301',
  'x'.repeat(5_000),
  '\r\nX-Evil: 1',
  '\\',
  '"',
  "' OR 1=1 --",
  '{{7*7}}',
  '$1',
  '../../etc/passwd',
  '%00',
  '<script>',
  '$' + '{jndi:ldap://x}',
  'toString',
  '__proto__',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-11-15T25:00:00Z',
  '2026-11-15T23:59:60-05:00',
  '15/11/2026',
  'today',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{0190c0de}',
  '1',
  '-1',
  '1e5',
  '0x10',
  'NaN',
  'null',
  [],
  {},
  [[[]]],
  [null],
  { a: 1 },
  { toString: 1 },
  { length: 1e9 },
  Array.from({ length: 2_000 }, () => 'x'),
];

/** A copy with one to three places changed, taken out, renamed or added. */
export function spoil(value: unknown, random: () => number): unknown {
  const copy: unknown = structuredClone(value);
  const times = 1 + Math.floor(random() * 3);
  for (let time = 0; time < times; time += 1) spoilOnce(copy, random);
  return copy;
}

function spoilOnce(root: unknown, random: () => number): void {
  const pick = pickFrom(random);
  const objects = objectsIn(root);
  if (objects.length === 0) return;
  const object = pick(objects);
  const names = Object.keys(object);
  const name = names.length === 0 ? 'x' : pick(names);
  switch (pick(['odd', 'odd', 'odd', 'gone', 'renamed', 'added', 'wrapped'] as const)) {
    case 'odd':
      object[name] = structuredClone(pick(oddValues)); // The next spoiling must not spoil the list.
      return;
    case 'gone':
      delete object[name];
      return;
    case 'renamed':
      object[name.toUpperCase()] = object[name];
      return;
    case 'added':
      Object.defineProperty(object, pick(['__proto__', 'constructor', 'id', 'isValid', 'x'.repeat(300), '']), {
        value: structuredClone(pick(oddValues)),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return;
    case 'wrapped':
      object[name] = [object[name]];
      return;
  }
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).slice(0, 50).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

export function oddText(random: () => number): string {
  const value = pickFrom(random)(oddValues);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

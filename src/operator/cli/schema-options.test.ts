import assert from 'node:assert/strict';
import test from 'node:test';
import { Type } from '@northbind/contract/type.ts';
import { operatorRoute } from '../kit/operator-route.ts';
import { choice, day, reason } from '../wire/parts.ts';
import type { OpenLine } from './command-kit.ts';
import { schemaOptions } from './schema-options.ts';

const route = operatorRoute('POST /api/things/:id', 'admin', {
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({
    state: choice(['InForce', 'Expired']),
    validFrom: Type.Optional(day),
    changes: Type.Object({ odometer: Type.Optional(Type.Integer()), isOpen: Type.Boolean() }),
    reason,
  }),
  handle: async () => null,
});
const options = {
  state: 'in this state',
  validFrom: '--from <date> from this day on',
  'changes.odometer': 'in km',
  'changes.isOpen': 'it is open',
};
const made = schemaOptions(route, { usage: 'change <id>', about: '', options }, new Set(['id']));
const optionOf = (path: string) => made.find((one) => one.path === path)!;

test('a property of the request is an option; one that the route wants must be given', () => {
  assert.deepEqual(
    made.map(({ options: [option] }) => [option!.flags, option!.mandatory]),
    [
      ['--state <text>', true],
      ['--from <date>', false],
      ['--odometer <number>', false],
      ['--is-open', false],
      ['--reason <text>', true],
    ],
  );
});

test('what is typed is read as the schema says', () => {
  const [state] = optionOf('state').options;
  assert.equal(state!.parseArg!('in force', undefined), 'InForce');
  assert.throws(() => state!.parseArg!('over', undefined), /InForce, Expired/);
  const [from] = optionOf('validFrom').options;
  assert.throws(() => from!.parseArg!('2026-02-30', undefined), /2026-11-15/);
  const read = (path: string, given: unknown) => optionOf(path).read(given, {} as OpenLine, {});
  assert.equal(read('changes.odometer', '12'), 12);
  assert.throws(() => read('changes.odometer', 'many'), /no whole number/);
  assert.deepEqual([read('changes.isOpen', undefined), read('changes.isOpen', true)], [false, true]);
});

test('a property without words, and words without a property, stop the command line', () => {
  const { state: _, ...without } = options;
  const make = (words: typeof without) =>
    schemaOptions(route, { usage: 'x', about: '', options: words }, new Set(['id']));
  assert.throws(() => make(without), /no words for state/);
  assert.throws(() => make({ ...options, colour: 'its colour' } as typeof options), /no property colour/);
});

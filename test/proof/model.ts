import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Proof } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

const modelPath = new URL('../../docs/model/bind.pml', import.meta.url).pathname;

/** The protocol of the bind, checked by `spin` in every order in which its steps can happen: docs/model. */
export const model: Proof = {
  name: 'model',
  about: 'The bind by card as a model, in every order of its steps.',
  run: async (testbed) => {
    const missing = ['spin', 'gcc'].find((tool) => spawnSync(tool, ['--version']).error !== undefined);
    if (missing !== undefined) {
      const did = `Not checked: ${missing} is not installed (Debian: apt install spin gcc).`;
      testbed.say(did);
      return { did, counts: {}, faults: [] };
    }
    const since = performance.now();
    const kept: Found[] = [];
    for (const check of testbed.isQuick ? [safety] : checks) kept.push(await search(testbed, check));
    const planted: Found[] = [];
    for (const define of testbed.isQuick ? [] : plantedErrors)
      planted.push(await search(testbed, { ...safety, name: define, define }));
    const missed = planted.filter(({ errors }) => errors === 0);
    return {
      did: 'The bind by card as a model (docs/model): two carriers, the jobs and a processor that may act late or lose its answer, two deaths. spin tries every order of their steps, and must find each error that is planted.',
      counts: {
        checks: kept.length,
        states: sum(kept.map(({ states }) => states)),
        transitions: sum(kept.map(({ transitions }) => transitions)),
        depth: Math.max(...kept.map(({ depth }) => depth)),
        errors: sum(kept.map(({ errors }) => errors)),
        ...(!testbed.isQuick && { 'planted errors found': `${planted.length - missed.length} of ${planted.length}` }),
        seconds: Math.round((performance.now() - since) / 1_000),
      },
      faults: [
        ...kept.filter(({ errors }) => errors > 0).map(({ name, first }) => `${name}: ${first}`),
        ...missed.map(({ name }) => `${name}: planted, and not found`),
      ],
    };
  },
};

interface Check {
  readonly name: string;
  /** What of the model is switched on; null: the model as it is. */
  readonly define: string | null;
  /** The property that must hold in the end under weak fairness; null: assertions alone. */
  readonly property: string | null;
}

const safety: Check = { name: 'safety', define: null, property: null };
const checks: readonly Check[] = [
  safety,
  { name: 'safety, any lateness', define: 'ANY_LATENESS', property: null },
  { name: 'every claim ends', define: null, property: 'claim_ends' },
  { name: 'money ends in a policy or is given back', define: null, property: 'money_ends' },
];
const plantedErrors = ['NO_FENCE', 'INTENT_AFTER_CALL', 'ASK_SKIPPED', 'UNKNOWN_IS_NO'];

/** What one search found, in pan's figures. */
interface Found {
  readonly name: string;
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly errors: number;
  /** The first error, in pan's words. */
  readonly first: string;
}

// Spin leaves out orders that can't matter, on conditions that would be one more thing to trust.
const everyOrder = '-DNOREDUCE';
const fairProcesses = '-DNFAIR=3'; // Room for the model's processes; the default is six.
const memoryMax = '-DMEMLIM=3500'; // SPIN reads it in megabytes.
const depthMax = '-m100000';

/** Makes a program of the model that tries every order of its steps, and runs it. */
async function search(testbed: Testbed, { name, define, property }: Check): Promise<Found> {
  const folder = await mkdtemp(join(testbed.folder, 'model-'));
  const run = (command: string, ...args: readonly string[]): Promise<string> => output(testbed, folder, command, args);
  const made = await run('spin', '-a', ...(define === null ? [] : [`-D${define}`]), modelPath);
  const kind = property === null ? ['-DSAFETY', '-DNOCLAIM'] : [fairProcesses];
  const built = await run('gcc', '-O2', '-w', everyOrder, memoryMax, ...kind, '-o', 'pan', 'pan.c');
  const found = await run('./pan', depthMax, ...(property === null ? [] : ['-a', '-f', '-N', property]));

  const errors = figure(found, /errors: (\d+)/);
  const isWhole = !/too small|not completed|out of memory|MEMLIM/i.test(found);
  if (Number.isNaN(errors) || (errors === 0 && !isWhole))
    throw new Error(`The model was not searched to its end (${name}).\n${made}\n${built}\n${found}`);
  return {
    name,
    errors,
    states: figure(found, /([\d.e+]+) states, stored/),
    transitions: figure(found, /([\d.e+]+) transitions/),
    depth: figure(found, /depth reached (\d+)/),
    first: /^pan:1: (.*)$/m.exec(found)?.[1] ?? '',
  };
}

/**
 * All that a command prints, however it ends: pan's own words say whether it found anything. Ended with the testbed.
 */
function output(testbed: Testbed, cwd: string, command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  testbed.afterwards(() => child.kill());
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(printed.join('')));
  });
}

function figure(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

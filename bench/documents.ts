/** What a document costs: CPU and wall time of setting it, its size, and how long the event loop is held up meanwhile. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openDocumentPrinter } from '../src/documents/document-printer.ts';
import { sampleIssuer } from '../src/documents/issuer.ts';
import { openPress } from '../src/documents/press.ts';
import type { PrintRequest } from '../src/documents/print-request.ts';
import { quebecSale, sampleCharged, sampleFinanced, samplePolicy } from '../src/documents/sample-policy.ts';

const rounds = 300;
const documentsAtOnce = 200;

// Each has its own number, name and date: a repeated document would only be looked up.
const kinds: Readonly<Record<string, (turn: number) => PrintRequest>> = {
  'declaration en': (turn) => ({ kind: 'declaration', policy: samplePolicy(varied(turn)), language: 'en' }),
  'declaration fr+en, financed': (turn) => ({
    kind: 'declaration',
    policy: sampleFinanced({ ...quebecSale, ...varied(turn, quebecSale) }),
    language: ['fr', 'en'],
  }),
  'financing letter en': (turn) => ({ kind: 'financing-letter', policy: sampleFinanced(varied(turn)), language: 'en' }),
  'receipt en': (turn) => ({ kind: 'receipt', policy: sampleCharged(varied(turn)), language: 'en' }),
};

const press = openPress(sampleIssuer);
for (const make of Object.values(kinds)) for (let turn = 0; turn < 20; turn++) press.print(make(turn));

console.table(Object.entries(kinds).map(([kind, make]) => ({ kind, ...measure(make) })));
console.log(`resident memory after ${rounds * 4} documents: ${megabytes(process.memoryUsage.rss())} MB`);

const printer = openDocumentPrinter();
console.table([
  { 'event loop': 'idle', ...(await loopDelay(() => wait(1_500))) },
  { 'event loop': `${documentsAtOnce} documents printing`, ...(await loopDelay(printMany)) },
]);
await printer.close();

function measure(make: (turn: number) => PrintRequest) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let bytes = 0;
  for (let turn = 0; turn < rounds; turn++) bytes += press.print(make(1_000 + turn)).length;
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return {
    'CPU ms': rounded((user + system) / 1_000 / rounds),
    'wall ms': rounded(wallMs / rounds),
    bytes: Math.round(bytes / rounds),
  };
}

async function printMany(): Promise<void> {
  const make = kinds['declaration fr+en, financed']!;
  await Promise.all(Array.from({ length: documentsAtOnce }, (_, turn) => printer.print(make(turn))));
}

async function loopDelay(act: () => Promise<unknown>) {
  await wait(200);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await act();
  delay.disable();
  return {
    'took ms': Math.round(performance.now() - start),
    'median ms': rounded(delay.percentile(50) / 1e6),
    'p99 ms': rounded(delay.percentile(99) / 1e6),
    'max ms': rounded(delay.max / 1e6),
  };
}

function varied(turn: number, sale: Parameters<typeof samplePolicy>[0] = {}) {
  const { inputs } = samplePolicy(sale);
  const applicant = { ...inputs.applicant, lastName: `O’Connor ${turn}`, addressLine1: `${turn} Wellington Street` };
  return { policyNumber: `NB-${1_000_000 + turn}`, inputs: { ...inputs, odometer: 10_000 + turn, applicant } };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

/** What a document costs: CPU and wall time of setting it, its size, and how long the event loop is held up meanwhile. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openDocumentPrinter } from '../src/documents/document-printer.ts';
import { sampleIssuer } from '../src/documents/issuer.ts';
import { openPress } from '../src/documents/press.ts';
import type { PrintRequest } from '../src/documents/print-request.ts';
import { quebecSale, sampleCharged, sampleFinanced, samplePolicy } from '../src/documents/sample-policy.ts';
import type { Policy } from '../src/domain/policy/policy.ts';

const rounds = 300;
const documentsAtOnce = 200;

// Each differs from the others in all that two sales differ in: a repeated text would only be looked up.
const kinds: Readonly<Record<string, (turn: number) => PrintRequest>> = {
  'declaration en': (turn) => ({ kind: 'declaration', policy: varied(samplePolicy(), turn), language: 'en' }),
  'declaration fr+en, financed': (turn) => ({
    kind: 'declaration',
    policy: varied(sampleFinanced(quebecSale), turn),
    language: ['fr', 'en'],
  }),
  'financing letter en': (turn) => ({
    kind: 'financing-letter',
    policy: varied(sampleFinanced(), turn),
    language: 'en',
  }),
  'receipt en': (turn) => ({ kind: 'receipt', policy: varied(sampleCharged(), turn), language: 'en' }),
};
const inTurns = (turn: number): PrintRequest => Object.values(kinds)[turn % 4]!(turn);

const press = openPress(sampleIssuer);
for (const make of Object.values(kinds)) for (let turn = 0; turn < 20; turn++) press.print(make(turn));

const measured = Object.entries({ ...kinds, 'the four in turns': inTurns });
console.table(measured.map(([kind, make]) => ({ kind, ...measure(make) })));
console.log(`resident memory after ${rounds * measured.length} documents: ${megabytes(process.memoryUsage.rss())} MB`);

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

function varied<T extends Policy>(policy: T, turn: number): T {
  const some = (count: number) => (turn * 7919) % count;
  const day = `2026-${String(1 + some(12)).padStart(2, '0')}-${String(1 + some(28)).padStart(2, '0')}`;
  const products = policy.products.map((product, index) => {
    const premiumCents = product.premiumCents + some(9_973) * (index + 1);
    const taxCents = Math.round(premiumCents * 0.13);
    return { ...product, premiumCents, taxCents, totalWithTaxCents: premiumCents + taxCents };
  });
  const { inputs } = policy;
  return {
    ...policy,
    policyNumber: `NB-${1_000_000 + turn}`,
    boundOn: day,
    effectiveDate: day,
    expiryDate: `2030${day.slice(4)}`,
    products,
    premiumCents: products.reduce((sum, product) => sum + product.premiumCents, 0),
    taxCents: products.reduce((sum, product) => sum + product.taxCents, 0),
    totalWithTaxCents: products.reduce((sum, product) => sum + product.totalWithTaxCents, 0),
    inputs: {
      ...inputs,
      odometer: some(150_000),
      vehicle: {
        ...inputs.vehicle,
        vin: `2T3P1RFV8RC${100_000 + turn}`,
        model: `CX-${some(97)}`,
        trim: `XLE ${some(89)}`,
      },
      applicant: {
        ...inputs.applicant,
        lastName: `O’Connor ${turn}`,
        addressLine1: `${turn} Wellington Street`,
        addressLine2: `Unit ${some(997)}`,
        phoneNumber: `(416) 555-${1_000 + some(9_000)}`,
        emailAddress: `amelia.${turn}@mail.example`,
      },
    },
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

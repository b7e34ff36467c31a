/**
 * What a document costs: CPU and wall time to typeset it, compared with two other PDF libraries if bench/peers is
 * installed; its size; and how long the event loop is blocked. `--quick` typesets fewer.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { compose } from '../src/documents/compose.ts';
import { openDocumentPrinter } from '../src/documents/document-printer.ts';
import { sampleIssuer } from '../src/documents/issuer.ts';
import type { PrintRequest } from '../src/documents/print-request.ts';
import type { PrintJob } from '../src/documents/sheet.ts';
import { openTypesetter } from '../src/documents/typesetter.ts';
import { typesetterEnvironment } from '../src/documents/typesetter-client.ts';
import type { Policy } from '../src/domain/policy/policy.ts';
import { fullSale, quebecSale, sampleCharged, sampleFinanced, samplePolicy } from '../test/kit/sample-policy.ts';
import { peersFolder } from './kit/peers.ts';
import { table } from './kit/table.ts';

const isQuick = process.argv.includes('--quick');
const rounds = isQuick ? 60 : 300;
const peerRounds = isQuick ? 10 : 30;
const warmUpRounds = isQuick ? 5 : 20;
const documentsAtOnce = isQuick ? 50 : 200;

// Each differs from the others as two sales do: a repeated text would come from the cache.
const kinds: Readonly<Record<string, (turn: number) => PrintRequest>> = {
  'declaration en': (turn) => ({ kind: 'declaration', policy: varied(samplePolicy(fullSale()), turn), language: 'en' }),
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

type Print = (request: PrintRequest) => Promise<Uint8Array> | Uint8Array;

Object.assign(process.env, typesetterEnvironment);
const typesetter = await openTypesetter(sampleIssuer);
const measured: string[][] = [];
for (const [kind, make] of Object.entries({ ...kinds, 'the four in turns': inTurns }))
  measured.push([kind, ...(await measure(typesetter.print, make, rounds))]);
const megabytes = Math.round(process.memoryUsage.rss() / 1e6);
console.log(table(['', 'CPU ms', 'wall ms', 'bytes'], measured));
console.log('\nA declaration in French and English is two documents in one file, each of them whole.');
console.log(`Resident memory after ${rounds * measured.length} documents: ${megabytes} MB.\n`);

await besidePeers();

const printer = openDocumentPrinter();
console.log(
  table(
    ['event loop of the service', 'took ms', 'median ms', 'p99 ms', 'highest ms'],
    [
      ['idle', ...(await loopDelay(() => wait(1_500)))],
      [`${documentsAtOnce} documents printing`, ...(await loopDelay(printMany))],
    ],
  ),
);
await printer.close();

/**
 * The same words and figures in the same fonts, in a plainer layout: theirs is neither tagged nor in an archive format.
 */
async function besidePeers(): Promise<void> {
  if (!existsSync(join(peersFolder, 'dist/pdf')))
    return console.log('The other PDF libraries are not installed here.\n');
  const printers: Readonly<Record<string, Print>> = {
    'Northbind (Typst, PDF/A-2a)': typesetter.print,
    'pdfkit 0.20.2, same fonts': await peerPrinter('pdfkit', 'printWithPdfkit', true),
    'pdf-lib 1.17.1, same fonts': await peerPrinter('pdf-lib', 'printWithPdfLib', true),
    'pdfkit, Helvetica': await peerPrinter('pdfkit', 'printWithPdfkit', false),
    'pdf-lib, Helvetica': await peerPrinter('pdf-lib', 'printWithPdfLib', false),
  };
  const rows: string[][] = [];
  for (const [name, print] of Object.entries(printers))
    rows.push([name, ...(await measure(print, kinds['declaration en']!, peerRounds))]);
  console.log(`${table(['declaration en, beside other libraries', 'CPU ms', 'wall ms', 'bytes'], rows)}\n`);
  console.log('They read a font anew for each document. Helvetica is not embedded and has Western letters only.\n');
}

type Library = Readonly<Record<string, (job: PrintJob, isEmbedded: boolean) => Promise<Uint8Array>>>;

async function peerPrinter(file: string, name: string, isEmbedded: boolean): Promise<Print> {
  const library = (await import(join(peersFolder, `dist/pdf/${file}.js`))) as Library;
  return (request) => library[name]!(compose(request, sampleIssuer), isEmbedded);
}

async function measure(print: Print, make: (turn: number) => PrintRequest, count: number): Promise<string[]> {
  for (let turn = 0; turn < warmUpRounds; turn++) await print(make(turn));
  const cpu = process.cpuUsage();
  const start = performance.now();
  let bytes = 0;
  for (let turn = 0; turn < count; turn++) bytes += (await print(make(1_000 + turn))).length;
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return [((user + system) / 1_000 / count).toFixed(2), (wallMs / count).toFixed(2), (bytes / count).toFixed(0)];
}

async function printMany(): Promise<void> {
  const make = kinds['declaration fr+en, financed']!;
  await Promise.all(Array.from({ length: documentsAtOnce }, (_, turn) => printer.print(make(turn))));
}

async function loopDelay(act: () => Promise<unknown>): Promise<string[]> {
  await wait(200);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await act();
  delay.disable();
  const tookMs = performance.now() - start;
  return [
    tookMs.toFixed(0),
    ...[delay.percentile(50), delay.percentile(99), delay.max].map((ns) => (ns / 1e6).toFixed(2)),
  ];
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

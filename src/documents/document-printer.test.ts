import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readPdf } from '../../test/kit/invariants/read-pdf.ts';
import { startDoomedTypesetter } from '../../test/kit/parties/doomed-typesetter.ts';
import { quebecSale, sampleFinanced, samplePolicy } from '../../test/kit/sale/sample-policy.ts';
import { Busy } from '../domain/call/busy.ts';
import { type DocumentPrinter, openDocumentPrinter } from './document-printer.ts';
import { sampleIssuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { startTypesetter, type TypesetterClient } from './typesetter-client.ts';

const request: PrintRequest = { kind: 'declaration', policy: sampleFinanced(quebecSale), language: ['fr', 'en'] };

const { inputs } = samplePolicy();
const chinese: PrintRequest = {
  kind: 'declaration',
  policy: samplePolicy({ inputs: { ...inputs, applicant: { ...inputs.applicant, firstOrCompanyName: '王小明' } } }),
  language: 'en',
};

test('two printers print the same bytes', async () => {
  const printed: Buffer[] = [];
  for (let turn = 0; turn < 2; turn++) await withPrinter(async (printer) => printed.push(await printer.print(request)));
  assert.ok(printed[0]!.equals(printed[1]!));
});

test('documents come out to those who asked for them, whatever the order', () =>
  withPrinter(async (printer) => {
    const numbers = Array.from({ length: 20 }, (_, index) => `NB-${1_000_000 + index}`);
    const printed = await Promise.all(
      numbers.map((policyNumber) =>
        printer.print({ kind: 'declaration', policy: samplePolicy({ policyNumber }), language: 'en' }),
      ),
    );
    for (const [index, pdf] of printed.entries()) assert.ok(pdf.includes(`(Policy declarations ${numbers[index]})`));
  }));

test('more documents than may wait are refused at once', () =>
  withPrinter(async (printer) => {
    const printed = Array.from({ length: 1_001 }, () => printer.print(request));
    await assert.rejects(printed.pop()!, /wait at the printer/);
    for (const one of printed) one.catch(() => undefined);
  }));

test('a closed printer refuses, and what waits is refused', async () => {
  const printer = openDocumentPrinter();
  const waiting = printer.print(request);
  await Promise.all([assert.rejects(waiting), printer.close()]);
  await assert.rejects(printer.print(request), /closed/);
});

test('a request that can’t be printed is refused, and the next one is printed', () =>
  withPrinter(async (printer) => {
    const wrong = { ...request, policy: { ...request.policy, boundOn: '2026-02-31' } };
    await assert.rejects(printer.print(wrong), /can't be set/);
    assert.ok((await printer.print(request)).length > 0);
  }));

test('a document is printed all the same when its typesetter is killed, in every script', async () => {
  const clients: TypesetterClient[] = [];
  const printer = openDocumentPrinter({
    start: async (issuer) => {
      const client = await startTypesetter(issuer);
      clients.push(client);
      return client;
    },
  });
  let wasHit = false;
  // It may be printed before the kill arrives: then once more.
  for (let tries = 0; !wasHit && tries < 50; tries += 1) {
    const undisturbed = await printer.print(chinese);
    const before = clients.length;
    const printed = printer.print(chinese);
    await setImmediate(); // It is with the typesetter now.
    await clients.at(-1)!.end();
    assert.ok(undisturbed.equals(await printed));
    wasHit = clients.length > before;
  }
  assert.ok(wasHit);
  await printer.close();
});

test('a document whose typesetter is killed twice is refused for now, and later printed in every script', async () => {
  const events: string[] = [];
  let deaths: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGKILL'];
  const printer = openDocumentPrinter({
    start: startDoomedTypesetter(() => deaths),
    report: (event, facts) => events.push(`${event} ${Object.keys(facts)}`),
  });
  await assert.rejects(printer.print(chinese), Busy);
  deaths = ['SIGABRT', 'SIGKILL'];
  await assert.rejects(printer.print(chinese), Busy, 'an abort and a kill prove nothing, either');
  deaths = [];
  assert.match(readPdf(await printer.print(chinese)).text, /王小明/);
  assert.deepEqual(events, Array(4).fill('typesetter died kind,cause'));
  await printer.close();
});

test('a document at which the typesetter aborts twice is refused as a fault of ours, and that is reported', async () => {
  const events: string[] = [];
  let deaths: readonly NodeJS.Signals[] = ['SIGABRT', 'SIGABRT'];
  const printer = openDocumentPrinter({
    start: startDoomedTypesetter(() => deaths),
    report: (event) => events.push(event),
  });
  await assert.rejects(printer.print(chinese), /can't be set/);
  assert.deepEqual(events, ['typesetter died', 'typesetter died', 'document not set']);
  deaths = [];
  assert.match(readPdf(await printer.print(chinese)).text, /王小明/, 'and the next one is not');
  await printer.close();
});

test('a warm printer has its typesetter running before the first document', async () => {
  const started: TypesetterClient[] = [];
  const printer = openDocumentPrinter({
    start: async (issuer) => {
      started.push(await startTypesetter(issuer));
      return started.at(-1)!;
    },
  });
  await printer.warm();
  assert.equal(started.length, 1);
  await printer.print(request);
  assert.equal(started.length, 1);
  await printer.close();
});

test('a typesetter that is killed is reported dead, not waited for', async () => {
  const client = await startTypesetter(sampleIssuer);
  const answer = client.ask({ kind: 'print', request, own: null });
  await Promise.all([assert.rejects(answer, /died/), client.end()]);
  assert.equal(client.isAlive(), false);
});

async function withPrinter(act: (printer: DocumentPrinter) => Promise<unknown>): Promise<void> {
  const printer = openDocumentPrinter();
  try {
    await act(printer);
  } finally {
    await printer.close();
  }
}

import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../../test/kit/processes/until.ts';
import { samplePolicy } from '../../test/kit/sale/sample-policy.ts';
import { openDocumentPrinter } from './document-printer.ts';
import type { PrintRequest } from './print-request.ts';
import { NotPrintable } from './trial-printer.ts';

const request: PrintRequest = { kind: 'declaration', policy: samplePolicy(), language: 'en' };

/** A logo of 5 kB that is never finished: each mask has three shapes that are masked by the one before. */
const masks = Array.from({ length: 20 }, (_, level) => {
  const shape = `<rect width="90" height="40" fill="#fff" mask="url(#m${level - 1})"/>`;
  return `<mask id="m${level}">${level === 0 ? '<rect width="9" height="9"/>' : shape.repeat(3)}</mask>`;
});
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${masks.join('')}<rect width="9" height="9" mask="url(#m19)"/></svg>`;
const endless = {
  name: 'Maple Motors',
  logo: { type: 'image/svg+xml', base64: Buffer.from(svg).toString('base64') },
} as const;

test('what is tried and never done is refused, and papers are printed meanwhile and after it', async (t) => {
  const events: string[] = [];
  const printer = openDocumentPrinter({ report: (event) => events.push(event) });
  t.after(printer.close);
  await printer.print(request);
  let isTried = false;
  const tried = printer.tryOut(request, endless).finally(() => {
    isTried = true;
  });
  const refused = assert.rejects(tried, new NotPrintable('takes longer than 2 s to print'));
  assert.ok((await printer.print(request)).length > 0);
  assert.equal(isTried, false);
  await refused;
  // On a busy machine a usual one takes two seconds, too.
  const tryUsual = () => printer.tryOut(request).catch(() => null);
  const usual = await until(tryUsual, (pdf) => pdf !== null);
  assert.ok(usual?.equals(await printer.print(request)));
  assert.deepEqual(events, []);
  await printer.close();
  await assert.rejects(printer.tryOut(request), /stops|wait/);
});

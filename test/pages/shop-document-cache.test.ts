import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Northbind } from '@northbind/sdk';
import { DocumentCache } from '../../shop/server/document-cache.ts';
import { newSale, type Sale } from '../../shop/server/sale.ts';
import { afterwards } from '../kit/processes/afterwards.ts';

test('a document that two ask for at once is fetched once, and both get it', async () => {
  const { documents, fetches, folder } = await openCache(['%PDF-1.7 one', '%PDF-1.7 two']);
  const found = await Promise.all([documents.find(boundSale, 'declaration'), documents.find(boundSale, 'declaration')]);
  assert.deepEqual(found.map(textOf), ['%PDF-1.7 one', '%PDF-1.7 one']);
  assert.equal(textOf(await documents.find(boundSale, 'declaration')), '%PDF-1.7 one');
  assert.equal(fetches(), 1);
  assert.deepEqual(readdirSync(join(folder, 'documents')), ['sale-declaration.pdf']);
});

test('what is no PDF file is not kept, and the next one who asks gets the document', async () => {
  const { documents } = await openCache(['<!doctype html><title>Maintenance</title>', '%PDF-1.7 one']);
  await assert.rejects(documents.find(boundSale, 'declaration'), { message: 'TryAgain' });
  assert.equal(textOf(await documents.find(boundSale, 'declaration')), '%PDF-1.7 one');
});

/** A cache in a folder of its own, before a server that sends one file after the other, whatever is asked for. */
async function openCache(files: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'northbind-documents-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/v1/authenticate') return response.end(token);
    response.end(files[count]);
    count += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const northbind = new Northbind({ baseUrl, clientId: 'any', clientSecret: 'any', username: 'any', password: 'any' });
  return { folder, fetches: () => count, documents: new DocumentCache(folder, northbind, () => undefined) };
}

const token = JSON.stringify({ token: 'any', expiryTime: '2026-11-15T13:00:00Z', expiryMinutes: 60 });

const boundSale: Sale = {
  ...newSale('sale', 'session'),
  progress: {
    state: 'bound',
    policy: {
      policyNumber: 'NB100000058',
      effectiveDate: '2026-11-15',
      expiryDate: '2029-11-15',
      cancelledFrom: null,
      totalWithTax: 1380,
      emailAddress: 'marie-eve@example.ca',
      paymentMethod: 'CC',
      card: null,
      charge: null,
      nextAttemptOn: null,
      paymentUrl: null,
      products: [],
      paymentTermInYears: 3,
      rescindableUntil: '',
      downPayment: 0,
      financing: null,
    },
    downloadIds: { declaration: '01a1ddf3-59f3-77cb-94da-7f268597d994' },
    heardAt: null,
  },
};

function textOf(found: { readonly bytes: Uint8Array } | null): string {
  return Buffer.from(found?.bytes ?? []).toString();
}

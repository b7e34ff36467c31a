import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import { quoteAnswer } from '@northbind/contract/schemas/quote-answer.ts';
import Fastify from 'fastify';
import {
  assertQuoted,
  clockAt,
  type Json,
  noon,
  openQuoteClient,
  purchaseMethods,
  type SellerName,
  sellers,
} from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let serialise: (value: Json) => Promise<string>;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  const app = Fastify();
  app.post('/', { schema: { response: { 200: quoteAnswer } } }, (request) => request.body);
  serialise = async (value) => (await app.inject({ method: 'POST', url: '/', payload: value })).body;
});

// Under a key the answer is kept as a text of its own, which the serialiser has not written.
test('a quote’s answer under a key is to the byte what the contract’s serialiser writes, in both languages and all media types', async () => {
  const names = new Map<string, Set<string>>();
  for (const name of Object.keys(sellers) as SellerName[]) {
    const quoteClient = await openQuoteClient(service, name);
    for (const [series, year, odometer] of kindsOf(name)) {
      for (const purchaseMethod of purchaseMethods) {
        const request = await quoteClient.request({ series, year, odometer, purchaseMethod });
        for (const language of ['en', 'fr', 'en', 'fr']) {
          for (const accept of ['application/json', 'text/plain', 'text/json']) {
            // As it is: a browser and fetch would have it compressed.
            const headers = {
              accept,
              'accept-encoding': 'identity',
              'accept-language': language,
              'idempotency-key': randomUUID(),
            };
            const answer = await quoteClient.quote(request, headers);
            assertQuoted(answer, `${name} ${series} ${year} ${purchaseMethod}`);
            assert.equal(answer.headers.get('content-type'), `${accept}; charset=utf-8`);
            assert.equal(answer.text, await serialise(answer.body));
            assert.equal(Number(answer.headers.get('content-length')), Buffer.byteLength(answer.text));
            const seen = names.get(language) ?? new Set();
            names.set(language, seen.add(answer.body.replacementOptions[0]?.coverage[0].productName));
          }
        }
      }
    }
  }
  assert.deepEqual([...names.get('en')!].filter(Boolean), ['Vehicle replacement']);
  assert.deepEqual([...names.get('fr')!].filter(Boolean), ['Remplacement du véhicule']);
});

/** Plus where there is a dealer to sell it, new vehicles and ones that qualify for one category only. */
function kindsOf(name: SellerName): readonly (readonly ['Prime' | 'Plus', number, number])[] {
  const prime = [
    ['Prime', 2026, 10],
    ['Prime', 2018, 110_000],
  ] as const;
  return sellers[name].dealerId === null ? prime : [...prime, ['Plus', 2025, 24_500]];
}

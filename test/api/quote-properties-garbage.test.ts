import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import fc from 'fast-check';
import { changed, clockAt, type Json, noon, noonDay, openQuoteClient, type QuoteClient } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let quoteClient: QuoteClient;
let plus: Json;
let applicationId: string;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  quoteClient = await openQuoteClient(service);
  plus = await quoteClient.request({ series: 'Plus', purchaseMethod: 'Lease' });
  applicationId = (await quoteClient.quote(plus)).body.applicationId;
});

const seed = 20_261_115;
// However busy the machine, the file ends: it then tries fewer values.
const bounds = { seed, interruptAfterTimeLimit: 1_200 };
const calm = new Set([200, 400, 401, 404, 405, 413, 415, 422, 429, 431]);

/** Texts known to break software, beside random ones. */
const nasty = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
  '2026-11-15T99:99:99Z',
  '-271821-04-19',
  '+275760-09-13',
  '2026-W46-7',
  '0000-01-01',
  '9999-12-31T23:59:59.999999999+99:99',
  '%00',
  '\u0000',
  '\ud800',
  '\u2028',
  '$1',
  "'; --",
  '{{7*7}}',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  '.',
  `.${'A'.repeat(22)}`,
  `e30.${'A'.repeat(22)}`,
  'M5V2T6',
  'a@b.ca',
  '4165550142',
  'x'.repeat(1_999),
);
const text = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const scalar = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(-0, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER + 1, Number.MAX_VALUE, Number.MIN_VALUE),
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const paths = [
  'applicationId',
  'series',
  'vehicleConfigurationId',
  'effectiveDate',
  'odometer',
  'purchaseMethod',
  'dealerId',
  'dealerContact',
  'dealerContact.name',
  'dealerContact.emailAddress',
  'dealerContact.phoneNumber',
  'producerCode',
  'lienHolderId',
  'applicant',
  'applicant.isCompany',
  'applicant.firstOrCompanyName',
  'applicant.lastName',
  'applicant.addressLine1',
  'applicant.addressLine2',
  'applicant.city',
  'applicant.postalCode',
  'applicant.phoneNumber',
  'applicant.businessPhone',
  'applicant.emailAddress',
];

function assertCalm(status: number, about: () => unknown): void {
  assert.ok(calm.has(status), `${status} ${JSON.stringify(about())}`);
}

for (const path of paths) {
  test(`whatever is sent as ${path}, the service does not fail`, async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.boolean(), async (value, isRevision) => {
        const request = isRevision ? { ...plus, applicationId } : plus;
        const answer = await quoteClient.quote(changed(request, { [path]: value }));
        assertCalm(answer.status, () => ({ path, value, answer: answer.text }));
        if (answer.status !== 422) return;
        const faults = answer.body.errors.map(({ code, field }: Json) => `${code} ${field}`);
        assert.equal(new Set(faults).size, faults.length, `told twice: ${faults.join(', ')}`);
      }),
      { ...bounds, numRuns: 70, interruptAfterTimeLimit: 500 },
    );
  });
}

test('whatever is sent as a whole quote, the service does not fail', async () => {
  const fields = fc.dictionary(fc.constantFrom(...paths.filter((path) => !path.includes('.'))), json, { maxKeys: 8 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(json, fields), async (body) => {
      const answer = await quoteClient.quote(JSON.stringify(body));
      assertCalm(answer.status, () => body);
    }),
    { ...bounds, numRuns: 300 },
  );
});

test('whatever bytes are sent as a quote, the service does not fail', async () => {
  const cut = fc.nat({ max: 900 }).map((length) => JSON.stringify(plus).slice(0, length));
  const deep = fc.constantFrom(
    '['.repeat(60_000),
    '{"a":'.repeat(12_000),
    `{"applicant":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  );
  const large = fc.constant(`{"series":"${'x'.repeat(70_000)}"}`);
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, cut, deep, large), async (body) => {
      assertCalm((await quoteClient.quote(body)).status, () => body.slice(0, 200));
    }),
    { ...bounds, numRuns: 200 },
  );
});

const queries: Readonly<Record<string, readonly string[]>> = {
  '/v1/quote/vehicle-configurations': ['Vin', 'Odometer', 'EffectiveDate', 'PurchaseMethod'],
  '/v1/quote/lienholders': ['search'],
  '/v1/quote/dealers': ['anything'],
  '/v1/test-vin': ['year'],
};

for (const [path, names] of Object.entries(queries)) {
  test(`whatever is asked of ${path}, the service does not fail`, async () => {
    const good: Readonly<Record<string, string>> = { Vin: '1FTFW5L82RF000001', EffectiveDate: noonDay };
    const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), text), text);
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 5 }), fc.boolean(), async (pairs, isMixed) => {
        const query = new URLSearchParams(isMixed ? good : {});
        for (const [name, value] of pairs) {
          if (isMixed) query.set(name, value);
          else query.append(name, value);
        }
        const answer = await quoteClient.get(`${path}?${query}`);
        assertCalm(answer.status, () => ({ path, pairs, answer: answer.text }));
      }),
      { ...bounds, numRuns: 150 },
    );
  });
}

test('a query that is not even encoded rightly does not make the service fail', async () => {
  for (const query of [
    '?Vin=%',
    '?Vin=%zz',
    '?%ff=%fe',
    '?Vin[]=1&Vin[a]=2',
    '?&&&===',
    '?Vin=%ed%a0%80',
    `?${'a=1&'.repeat(2_000)}`,
  ]) {
    for (const path of Object.keys(queries))
      assertCalm((await quoteClient.get(path + query)).status, () => path + query);
  }
});

test('whatever a header says, the service does not fail', async () => {
  const headerText = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 80,
  });
  const names = [
    'authorization',
    'accept',
    'accept-language',
    'content-type',
    'x-request-id',
    'sandbox-fault',
    'client_id',
    'cookie',
    'x-forwarded-for',
    'traceparent',
    'if-none-match',
    'range',
  ];
  const values = fc.oneof(
    headerText,
    headerText.map((value) => `Bearer ${value}`),
    fc.constantFrom(
      'Bearer a.b.c',
      'q=;;,,=',
      '*/*;q=NaN',
      'fr;q=2, en;q=-1',
      'application/json; charset=utf-7',
      '__proto__',
      ','.repeat(3_000),
      'x'.repeat(14_000),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), values, fc.boolean(), async (name, value, isQuote) => {
      const headers = { [name]: value };
      const answer = isQuote
        ? await quoteClient.quote(plus, headers)
        : await quoteClient.get('/v1/quote/dealers', headers);
      assertCalm(answer.status, () => ({ name, value }));
    }),
    { ...bounds, numRuns: 300 },
  );
});

test('whatever the method, the service does not fail', async () => {
  for (const path of [...Object.keys(queries), '/v1/quote']) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE']) {
      const response = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${quoteClient.token}` },
      });
      await response.arrayBuffer();
      assertCalm(response.status, () => `${method} ${path}`);
    }
  }
});

test('nothing of all this is in the log as a failure, and the service still quotes', async () => {
  assert.deepEqual(
    service.lines.filter((line) => line.includes('request failed')),
    [],
  );
  assert.equal((await quoteClient.quote(plus)).status, 200);
});

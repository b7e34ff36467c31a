import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { until } from '../kit/processes/until.ts';
import {
  assertQuoted,
  assertRefused,
  clockAt,
  inDatabase,
  noon,
  openQuoteClient,
  type QuoteClient,
} from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let quoteClient: QuoteClient;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  quoteClient = await openQuoteClient(service);
});

function search(text: string): Promise<Answer> {
  return quoteClient.get(`/v1/quote/lienholders?${new URLSearchParams({ search: text })}`);
}

async function namesFor(text: string): Promise<string[]> {
  const answer = await search(text);
  assert.equal(answer.status, 200, text);
  assert.deepEqual(Object.keys(answer.body), ['lienHolders']);
  return answer.body.lienHolders.map(({ name }: { name: string }) => name);
}

test('a search answers matches with id, name, city and postal code', async () => {
  const { lienHolders } = (await search('ally credit')).body;
  assert.deepEqual(lienHolders[0], {
    id: 'lh-ally-credit-canada',
    name: 'Ally Credit Canada',
    city: 'Oakville',
    postalCode: 'L6H 5G4',
  });
});

test('a search under three characters is too short, blank and missing ones too', async () => {
  for (const text of ['', ' ', 'a', 'ab', ' ab ', '  a  ', '🙂🙂', 'éé']) {
    assertRefused(await search(text), ['SearchTooShort search'], text);
  }
  assertRefused(await quoteClient.get('/v1/quote/lienholders'), ['SearchTooShort search']);
  assert.equal((await search('abc')).status, 200);
});

test('a search that is too long, given twice or unprintable is invalid', async () => {
  assertRefused(await search('a'.repeat(201)), ['SearchInvalid search']);
  assertRefused(await search('a\u0000bc'), ['SearchInvalid search']);
  assertRefused(await quoteClient.get('/v1/quote/lienholders?search=abc&search=def'), ['SearchInvalid search']);
  assert.equal((await search('a'.repeat(200))).status, 200);
});

test('case, accents and the spelling of the parameter’s name do not matter', async () => {
  const expected = await namesFor('Fédération Desjardins');
  assert.ok(expected.length > 0);
  assert.deepEqual(await namesFor('FEDERATION DESJARDINS'), expected);
  assert.deepEqual(await namesFor('fe\u0301de\u0301ration desjardins'), expected);
  const upper = await quoteClient.get('/v1/quote/lienholders?SEARCH=desjardins');
  assert.deepEqual(upper.body, (await search('desjardins')).body);
});

test('the best match comes first, and a slip of the finger still finds it', async () => {
  assert.equal((await namesFor('toyota'))[0]?.startsWith('Toyota'), true);
  assert.equal((await namesFor('alterna savings'))[0], 'Alterna Savings');
  assert.ok((await namesFor('toyotta')).some((name) => name.startsWith('Toyota')));
});

test('what matches nothing answers an empty list, and not an error', async () => {
  for (const text of ['zzzzqqqq', "' OR 1=1 --", '%%%', '___', '...', '李小龍銀行', '\\\\\\']) {
    const answer = await search(text);
    assert.equal(answer.status, 200, text);
    assert.deepEqual(answer.body, { lienHolders: [] }, text);
  }
});

test('a search answers at most 50 matches', async () => {
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO lien_holder (id, name, address_line1, city, postal_code)
     SELECT 'lh-many-' || n, 'Manifold Lending ' || n, '1 Sample Street', 'Toronto', 'M5V 2T6'
     FROM generate_series(1, 120) AS n`,
  );
  await until(
    () => namesFor('manifold'),
    (names) => names.length > 0,
  );
  assert.equal((await namesFor('manifold lending')).length, 50);
});

test('every match can be quoted', async () => {
  const request = await quoteClient.request({ purchaseMethod: 'Lease' });
  for (const { id } of (await search('credit union')).body.lienHolders) {
    assertQuoted(await quoteClient.quote({ ...request, lienHolderId: id }), id);
  }
});

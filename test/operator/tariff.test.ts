import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { ComparisonAnswer, PreviewAnswer, RateBookPage, TariffCheck } from '../../src/operator/wire/tariff.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, clockAt, inDatabase, noon, noonDay, openQuoteClient } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService } from '../kit/service/service.ts';

const { clock, moveTo } = clockAt(noon);
const service = await startTestService({ clock });
const admin = await signInOperator(service);
const sample = JSON.parse(
  readFileSync(new URL('../../src/sandbox/data/rate-book.json', import.meta.url), 'utf8'),
) as SampleBook;
const taxes = JSON.parse(readFileSync(new URL('../../src/sandbox/data/tax-table.json', import.meta.url), 'utf8'));

const texts = JSON.parse(
  readFileSync(new URL('../../src/sandbox/data/disclosure-texts.json', import.meta.url), 'utf8'),
) as { readonly version: string; readonly texts: readonly object[] };

interface SampleBook {
  readonly version: string;
  readonly premiums: { readonly baseCents: Record<string, number> }[];
  [name: string]: unknown;
}

/** The sample with other prices. */
function bookOf(version: string, factor = 2): SampleBook {
  const book = structuredClone(sample);
  for (const { baseCents } of book.premiums) {
    for (const years of Object.keys(baseCents)) baseCents[years] = Math.round(baseCents[years]! * factor);
  }
  return { ...book, version };
}

const list = async (): Promise<RateBookPage> => (await admin.get('/api/rate-books')).body;
const stateOf = async (version: string) => (await list()).rows.find((row) => row.version === version)?.state;
const nextDay = '2026-11-16';

test('a wording holds for policies that are bound from its day on, and for no policy that was bound before', async () => {
  const pdf = readFileSync(new URL('../../src/sandbox/data/wordings/extras-en.pdf', import.meta.url));
  const asked = { form: 'NB-REP', version: '2027', language: 'en', products: ['RPL'], provinces: ['ON'] };
  const load = (changes: object) =>
    admin.post('/api/wordings', { ...asked, from: noonDay, pdf: pdf.toString('base64'), ...changes });
  const ontario = await openSaleClient(service);
  const sell = async () => {
    const choice = { ...(await ontario.quote()).choose('Replacement', 3), selectedProducts: ['RPL'] };
    const bound = assertBound(await binder(service, ontario.quoteClient.token)({ ...choice, ...byReferral }));
    return bound.policyNumber as string;
  };
  const versionsOf = async (policyNumber: string) =>
    (await ontario.quoteClient.get(`/v1/policies/${policyNumber}`)).body.wordings.map(
      ({ version }: { version: string }) => version,
    );
  const before = await sell();
  const { status, text, body } = await load({ reason: 'filed' });
  assert.equal(status, 200, text);
  const [{ id, filename, size, loadedAt, ...row }] = body.rows;
  assert.deepEqual(row, { ...asked, from: noonDay, digest: createHash('sha256').update(pdf).digest('hex') });
  assert.deepEqual([filename, size], ['NB-REP-2027-en.pdf', pdf.length]);
  await load({ version: '2028', from: '2028-01-01' });
  assert.deepEqual(await versionsOf(before), ['sample-1']);
  await until(
    async () => versionsOf(await sell()),
    (versions) => versions.join() === '2027',
  );
  const content = await admin.get(`/api/wordings/${id}/content`);
  assert.deepEqual([content.status, content.headers.get('content-type')], [200, 'application/pdf']);
  assert.match(content.text, /^%PDF-/);
  const acts = await admin.get(`/api/acts?subject=${encodeURIComponent('NB-REP 2027 en')}`);
  assert.deepEqual(
    acts.body.rows.map(({ action, reason }: { action: string; reason: string }) => [action, reason]),
    [['load wording', 'filed']],
  );

  assert.deepEqual((await load({})).codes, ['WordingLoaded']);
  const script = Buffer.concat([pdf, Buffer.from('\n<< /S /JavaScript >>\n%%EOF')]).toString('base64');
  assert.deepEqual((await load({ version: '3', pdf: script })).codes, ['WordingFaulty']);
  for (const wrong of [
    { form: '自動車' },
    { form: ' ' },
    { products: ['rpl'] },
    { provinces: ['XX'] },
    { from: '2027-02-30' },
    { pdf: '!' },
  ])
    assert.deepEqual((await load({ version: '3', ...wrong })).codes, ['RequestInvalid'], JSON.stringify(wrong));
});

test('a good file has no fault, a bad one has all of them with their paths, and nothing is loaded', async () => {
  const good: TariffCheck = (await admin.post('/api/rate-books/check', { document: bookOf('checked') })).body;
  assert.deepEqual(good, { version: 'checked', isGood: true, faults: [] });
  const bad: TariffCheck = (
    await admin.post('/api/rate-books/check', { document: { ...bookOf('checked'), rounding: 'up', products: [] } })
  ).body;
  assert.equal(bad.isGood, false);
  assert.deepEqual(bad.faults.map(({ path }) => path).sort(), ['products', 'rounding']);
  assert.deepEqual(
    (await list()).rows.map(({ version }) => version),
    [sample.version],
  );
});

test('a version that is there already is a fault, and is refused', async () => {
  const check: TariffCheck = (await admin.post('/api/rate-books/check', { document: sample })).body;
  assert.deepEqual(
    check.faults.map(({ path }) => path),
    ['version'],
  );
  assert.deepEqual((await admin.post('/api/rate-books', { document: sample })).codes, ['RateBookLoaded']);
});

test('a comparison tells what a file would do to prices', async () => {
  const { status, body } = await admin.post('/api/rate-books/compare', { document: bookOf('dearer', 1.1) });
  assert.equal(status, 200);
  const { from, to, vehicleCount, overall, rows, histogram, largestRises }: ComparisonAnswer = body;
  assert.deepEqual([from, to], [sample.version, 'dearer']);
  assert.ok(vehicleCount >= 200);
  assert.ok(Math.abs(overall.medianPercent! - 10) < 0.5, `${overall.medianPercent}`);
  assert.ok(rows.length > 50);
  assert.equal(
    histogram.reduce((sum, { count }) => sum + count, 0),
    overall.count,
  );
  assert.match(largestRises[0]!.vehicle, /^20\d\d \S+ \S+/);
});

test('a comparison with a version that is not there is refused', async () => {
  const document = bookOf('dearer');
  assert.equal((await admin.post('/api/rate-books/compare', { document, against: 'nowhere' })).status, 404);
  assert.equal((await admin.post('/api/rate-books/compare', { version: 'nowhere' })).status, 404);
});

test('the price calculator says of a wrong VIN that it is none', async () => {
  const price = (vin: string) =>
    admin.post(`/api/rate-books/${sample.version}/price`, {
      vin,
      series: 'Prime',
      odometer: 10_000,
      purchaseMethod: 'Cash',
      province: 'ON',
      effectiveDate: noonDay,
    });
  assert.deepEqual((await price('QQQQQQQQQQQQQQQQQ')).codes, ['VinInvalid']);
});

test('a loaded book prices nothing until it is activated', async () => {
  const { status, body } = await admin.post('/api/rate-books', { document: bookOf('waiting') });
  assert.equal(status, 200);
  assert.equal(body.inForce, sample.version);
  assert.equal(await stateOf('waiting'), 'loaded');
  assert.equal((await quote()).version, sample.version);
});

test('a book activated from tomorrow prices tomorrow’s quotes; yesterday’s quote keeps its book and its prices', async () => {
  const before = await quote();
  const activated = await admin.post('/api/rate-books', {
    document: bookOf('from tomorrow'),
    activeFrom: nextDay,
    reason: 'yearly review',
  });
  assert.equal(activated.status, 200, activated.text);
  assert.deepEqual(activated.body.planned, { version: 'from tomorrow', activeFrom: nextDay });
  assert.equal((await quote()).version, sample.version);

  moveTo('2026-11-16T17:00:00Z');
  const after = await quotedBy('from tomorrow', nextDay);
  assert.ok(after.premium > before.premium * 1.9, `${before.premium} ${after.premium}`);
  assert.equal(await stateOf('from tomorrow'), 'in force');
  const [kept] = await inDatabase(service.databaseUrl, 'SELECT rate_book_version FROM application WHERE id = $1', [
    before.applicationId,
  ]);
  assert.equal(kept.rate_book_version, sample.version);
});

test('going back prices by the book before, at once, and is itself taken back by going back', async () => {
  assert.equal((await list()).former, sample.version);
  const back = await admin.post('/api/rate-books/go-back', { reason: 'wrong prices' });
  assert.equal(back.body.inForce, sample.version, back.text);
  await quotedBy(sample.version, nextDay);
  const again = await admin.post('/api/rate-books/go-back', { to: 'from tomorrow', reason: 'they were right' });
  assert.equal(again.body.inForce, 'from tomorrow');
  await quotedBy('from tomorrow', nextDay);
});

test('going back to another book than the one that was shown changes nothing', async () => {
  const { codes } = await admin.post('/api/rate-books/go-back', { to: 'waiting', reason: 'wrong prices' });
  assert.deepEqual(codes, ['NothingToGoBackTo']);
});

test('an activation needs a reason, a day that is not past, and a book that is there and does not end before', async () => {
  const activate = (version: string, body: object) => admin.post(`/api/rate-books/${version}/activate`, body);
  assert.deepEqual((await activate('waiting', { activeFrom: nextDay, reason: ' x ' })).codes, ['ReasonRequired']);
  assert.deepEqual((await activate('waiting', { activeFrom: noonDay, reason: 'too late' })).codes, [
    'ActivationInPast',
  ]);
  assert.deepEqual((await activate('waiting', { activeFrom: '2026-02-30', reason: 'no day' })).codes, [
    'RequestInvalid',
  ]);
  assert.equal((await activate('nowhere', { activeFrom: nextDay, reason: 'not there' })).status, 404);
  const ending = { ...bookOf('ending'), lastEffectiveDate: '2026-12-31' };
  const loaded = await admin.post('/api/rate-books', {
    document: ending,
    activeFrom: '2027-01-01',
    reason: 'too late',
  });
  assert.deepEqual(loaded.codes, ['RateBookEnds']);
  assert.equal(await stateOf('ending'), undefined);
});

test('what was decided is kept with who and why, and can not be changed', async () => {
  const { body } = await admin.get('/api/rate-books/from%20tomorrow');
  assert.deepEqual(
    body.activations.map(({ reason, actorName }: { reason: string; actorName: string }) => [actorName, reason]),
    [
      ['admin', 'they were right'],
      ['admin', 'yearly review'],
    ],
  );
  assert.equal(body.document.version, 'from tomorrow');
  const acts = await admin.get(`/api/acts?subject=${encodeURIComponent('from tomorrow')}`);
  assert.deepEqual(
    acts.body.rows.map(({ action }: { action: string }) => action),
    ['activate rate book', 'activate rate book', 'load rate book'],
  );
  await assert.rejects(inDatabase(service.databaseUrl, `DELETE FROM rate_book_activation`), /append only/);
});

test('lists are paged, the one loaded last first', async () => {
  const first: RateBookPage = (await admin.get('/api/rate-books?limit=2')).body;
  assert.deepEqual(
    first.rows.map(({ version }) => version),
    ['from tomorrow', 'waiting'],
  );
  const second: RateBookPage = (
    await admin.get(`/api/rate-books?limit=2&cursor=${encodeURIComponent(first.nextCursor!)}`)
  ).body;
  assert.deepEqual([second.rows.map(({ version }) => version), second.nextCursor], [[sample.version], null]);
});

test('a tax table is in force when it is loaded; a bad one changes nothing', async () => {
  const bad = await admin.post('/api/tax-tables', { document: { ...taxes, version: 'bad', rates: {} } });
  assert.deepEqual(bad.codes, ['TaxTableFaulty']);
  const check: TariffCheck = (await admin.post('/api/tax-tables/check', { document: taxes })).body;
  assert.deepEqual(
    check.faults.map(({ path }) => path),
    ['version'],
  );
  const { body } = await admin.post('/api/tax-tables', { document: { ...taxes, version: 'taxes 2' } });
  assert.deepEqual(
    body.rows.map(({ version, isInForce }: { version: string; isInForce: boolean }) => [version, isInForce]),
    [
      ['taxes 2', true],
      [taxes.version, false],
    ],
  );
});

test('a tax rate that moves by more than two points is told before it is loaded, and needs a reason', async () => {
  const rates = taxes.rates.map((rate: { province: string; taxClass: string }) =>
    rate.province === 'ON' && rate.taxClass === 'otherInsurance'
      ? {
          ...rate,
          totalPartsPerMillion: 400_000,
          components: [{ name: { en: 'RST', fr: 'TVD' }, partsPerMillion: 400_000 }],
        }
      : rate,
  );
  const document = { ...taxes, version: 'dear', rates };
  const { changes } = (await admin.post('/api/tax-tables/compare', { document })).body;
  assert.deepEqual(changes, [
    {
      province: 'ON',
      taxClass: 'otherInsurance',
      from: '2020-01-01',
      until: null,
      fromPartsPerMillion: 80_000,
      toPartsPerMillion: 400_000,
      isLarge: true,
    },
  ]);
  assert.deepEqual((await admin.post('/api/tax-tables', { document })).codes, ['ReasonRequired']);
  assert.deepEqual((await admin.post('/api/tax-tables', { document, reason: 'the budget' })).codes, []);
});

test('disclosure texts are in force when they are loaded, under the name of who did it; bad ones change nothing', async () => {
  const check = async (document: object) =>
    ((await admin.post('/api/disclosure-texts/check', { document })).body as TariffCheck).faults.map(
      ({ path }) => path,
    );
  assert.deepEqual(await check(texts), ['version']);
  const faulty = { ...texts, version: 'texts 2', texts: [{ ...texts.texts[0], kind: 'fact sheet' }] };
  assert.deepEqual(await check(faulty), ['texts[0].kind']);
  assert.deepEqual((await admin.post('/api/disclosure-texts', { document: faulty })).codes, ['DisclosureTextsFaulty']);
  assert.deepEqual((await admin.post('/api/disclosure-texts', { document: texts })).codes, ['DisclosureTextsLoaded']);

  const document = { ...texts, version: 'texts 2' };
  const { body } = await admin.post('/api/disclosure-texts', { document, reason: 'as the lawyer wrote' });
  assert.deepEqual(
    body.rows.map(({ version, isInForce }: { version: string; isInForce: boolean }) => [version, isInForce]),
    [
      ['texts 2', true],
      [texts.version, false],
    ],
  );
  const acts = await admin.get(`/api/acts?subject=${encodeURIComponent('texts 2')}`);
  assert.deepEqual(
    acts.body.rows.map(({ action, reason }: { action: string; reason: string }) => [action, reason]),
    [['load disclosure texts', 'as the lawyer wrote']],
  );
});

test('a preview prints what the customer of a sample sale would be given, by a file or a loaded version', async () => {
  const sale = { province: 'QC', paymentMethod: 'PFF', language: 'en' };
  const preview = async (order: object): Promise<PreviewAnswer['papers']> => {
    const { status, text, body } = await admin.post('/api/disclosure-texts/preview', { ...sale, ...order });
    assert.equal(status, 200, text);
    return body.papers;
  };
  const papers = await preview({ version: texts.version });
  assert.deepEqual(
    papers.map(({ filename }) => filename),
    [
      'ProductSummary',
      'FactSheet',
      'RescissionNotice',
      'CreditDisclosure',
      'PadAgreement',
      'PadNoticeWaiver',
      'PrivacyNotice',
    ].map((kind) => `${kind}-fr.pdf`),
  );
  const printed = papers.map(({ pdf }) => readPdf(Buffer.from(pdf, 'base64')).text);
  for (const text of printed) assert.doesNotMatch(text, /[{}]/);
  assert.match(printed[0]!, /Remplacement du véhicule[\s\S]*Vehicle replacement/, 'French first');

  // Of one product alone, and not loaded.
  const ofTires = { ...texts.texts[0], kind: 'TireSheet', products: ['TIRE'], provinces: ['ON'] };
  const document = { version: 'tires', texts: [ofTires] };
  const inOntario = { document, province: 'ON', paymentMethod: 'REF' };
  assert.deepEqual(await preview(inOntario), []);
  const [tires] = await preview({ ...inOntario, products: ['TIRE'] });
  assert.match(readPdf(Buffer.from(tires!.pdf, 'base64')).text, /Tire and rim/);

  const refused = (order: object) => admin.post('/api/disclosure-texts/preview', { ...sale, ...order });
  assert.equal((await refused({ version: 'nowhere' })).status, 404);
  assert.equal((await refused({})).status, 404);
  assert.deepEqual((await refused({ document: {} })).codes, ['DisclosureTextsFaulty']);
  assert.deepEqual((await refused({ document, province: 'XX' })).codes, ['RequestInvalid']);
});

interface Quoted {
  readonly applicationId: string;
  readonly version: string;
  /** The premium of the first product for the shortest term. */
  readonly premium: number;
}

const vehicle = {
  Vin: await (await openQuoteClient(service)).testVin(2024),
  Odometer: '24500',
  PurchaseMethod: 'Cash',
};

/** Every quote is of the same vehicle. */
async function quote(effectiveDate: string = noonDay): Promise<Quoted> {
  const quoteClient = await openQuoteClient(service);
  const vehicleConfigurationId = await quoteClient.vehicleId({ ...vehicle, EffectiveDate: effectiveDate });
  const request = { ...(await quoteClient.request({ effectiveDate })), vehicleConfigurationId };
  const answer = await quoteClient.quote(request);
  assertQuoted(answer);
  const { applicationId, replacementOptions } = answer.body;
  const [row] = await inDatabase(service.databaseUrl, 'SELECT rate_book_version FROM application WHERE id = $1', [
    applicationId,
  ]);
  return { applicationId, version: row.rate_book_version, premium: replacementOptions[0].coverage[0].premium };
}

/** Instances hear of a decision within a second. */
function quotedBy(version: string, effectiveDate: string): Promise<Quoted> {
  return until(
    () => quote(effectiveDate),
    (quoted) => quoted.version === version,
  );
}

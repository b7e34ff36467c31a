import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import {
  assertQuoted,
  changed,
  clockAt,
  type Json,
  noon,
  noonDay,
  openQuoteClient,
  type PurchaseMethod,
  purchaseMethods,
  type QuoteClient,
  requestFor,
  type SellerName,
  type Series,
  sellerNames,
  sellers,
} from '../kit/sale/quoting.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

const quoteClients = new Map<SellerName, QuoteClient>();

before(async () => {
  const service = await startTestService({ clock: clockAt(noon).clock });
  for (const name of sellerNames) quoteClients.set(name, await openQuoteClient(service, name));
});

const vehicleFields = 'id vin year make model trim bodyClass driveType fuelType engine'.split(' ').sort();
const answerFields =
  'isValid errors applicationId revision series effectiveDate quotedOn vehicle replacementOptions limitedIndemnityOptions existingPolicies'
    .split(' ')
    .sort();
const productFields = 'productType productName premium tax totalWithTax isOptional coverageTermInYears'
  .split(' ')
  .sort();

interface Product {
  readonly productType: string;
  readonly productName: string;
  readonly premium: number;
  readonly tax: number;
  readonly totalWithTax: number;
  readonly isOptional: boolean;
  readonly coverageTermInYears: number;
}

interface Term {
  readonly paymentTermInYears: number;
  readonly coverage: readonly Product[];
}

/** The steps a partner's software takes, each from what the step before answered. */
async function travel(
  quoteClient: QuoteClient,
  series: Series,
  purchaseMethod: PurchaseMethod,
  isCompany: boolean,
): Promise<Answer> {
  const drawn = await quoteClient.get('/v1/test-vin?year=2025');
  assert.deepEqual(Object.keys(drawn.body).sort(), ['errors', 'isValid', 'vin', 'year']);
  const found = await quoteClient.lookUp({
    Vin: drawn.body.vin,
    Odometer: '12000',
    EffectiveDate: noonDay,
    PurchaseMethod: purchaseMethod,
  });
  assert.deepEqual(Object.keys(found.body), ['vehicles']);
  const [vehicle] = found.body.vehicles;
  assert.deepEqual(Object.keys(vehicle).sort(), vehicleFields);
  assert.equal(vehicle.vin, drawn.body.vin);

  const request: Record<string, unknown> = requestFor(
    quoteClient.name,
    { series, purchaseMethod, odometer: 12_000 },
    vehicle.id,
  );
  if (series === 'Plus') {
    const { dealers } = (await quoteClient.get('/v1/quote/dealers')).body;
    assert.deepEqual(Object.keys(dealers[0]).sort(), ['addressLine1', 'city', 'id', 'name', 'postalCode']);
    request.dealerId = dealers[0].id;
  }
  if (purchaseMethod !== 'Cash') {
    const { lienHolders } = (await quoteClient.get('/v1/quote/lienholders?search=toyota')).body;
    assert.deepEqual(Object.keys(lienHolders[0]).sort(), ['city', 'id', 'name', 'postalCode']);
    request.lienHolderId = lienHolders[0].id;
  }
  const company: Json = { 'applicant.isCompany': true, 'applicant.lastName': undefined };
  const answer = await quoteClient.quote(changed(request, isCompany ? company : {}));
  assertQuoted(answer, `${quoteClient.name} ${series} ${purchaseMethod}`);
  assert.deepEqual(answer.body.vehicle, vehicle, 'the vehicle is the chosen entry');
  return answer;
}

function assertWhole({ body }: Answer, series: Series): void {
  assert.deepEqual(Object.keys(body).sort(), answerFields);
  assert.match(body.applicationId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(body.series, series);
  assert.equal(body.effectiveDate, noonDay);
  assert.equal(body.quotedOn, noonDay);
  const years = series === 'Prime' ? [1, 2, 3, 4, 5, 6, 7, 8] : [2, 3, 4, 5, 6, 7, 8];
  for (const terms of [body.replacementOptions, body.limitedIndemnityOptions] as Term[][]) {
    assert.deepEqual(
      terms.map((term) => term.paymentTermInYears),
      years,
    );
    for (const term of terms) assertTerm(term);
    const products = terms.flatMap(({ paymentTermInYears, coverage }) =>
      coverage.map((product) => ({ ...product, paymentTermInYears })),
    );
    assert.ok(products.some((product) => product.coverageTermInYears !== product.paymentTermInYears));
  }
}

function assertTerm(term: Term): void {
  assert.deepEqual(Object.keys(term).sort(), ['coverage', 'paymentTermInYears']);
  assert.ok(
    term.coverage.some(({ isOptional }) => !isOptional),
    'a term has a mandatory product',
  );
  assert.ok(
    term.coverage.some(({ isOptional }) => isOptional),
    'a term has an optional product',
  );
  assert.equal(new Set(term.coverage.map(({ productType }) => productType)).size, term.coverage.length);
  for (const product of term.coverage) {
    assert.deepEqual(Object.keys(product).sort(), productFields);
    assert.equal(cents(product.premium) + cents(product.tax), cents(product.totalWithTax));
    assert.ok(product.premium > 0 && product.tax >= 0);
    assert.notEqual(product.productName, '');
    assert.ok(Number.isInteger(product.coverageTermInYears) && product.coverageTermInYears >= 1);
  }
}

/** Reads cents by way of the text: an amount with a third decimal has no cents. */
function cents(amount: number): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount));
  assert.ok(match !== null, `${amount} is not an amount`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

for (const name of sellerNames) {
  const series: Series[] = sellers[name].dealerId === null ? ['Prime'] : ['Prime', 'Plus'];
  for (const one of series) {
    test(`${name} gets from a test VIN to a whole ${one} quote, for a person and a company, however it is bought`, async () => {
      for (const method of purchaseMethods) {
        for (const isCompany of [false, true])
          assertWhole(await travel(quoteClients.get(name)!, one, method, isCompany), one);
      }
    });
  }
}

test('a seller of one series need not name it', async () => {
  const alberta = quoteClients.get('alberta')!;
  const answer = await alberta.quote(changed(await alberta.request(), { series: undefined }));
  assertQuoted(answer);
  assert.equal(answer.body.series, 'Prime');
});

test('a vehicle too worn for replacement is still offered limited indemnity', async () => {
  const quoteClient = quoteClients.get('ontario')!;
  const { body } = await quoteClient.quote(await quoteClient.request({ year: 2018, odometer: 150_000 }));
  assert.deepEqual(body.replacementOptions, []);
  assert.equal(body.limitedIndemnityOptions.length, 8);
});

test('Plus costs more than Prime for the same vehicle, and replacement more than limited indemnity', async () => {
  const quoteClient = quoteClients.get('ontario')!;
  const request = await quoteClient.request({ series: 'Plus' });
  const plus = (await quoteClient.quote(request)).body;
  const prime = (await quoteClient.quote(changed(request, { series: 'Prime' }))).body;
  const main = (terms: Term[], years: number): number =>
    terms
      .find(({ paymentTermInYears }) => paymentTermInYears === years)!
      .coverage.find(({ isOptional }) => !isOptional)!.premium;
  assert.ok(main(plus.replacementOptions, 3) > main(prime.replacementOptions, 3));
  assert.ok(main(prime.replacementOptions, 3) > main(prime.limitedIndemnityOptions, 3));
});

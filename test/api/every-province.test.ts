import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { isPaidBy, type PaymentMethod, paymentMethods } from '../../src/domain/payment-method.ts';
import { type Province, provinces } from '../../src/domain/province.ts';
import { withCheckDigit } from '../../src/domain/vehicle/vin.ts';
import rateBook from '../../src/sandbox/data/rate-book.json' with { type: 'json' };
import taxTable from '../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { assertBound, bankAccount, byCard, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import { type Category, type Choice, sendCard, startedFrom } from '../kit/sale/paying.ts';
import { applicantAt, assertQuoted, clockAt, type Json, lienHolderId, noon, noonDay } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/*
 * A seller of each province sells each sample product by each method in both languages: over HTTP, with an electric
 * car, for which every product is offered. The taxes, papers and languages are those of docs/guide/provinces.md.
 */
const languages = ['en', 'fr'] as const;
type Language = (typeof languages)[number];

const places: Readonly<Record<Province, readonly [city: string, postalCode: string]>> = {
  AB: ['Calgary', 'T2P 1B3'],
  BC: ['Vancouver', 'V6B 1A1'],
  MB: ['Winnipeg', 'R3C 1B1'],
  NB: ['Moncton', 'E1C 1A1'],
  NL: ['St. John’s', 'A1C 1A1'],
  NS: ['Halifax', 'B3J 1B5'],
  NT: ['Yellowknife', 'X1A 1A1'],
  NU: ['Iqaluit', 'X0A 0H0'],
  ON: ['Toronto', 'M5V 2T6'],
  PE: ['Charlottetown', 'C1A 1A1'],
  QC: ['Montréal', 'H2Y 1C6'],
  SK: ['Regina', 'S4P 1A1'],
  YT: ['Whitehorse', 'Y1A 1A1'],
};

let service: TestService;
let tokens: ReadonlyMap<Province, string>;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  tokens = await openSellers();
});

/** Onboards a seller and a dealer for each province. Returns a token of each. */
async function openSellers(): Promise<ReadonlyMap<Province, string>> {
  const admin = await signInOperator(service);
  const { integration, clientSecret } = (await admin.post('/api/integrations', { name: 'All provinces' })).body;
  const sellers = [];
  for (const province of provinces) {
    const wanted = { name: `Seller of ${province}`, username: `all-${province.toLowerCase()}`, province };
    const terms = { series: ['Prime', 'Plus'], paymentMethods, integrationId: integration.id };
    const made = await admin.post('/api/sellers', { ...wanted, ...terms });
    assert.equal(made.status, 200, made.text);
    sellers.push({ province, username: wanted.username, password: made.body.password });
  }
  const lines = provinces.map((province) => {
    const [city, postalCode] = places[province];
    return `all-${province},Dealer of ${province},1 Sample Street,${city},${postalCode},${province},all-${province.toLowerCase()}`;
  });
  const csv = `id,name,addressLine1,city,postalCode,province,sellers\n${lines.join('\n')}\n`;
  const headers = { 'content-type': 'text/csv' };
  const imported = await admin.call('POST', '/api/dealers/import', { body: csv, headers });
  assert.match(imported.text, /"isDone":true/);
  const open = sellers.map(async ({ province, username, password }) => {
    const credentials = { client_id: integration.clientId, client_secret: clientSecret };
    const answer = await service.call('POST', '/v1/authenticate', {
      headers: credentials,
      body: { username, password },
    });
    return [province, answer.body.token] as const;
  });
  return new Map(await Promise.all(open));
}

for (const province of provinces) {
  test(`${province}: each product, by each method, in both languages`, async () => {
    for (const language of languages) {
      for (const method of paymentMethods) {
        await sell({ province, language, method, category: 'Replacement', series: 'Plus' });
        if (isPaidBy('loan', method)) continue;
        await sell({ province, language, method, category: 'LimitedIndemnity', series: 'Prime' });
      }
    }
  });
}

interface Sale {
  readonly province: Province;
  readonly language: Language;
  readonly method: PaymentMethod;
  readonly category: Category;
  readonly series: 'Prime' | 'Plus';
}

async function sell(sale: Sale): Promise<void> {
  const about = Object.values(sale).join(' ');
  const post = (path: string, body: unknown) =>
    service.call('POST', path, { token: tokens.get(sale.province)!, body }) as Promise<Answer>;
  const quoted = await post('/v1/quote', await quoteRequest(sale));
  assertQuoted(quoted, about);
  const choice = chooseFrom(quoted, sale.category, 2);
  assertTaxed(sale, quoted, choice);

  const { financing, ...payment } = await pay(sale, choice, post);
  const { bankAccount: _, ...loan } = financing ?? {};
  const papers = await post('/v1/disclosures', {
    ...choice,
    paymentMethod: sale.method,
    ...(financing !== undefined && { financing: loan }),
  });
  const kinds = papers.body.disclosures?.map((one: Json) => `${one.kind}${one.isRequired ? '!' : ''}`);
  assert.deepEqual(kinds, expectedPapers(sale, choice), `${about} ${papers.text}`);
  const first = sale.province === 'QC' ? 'fr' : sale.language;
  for (const one of papers.body.disclosures) assert.equal(one.language, first, about);

  const bound = assertBound(
    await post('/v1/bind', { ...choice, ...payment, ...(financing !== undefined && { financing }) }),
    about,
  );
  await assertDeclared(sale, bound.documentDownloadId, choice);
}

let serial = 0;

async function quoteRequest({ province, language, series }: Sale): Promise<Json> {
  serial += 1;
  const vin = withCheckDigit(`KM8KNDAF0NU${String(serial).padStart(6, '0')}`);
  const query = { Vin: vin, EffectiveDate: noonDay, Odometer: '24500', PurchaseMethod: 'Finance' };
  const found = await service.call('GET', `/v1/quote/vehicle-configurations?${new URLSearchParams(query)}`, {
    token: tokens.get(province)!,
  });
  assert.equal(found.status, 200, found.text);
  const [city, postalCode] = places[province];
  return {
    series,
    language,
    vehicleConfigurationId: found.body.vehicles[0].id,
    effectiveDate: noonDay,
    odometer: 24_500,
    purchaseMethod: 'Finance',
    lienHolderId,
    ...(series === 'Plus' && {
      dealerId: `all-${province}`,
      dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca' },
    }),
    applicant: applicantAt(city, postalCode),
  };
}

type Post = (path: string, body: unknown) => Promise<Answer>;

async function pay({ method }: Sale, choice: Choice, post: Post): Promise<Json & { readonly financing?: Json }> {
  if (isPaidBy('loan', method)) {
    const firstInstallmentDate = addDays(noonDay, 15);
    return {
      paymentMethod: method,
      financing: { loanTermInMonths: 12, downPayment: 100, firstInstallmentDate, bankAccount },
    };
  }
  if (!isPaidBy('card', method)) return { ...byReferral, paymentMethod: method };
  const started = startedFrom(choice.applicationId, await post('/v1/payment/card', choice));
  await sendCard(started);
  assert.equal((await post('/v1/payment/card/confirm', started.asked)).body.status, 'Authorized');
  return byCard(started);
}

/** The row of the sample's tax table for the product, read here by itself: the service has its own reader. */
function taxRow(province: Province, code: string) {
  const product = rateBook.products.find((one) => one.code === code)!;
  const rule = product.provinceRules?.find((one) => one.provinces.includes(province));
  const taxClass = rule?.taxClass ?? product.taxClass;
  return taxTable.rates.find(
    (row) =>
      row.province === province &&
      row.taxClass === taxClass &&
      row.from <= noonDay &&
      (row.until === null || noonDay <= row.until),
  )!;
}

function assertTaxed({ province, category }: Sale, { body }: Answer, { selectedProducts }: Choice): void {
  const terms = category === 'Replacement' ? body.replacementOptions : body.limitedIndemnityOptions;
  const { coverage } = terms.find((one: Json) => one.paymentTermInYears === 2);
  const wanted = rateBook.products.filter((one) => one.category === category).map(({ code }) => code);
  assert.deepEqual([...selectedProducts].sort(), wanted.sort(), `${province}: every product of the book is sold`);
  for (const { productType, premium, tax } of coverage) {
    const ppm = taxRow(province, productType).totalPartsPerMillion;
    assert.equal(Math.round(tax * 100), Math.round((premium * ppm) / 10_000), `${province} ${productType}`);
  }
}

/** Additional warranties, as Quebec calls them. */
const warranties = ['TIRE', 'KEY', 'EVC', 'LIMROAD'];

function expectedPapers({ province, method }: Sale, { selectedProducts }: Choice): readonly string[] {
  const isQuebec = province === 'QC';
  return [
    isQuebec ? 'ProductSummary!' : 'ProductSummary',
    ...(isQuebec ? ['FactSheet!', 'RescissionNotice!'] : []),
    ...(isQuebec && selectedProducts.some((one) => warranties.includes(one)) ? ['LegalWarrantyNotice'] : []),
    ...(isPaidBy('loan', method) ? ['CreditDisclosure!', 'PadAgreement!'] : []),
    'PrivacyNotice',
    'Offer',
  ];
}

const titles: Readonly<Record<Language, string>> = { en: 'Policy declarations', fr: 'Conditions particulières' };

/** The declaration is in the customer's language, in Quebec in French first, and names each tax in it. */
async function assertDeclared({ province, language }: Sale, id: string, choice: Choice): Promise<void> {
  const headers = { authorization: `Bearer ${tokens.get(province)}` };
  const response = await fetch(`${service.url}/v1/document/${id}`, { headers });
  assert.equal(response.status, 200);
  const { text } = readPdf(Buffer.from(await response.arrayBuffer()));
  const printed = languages
    .filter((one) => text.includes(titles[one]))
    .sort((one, other) => text.indexOf(titles[one]) - text.indexOf(titles[other]));
  assert.deepEqual(printed, province === 'QC' && language === 'en' ? ['fr', 'en'] : [language], province);
  const names = choice.selectedProducts.flatMap((code) => taxRow(province, code).components.map(({ name }) => name));
  for (const name of names) for (const one of printed) assert.ok(text.includes(name[one]), `${province} ${name[one]}`);
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before, beforeEach } from 'node:test';
import { bind as operation } from '@northbind/contract/bind.ts';
import { formCodes } from '../../contract/form-codes.ts';
import { addDays, addYears } from '../../src/domain/calendar.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { isPolicyNumber } from '../kit/invariants/policy-number.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  type Bind,
  binder,
  byCard,
  byLoan,
  byReferral,
  chooseFrom,
} from '../kit/sale/binding.ts';
import { type Category, type Choice, openSaleClient, type Quoted, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, changed, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/* What every bind has in common, whatever the payment method. Cards and loans have files of their own. */
const time = clockAt(noon);
let service: TestService;
let ontario: SaleClient;
let bind: Bind;
let prime: Quoted;
let plus: Quoted;
/** A good request that is never carried out: every test that uses it is refused. */
let good: Json;

before(async () => {
  service = await startTestService({ clock: time.clock, environment: { TOKEN_MINUTES: '1440' } });
  ontario = await openSaleClient(service);
  bind = binder(service, ontario.quoteClient.token);
  prime = await ontario.quote();
  plus = await ontario.quote({ series: 'Plus' });
  good = { ...prime.choose('Replacement', 3), ...byReferral };
});

beforeEach(() => time.moveTo(noon));

const seen = new Set<string>();

async function refuses(
  changes: Json,
  expected: readonly string[],
  body: Json = good,
  by: Bind = bind,
): Promise<Answer> {
  const answer = await by(changed(body, changes));
  assertRefused(answer, expected, JSON.stringify(changes));
  for (const code of answer.codes) seen.add(code);
  return answer;
}

const answerFields =
  'isValid errors applicationId policyNumber effectiveDate expiryDate totalWithTax documentDownloadId financing financingLetterDownloadId cardPayment'
    .split(' ')
    .sort();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Each method with what it asks for beside the choice. */
const methods: Readonly<Record<string, (choice: Choice) => Promise<Json>>> = {
  REF: async () => byReferral,
  FIN: async () => ({ paymentMethod: 'FIN', paymentReference: 'RECEIPT 7' }),
  PW: async () => ({ paymentMethod: 'PW' }),
  PFF: async () => byLoan(),
  CC: async (choice) => byCard(await authorizedPayment(ontario, choice)),
};

for (const series of ['Prime', 'Plus'] as const) {
  for (const [method, pay] of Object.entries(methods)) {
    test(`a ${series} quote is bound with ${method}: number, dates, total, documents and what was paid`, async () => {
      const quoted = await ontario.quote({ series });
      const choice = quoted.choose('Replacement', 3);
      const body = { ...choice, ...(await pay(choice)) };
      const bound = assertBound(await bind(body));
      assert.deepEqual(Object.keys(bound).sort(), answerFields);
      assert.equal(bound.applicationId, choice.applicationId);
      assert.equal(bound.effectiveDate, noonDay);
      assert.equal(bound.expiryDate, '2029-11-15');
      assert.equal(Math.round(bound.totalWithTax * 100), quoted.totalCents(choice));
      assert.match(bound.documentDownloadId, uuid);
      assert.equal(bound.financing !== null, method === 'PFF');
      assert.equal(bound.cardPayment !== null, method === 'CC');
      assert.equal(bound.financingLetterDownloadId !== null, method === 'PFF');
      const books = await readBooks(service.databaseUrl, choice.applicationId);
      assert.deepEqual(brokenPromises(books), []);
      assert.equal(books.policies[0]!.method, method);

      const replayed = assertBound(await bind(body));
      assert.deepEqual(replayed, { ...bound, financing: null, financingLetterDownloadId: null, cardPayment: null });
      assert.deepEqual(await readBooks(service.databaseUrl, choice.applicationId), books);
    });
  }
}

test("the partner's reference is kept with the policy", async () => {
  const choice = (await ontario.quote()).choose('LimitedIndemnity', 2);
  const { policyNumber } = assertBound(await bind({ ...choice, ...byReferral }));
  const rows = await inDatabase(service.databaseUrl, 'SELECT reference FROM policy WHERE policy_number = $1', [
    policyNumber,
  ]);
  assert.deepEqual(rows, [{ reference: 'CHEQUE-0042' }]);
});

test('every term of both categories can be bound, and ends as many years later; optional products may be left out', async () => {
  for (const category of ['Replacement', 'LimitedIndemnity'] as const) {
    for (const years of prime.terms(category)) {
      const quoted = await ontario.quote({ effectiveDate: addDays(noonDay, 1) });
      const choice = quoted.choose(category, years, await requiredOnly(quoted, category, years));
      const bound = assertBound(await bind({ ...choice, ...byReferral }), `${category} ${years}`);
      assert.equal(bound.expiryDate, addYears(addDays(noonDay, 1), years));
      assert.equal(Math.round(bound.totalWithTax * 100), quoted.totalCents(choice));
    }
  }
});

/** Told by the service itself: what it misses when nothing is chosen. */
async function requiredOnly(quoted: Quoted, category: Category, years: number): Promise<readonly string[]> {
  const all = quoted.choose(category, years).selectedProducts;
  const answer = await bind({ ...quoted.choose(category, years, []), ...byReferral });
  const messages = answer.body.errors.map(({ message }: { message: string }) => message).join('\n');
  return all.filter((product) => messages.includes(product));
}

test('policy numbers are drawn one after the other, and the check digit in the database agrees with ours', async () => {
  const rows = await inDatabase(
    service.databaseUrl,
    'SELECT next_policy_number() AS number FROM generate_series(1, 5000)',
  );
  const numbers = rows.map(({ number }) => number as string);
  assert.deepEqual(
    numbers.filter((number) => !isPolicyNumber(number)),
    [],
  );
  assert.equal(new Set(numbers).size, 5_000);
  assert.equal(numbers.filter((number) => isPolicyNumber(mistyped(number))).length, 0);
});

test('after the last policy number a bind fails before anything is claimed', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 2);
  const [{ last }] = await inDatabase(
    service.databaseUrl,
    `SELECT nextval('policy_number_seq') AS last, setval('policy_number_seq', 99999999)`,
  );
  assert.equal((await bind({ ...choice, ...byReferral })).status, 500);
  const claims = await inDatabase(service.databaseUrl, 'SELECT FROM bind WHERE application_id = $1', [
    choice.applicationId,
  ]);
  assert.equal(claims.length, 0);
  await inDatabase(service.databaseUrl, `SELECT setval('policy_number_seq', $1)`, [last]);
  assert.equal((await bind({ ...choice, ...byReferral })).status, 200);
});

/** Another last digit. */
function mistyped(number: string): string {
  return number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
}

test('an application that is unknown, malformed, or another seller’s is not found', async () => {
  for (const applicationId of [randomUUID(), 'nonsense', "' OR 1=1 --"])
    await refuses({ applicationId }, ['ApplicationNotFound applicationId']);
  await refuses({ applicationId: ' ' }, ['ApplicationIdRequired applicationId']);
  const manitoba = await openSaleClient(service, 'manitoba');
  await refuses({}, ['ApplicationNotFound applicationId'], good, binder(service, manitoba.quoteClient.token));
});

test('the form of each property is judged, and everything wrong is told at once', async () => {
  await refuses({ coverageCategory: undefined }, ['CoverageCategoryRequired coverageCategory']);
  await refuses({ coverageCategory: 'Full' }, ['CoverageCategoryInvalid coverageCategory']);
  await refuses({ paymentTermInYears: null }, ['PaymentTermInYearsRequired paymentTermInYears']);
  await refuses({ paymentTermInYears: '3' }, ['PaymentTermInYearsInvalid paymentTermInYears']);
  await refuses({ paymentTermInYears: 2.5 }, ['PaymentTermInYearsInvalid paymentTermInYears']);
  await refuses({ selectedProducts: undefined }, ['SelectedProductsRequired selectedProducts']);
  await refuses({ selectedProducts: 'RPL' }, ['SelectedProductsInvalid selectedProducts']);
  await refuses({ selectedProducts: [7] }, ['SelectedProductsInvalid selectedProducts']);
  await refuses({ paymentMethod: '' }, ['PaymentMethodRequired paymentMethod']);
  for (const paymentMethod of ['CASH', 'R E F', 7])
    await refuses({ paymentMethod }, ['PaymentMethodNotSupported paymentMethod']);
  await refuses({ acknowledgements: 'FactSheet' }, ['AcknowledgementsInvalid acknowledgements']);
  for (const paymentReference of ['x'.repeat(501), '🧾'.repeat(501), 'a\u0000b', 'a\ud83e', '\udd16', 100245])
    await refuses({ paymentReference }, ['PaymentReferenceInvalid paymentReference']);
  await refuses({ applicationId: 7 }, ['ApplicationIdInvalid applicationId']);
  await refuses({ applicationId: null, coverageCategory: 1, paymentMethod: 'X' }, [
    'ApplicationIdRequired applicationId',
    'CoverageCategoryInvalid coverageCategory',
    'PaymentMethodNotSupported paymentMethod',
  ]);
});

test('names and words match without regard to case, and a repeat in another case is the same bind', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 1);
  const shouted = {
    APPLICATIONID: choice.applicationId.toUpperCase(),
    CoverageCategory: 'REPLACEMENT',
    PAYMENTTERMINYEARS: 1,
    selectedproducts: choice.selectedProducts.map((code) => ` ${code} `),
    paymentMETHOD: 'ref',
    PaymentReference: byReferral.paymentReference,
  };
  const { policyNumber, applicationId } = assertBound(await bind(shouted));
  assert.equal(applicationId, choice.applicationId);
  const reversed = [...choice.selectedProducts].reverse();
  const again = assertBound(await bind({ ...choice, ...byReferral, selectedProducts: reversed }));
  assert.equal(again.policyNumber, policyNumber);
});

test('products and term are judged by the rules of the quote', async () => {
  const [first] = good.selectedProducts as string[];
  await refuses({ selectedProducts: [...(good.selectedProducts as string[]), 'NOPE'] }, [
    'SelectedProductsMismatch selectedProducts',
  ]);
  await refuses({ coverageCategory: 'LimitedIndemnity' }, ['SelectedProductsMismatch selectedProducts']);
  const missing = await bind(changed(good, { selectedProducts: [] }));
  assert.ok(missing.codes.every((code) => code === 'RequiredProductMissing') && missing.codes.length > 0, missing.text);
  assert.ok(missing.text.includes(first!), 'the message names the product');
  for (const code of missing.codes) seen.add(code);
  await refuses({ paymentTermInYears: 99 }, ['PaymentTermNotAvailable paymentTermInYears']);
  await refuses({ paymentTermInYears: 0 }, ['PaymentTermBelowSeriesMinimum paymentTermInYears']);
  const plusOne = { ...plus.choose('Replacement', 2), ...byReferral, paymentTermInYears: 1 };
  await refuses({}, ['PaymentTermBelowSeriesMinimum paymentTermInYears'], plusOne);
});

test('a method that the seller is not set up for is refused, whatever else is right', async () => {
  const novascotia = await openSaleClient(service, 'novascotia');
  const choice = (await novascotia.quote()).choose('Replacement', 3);
  for (const paymentMethod of ['FIN', 'PW'])
    await refuses(
      { paymentMethod },
      ['PaymentMethodNotAvailableForSeller paymentMethod'],
      { ...choice },
      binder(service, novascotia.quoteClient.token),
    );
});

test('blocks and references belong to their methods only', async () => {
  const { financing } = byLoan();
  const cardPayment = { paymentId: randomUUID() };
  for (const paymentMethod of ['REF', 'FIN', 'PW']) {
    await refuses({ paymentMethod, financing }, ['FinancingNotApplicable financing']);
    await refuses({ paymentMethod, financing: 'junk' }, ['FinancingNotApplicable financing']);
    await refuses({ paymentMethod, cardPayment }, ['CardPaymentNotApplicable cardPayment']);
  }
  await refuses({ cardPayment, financing }, [
    'FinancingNotApplicable financing',
    'CardPaymentNotApplicable cardPayment',
  ]);
  await refuses({ paymentMethod: 'PFF', financing }, ['PaymentReferenceNotApplicable paymentReference']);
  await refuses({ paymentMethod: 'PFF', paymentReference: ' ' }, ['FinancingDetailsRequired financing']);
  await refuses({ paymentMethod: 'CC', paymentReference: null }, ['CardPaymentRequired cardPayment']);
  await refuses({ paymentMethod: 'CC' }, [
    'CardPaymentRequired cardPayment',
    'PaymentReferenceNotApplicable paymentReference',
  ]);
});

test('an empty block is as good as none where the payment method has no use for it', async () => {
  const empty = [{}, { bankAccount: {} }, { downPayment: null, bankAccount: { accountNumber: ' ' } }];
  for (const financing of empty) {
    const choice = (await ontario.quote()).choose('Replacement', 1);
    assertBound(await bind({ ...choice, ...byReferral, Financing: financing, cardPayment: { paymentId: '' } }));
  }
  const choice = (await ontario.quote()).choose('Replacement', 1);
  assertBound(await bind({ ...choice, ...byLoan(), cardPayment: {} }));
  const other = (await ontario.quote()).choose('Replacement', 1);
  assertBound(await bind({ ...other, ...byCard(await authorizedPayment(ontario, other)), financing: {} }));
  await refuses({ financing: [] }, ['FinancingNotApplicable financing']);
  await refuses({ cardPayment: { other: 0 } }, ['CardPaymentNotApplicable cardPayment']);
});

test('a payment reference is kept as it came, and told as it was kept', async () => {
  const operator = await signInOperator(service, 'support');
  for (const paymentReference of [
    ' CHEQUE\t1\n2 ',
    '🧾 ਸਿੰਘ "1", 2; \u202e\u200b\u0007',
    '=1+1',
    'x'.repeat(500),
    '🧾'.repeat(500),
  ]) {
    const choice = (await ontario.quote()).choose('Replacement', 1);
    const bound = assertBound(await bind({ ...choice, paymentMethod: 'REF', paymentReference }));
    const kept = await ontario.quoteClient.get(`/v1/policies/${bound.policyNumber}`);
    assert.equal(kept.body.paymentReference, paymentReference);
    const page = await operator.get(`/api/sales/${bound.applicationId}`);
    assert.equal(page.body.policy.reference, paymentReference);
    const csv = (await operator.post('/api/exports', { what: 'policies', filters: {}, reason: 'a test' })).text;
    const cell = paymentReference.startsWith('=') ? `'${paymentReference}` : paymentReference;
    assert.ok(csv.includes(/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell), paymentReference);
    const paper = await fetch(`${service.url}/v1/document/${bound.documentDownloadId}`, {
      headers: { authorization: `Bearer ${ontario.quoteClient.token}` },
    });
    assert.equal(paper.status, 200, paymentReference);
    const { text } = readPdf(Buffer.from(await paper.arrayBuffer()));
    const isPrinted = paymentReference.startsWith('x');
    assert.equal(text.includes(isPrinted ? 'xxxx' : 'CHEQUE'), isPrinted, paymentReference);
  }
  const choice = (await ontario.quote()).choose('Replacement', 1);
  const blank = assertBound(await bind({ ...choice, paymentMethod: 'REF', paymentReference: ' \t\n\ufeff' }));
  assert.equal((await ontario.quoteClient.get(`/v1/policies/${blank.policyNumber}`)).body.paymentReference, null);
});

test('a quote whose day has passed can’t be bound, but one that was bound is still bound', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 1);
  const { policyNumber } = assertBound(await bind({ ...choice, ...byReferral }));
  time.moveTo('2026-11-16T04:59:59Z'); // The last second of the day in Toronto.
  await refuses({ selectedProducts: ['NOPE'] }, ['SelectedProductsMismatch selectedProducts']);
  time.moveTo('2026-11-16T05:00:00Z');
  await refuses({}, ['EffectiveDateBackDate effectiveDate']);
  assert.equal(assertBound(await bind({ ...choice, ...byReferral })).policyNumber, policyNumber);
});

test('a bound application is spent: it can’t be bound otherwise, revised, financed or paid', async () => {
  const request = await ontario.quoteClient.request();
  const quoted = await ontario.quoteClient.quote(request);
  const choice = chooseFrom(quoted, 'Replacement', 3);
  const { applicationId } = choice;
  const paid = byCard(await authorizedPayment(ontario, choice));
  const body = { ...choice, ...byReferral };
  const { policyNumber } = assertBound(await bind(body));

  const other: readonly Json[] = [
    { ...chooseFrom(quoted, 'LimitedIndemnity', 3) },
    { paymentTermInYears: 2 },
    { selectedProducts: choice.selectedProducts.slice(0, 1) },
    { selectedProducts: [] },
    { paymentMethod: 'FIN' },
    { ...byLoan(), paymentReference: undefined },
    { ...paid, paymentReference: undefined },
  ];
  for (const changes of other) await refuses(changes, ['QuoteAlreadyBound'], body);
  const corrected = await bind({ ...body, paymentReference: 'other' });
  assert.equal(assertBound(corrected).policyNumber, policyNumber);

  assertRefused(await ontario.quoteClient.quote({ ...request, applicationId }), ['QuoteAlreadyBound applicationId']);
  const wishes = { downPayment: 100, firstInstallmentDate: addDays(noonDay, 15) };
  assertRefused(await ontario.finance({ ...choice, ...wishes }), ['QuoteAlreadyBound applicationId']);
  assertRefused(await ontario.start(choice), ['QuoteAlreadyBound applicationId']);
  assert.deepEqual(brokenPromises(await readBooks(service.databaseUrl, applicationId)), []);
});

test('while a bind runs, a second one and a revision meet BindInProgress; then the second is a replay', async () => {
  const request = await ontario.quoteClient.request();
  const choice = chooseFrom(await ontario.quoteClient.quote(request), 'Replacement', 3);
  const { applicationId } = choice;
  const body = { ...choice, ...byReferral };
  const slow = bind(body, 'SlowBind');
  await until(
    () => inDatabase(service.databaseUrl, 'SELECT FROM bind WHERE application_id = $1', [applicationId]),
    (claims) => claims.length > 0,
  );
  await refuses({}, ['BindInProgress'], body);
  await refuses({ paymentTermInYears: 1 }, ['BindInProgress'], body);
  assertRefused(await ontario.quoteClient.quote({ ...request, applicationId }), ['BindInProgress applicationId']);
  const { policyNumber } = assertBound(await slow);
  assert.equal(assertBound(await bind(body)).policyNumber, policyNumber);
});

test('what the quote shows is bound, also after a revision: the last prices count', async () => {
  const request = await ontario.quoteClient.request({ odometer: 1_000 });
  const first = await ontario.quoteClient.quote(request);
  const { applicationId, vehicle } = first.body;
  const odometer = 90_000;
  const lookUp = { Vin: vehicle.vin, EffectiveDate: noonDay, Odometer: String(odometer), PurchaseMethod: 'Cash' };
  const vehicleConfigurationId = await ontario.quoteClient.vehicleId(lookUp);
  const revised = await ontario.quoteClient.quote({ ...request, applicationId, vehicleConfigurationId, odometer });
  assert.equal(revised.status, 200, revised.text);
  const cents = ({ body }: Answer): number =>
    body.replacementOptions
      .find((one: Json) => one.paymentTermInYears === 3)
      .coverage.reduce((sum: number, one: { totalWithTax: number }) => sum + Math.round(one.totalWithTax * 100), 0);
  assert.notEqual(cents(revised), cents(first), 'the price has changed');
  const shown = { ...chooseFrom(first, 'Replacement', 3), revision: first.body.revision };
  await refuses({}, ['QuoteRevised revision'], { ...shown, ...byReferral });
  const bound = assertBound(await bind({ ...chooseFrom(revised, 'Replacement', 3), ...byReferral }));
  assert.equal(Math.round(bound.totalWithTax * 100), cents(revised));
});

test('a fault that is another party’s does not touch a bind without one', async () => {
  for (const fault of [
    'BindFailedAfterCardCapture',
    'BindFailedAfterFinancing',
    'FinancingDeclined',
    'BindIncomplete',
  ]) {
    const choice = (await ontario.quote()).choose('Replacement', 1);
    assertBound(await bind({ ...choice, ...byReferral }, fault), fault);
  }
  const failed = await bind(good, 'InternalError');
  assert.equal(failed.status, 500);
  assert.deepEqual(failed.codes, ['InternalError']);
});

test('every code of a bind’s form that is not a card’s or a loan’s was met here', () => {
  const others =
    /^(?:PaymentId|CardPaymentInvalid|Financing|BankAccount|InvalidBank|AccountHolder|LoanTerm|DownPayment|FirstInstallment)/;
  const unmet = formCodes(operation).filter((code) => !others.test(code) && !seen.has(code));
  assert.deepEqual(unmet, []);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before, beforeEach } from 'node:test';
import { quoteFinancing as operation } from '@northbind/contract/quote-financing.ts';
import { formCodes } from '../../contract/form-codes.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { type Choice, openSaleClient, type Quoted, type SaleClient } from '../kit/sale/paying.ts';
import {
  assertRefused,
  changed,
  clockAt,
  inDatabase,
  type Json,
  noon,
  noonDay,
  purchaseMethods,
} from '../kit/sale/quoting.ts';
import { assertUnlicensed } from '../kit/sale/unlicensed.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

const time = clockAt(noon);
const wishes = { downPayment: 250, firstInstallmentDate: '2026-12-01' };
let service: TestService;
let ontario: SaleClient;
let prime: Quoted;
let plus: Quoted;
/** A good request. */
let good: Choice;
let premiumCents: number;

before(async () => {
  service = await startTestService({ clock: time.clock, environment: { TOKEN_MINUTES: '1440' } });
  ontario = await openSaleClient(service);
  prime = await ontario.quote();
  plus = await ontario.quote({ series: 'Plus' });
  const choice = prime.choose('Replacement', 3);
  premiumCents = prime.totalCents(choice);
  good = { ...choice, ...wishes };
});

beforeEach(() => time.moveTo(noon));

interface Option {
  readonly loanTermInMonths: number;
  readonly installmentAmount: number;
  readonly financeCharge: number;
  readonly applicationFee: number;
  readonly apr: number;
  readonly totalPayable: number;
}

const seen = new Set<string>();

/** Sends the request with the changes, and expects exactly these faults. Returns the messages. */
async function refuses(body: Json, changes: Json, expected: readonly string[], saleClient = ontario): Promise<string> {
  const answer = await saleClient.finance(changed(body, changes));
  assertRefused(answer, expected, JSON.stringify(changes));
  for (const code of answer.codes) seen.add(code);
  return answer.body.errors.map(({ message }: { message: string }) => message).join('\n');
}

function optionsOf(answer: Answer): readonly Option[] {
  assert.equal(answer.status, 200, answer.text);
  const { options, ...rest } = answer.body;
  assert.deepEqual(rest, { isValid: true, errors: [] });
  return options;
}

/** Whole cents, or the figure had more than two decimals. */
function cents(dollars: number): number {
  const rounded = Math.round(dollars * 100);
  assert.equal(rounded / 100, dollars);
  return rounded;
}

// What the sandbox's lender lends at: 9.99 % a year, a fee of 20 dollars, and nothing below 200 dollars.
const ratePerYear = 0.0999;
const feeCents = 2_000;

/** The annuity, computed apart from the service's own way. */
function installmentCents(advancedCents: number, months: number): number {
  const rate = ratePerYear / 12;
  return Math.round(((advancedCents + feeCents) * rate) / (1 - (1 + rate) ** -months));
}

/** From the effective date of the quotes to the first installment of the wishes. */
const firstPeriodDays = (Date.parse(wishes.firstInstallmentDate) - Date.parse(noonDay)) / 86_400_000;

/** The yearly rate of the payments, the first after its days / 365, in percent with two decimals, by bisection. */
function apr(advancedCents: number, installment: number, months: number): number {
  let [low, high] = [0, 12];
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2;
    const monthly = middle / 12;
    const afterTheFirst = (installment * (1 - (1 + monthly) ** (1 - months))) / monthly;
    const presentValue = (installment + afterTheFirst) / (1 + (middle * firstPeriodDays) / 365);
    if (presentValue > advancedCents) low = middle;
    else high = middle;
  }
  return Math.round(low * 10_000) / 100;
}

function assertSound(option: Option, advancedCents: number, about: string): void {
  assert.deepEqual(
    Object.keys(option),
    ['loanTermInMonths', 'installmentAmount', 'financeCharge', 'applicationFee', 'apr', 'totalPayable'],
    about,
  );
  const { loanTermInMonths: months } = option;
  const installment = cents(option.installmentAmount);
  assert.equal(installment, installmentCents(advancedCents, months), about);
  assert.equal(cents(option.totalPayable), months * installment, about);
  assert.equal(cents(option.applicationFee), feeCents, about);
  assert.equal(
    cents(option.totalPayable),
    advancedCents + cents(option.applicationFee) + cents(option.financeCharge),
    about,
  );
  assert.equal(option.apr, apr(advancedCents, installment, months), about);
}

/** What may be offered: not above 35 percent a year. That leaves out six months where the fee weighs too much. */
function mayOffer(advancedCents: number, months: number): boolean {
  return apr(advancedCents, installmentCents(advancedCents, months), months) <= 35;
}

/** Which loans go with which policy: none outlasts it, none is longer than five years. */
const loanTerms: Readonly<Record<number, readonly number[]>> = {
  1: [6, 12],
  2: [12, 24],
  3: [12, 24, 36],
  4: [12, 24, 36, 48],
  5: [12, 24, 36, 48, 60],
  6: [12, 24, 36, 48, 60],
  7: [12, 24, 36, 48, 60],
  8: [12, 24, 36, 48, 60],
};

test('each option adds up to the cent, in every term of both series and with any down payment', async () => {
  for (const [series, quoted] of [
    ['Prime', prime],
    ['Plus', plus],
  ] as const) {
    const terms = quoted.terms('Replacement');
    assert.equal(terms.at(0), series === 'Plus' ? 2 : 1);
    for (const term of terms) {
      const choice = quoted.choose('Replacement', term);
      const totalCents = quoted.totalCents(choice);
      for (const downPaymentCents of [0, 1, 12_345, totalCents - 45_000]) {
        const about = `${series} ${term} years, ${downPaymentCents} cents down`;
        const body = { ...choice, ...wishes, downPayment: downPaymentCents / 100 };
        const options = optionsOf(await ontario.finance(body));
        const expected = loanTerms[term]!.filter((months) => mayOffer(totalCents - downPaymentCents, months));
        assert.deepEqual(
          options.map((one) => one.loanTermInMonths),
          expected,
          about,
        );
        for (const option of options) assertSound(option, totalCents - downPaymentCents, about);
      }
    }
  }
});

test('the mandatory cover alone can be financed in every term, by every seller that is set up for it', async () => {
  for (const name of ['ontario', 'quebec', 'novascotia', 'manitoba'] as const) {
    const saleClient = await openSaleClient(service, name);
    for (const purchaseMethod of purchaseMethods) {
      const quoted = await saleClient.quote({ purchaseMethod, odometer: 10 });
      for (const term of quoted.terms('Replacement')) {
        const body = { ...quoted.choose('Replacement', term, ['RPL']), ...wishes, downPayment: 100 };
        assert.notDeepEqual(optionsOf(await saleClient.finance(body)), [], `${name} ${purchaseMethod} ${term}`);
      }
    }
  }
});

test('one year of an expensive car can be paid in six months too', async () => {
  let quoted = prime;
  const totalOf = (): number => quoted.totalCents(quoted.choose('Replacement', 1));
  for (let tries = 0; !mayOffer(totalOf(), 6) && tries < 60; tries += 1) quoted = await ontario.quote();
  const body = { ...quoted.choose('Replacement', 1), ...wishes, downPayment: 0 };
  const options = optionsOf(await ontario.finance(body));
  assert.deepEqual(
    options.map((one) => one.loanTermInMonths),
    [6, 12],
    String(totalOf()),
  );
  for (const option of options) assertSound(option, totalOf(), 'one year');
});

test('the products that are not selected are not financed', async () => {
  const choice = prime.choose('Replacement', 3, ['RPL', 'TIRE']);
  const [option] = optionsOf(await ontario.finance({ ...choice, ...wishes }));
  assertSound(option!, prime.totalCents(choice) - 25_000, 'RPL and TIRE');
  assert.ok(prime.totalCents(choice) < premiumCents);
});

test('the lender lends 200 dollars and not a cent less: below it there is nothing to choose', async () => {
  const down = (left: number): Promise<Answer> =>
    ontario.finance({ ...good, downPayment: (premiumCents - left) / 100 });
  assert.notEqual(optionsOf(await down(20_000)).length, 0);
  assert.deepEqual(optionsOf(await down(19_999)), []);
  assert.deepEqual(optionsOf(await down(1)), []);
});

test('no option is offered above 35 percent a year', async () => {
  const choice = prime.choose('Replacement', 1);
  const totalCents = prime.totalCents(choice);
  for (const left of [20_000, 25_000, 30_000, 45_000, totalCents]) {
    const options = optionsOf(await ontario.finance({ ...choice, ...wishes, downPayment: (totalCents - left) / 100 }));
    for (const option of options) assert.ok(option.apr <= 35, `${left} ${option.apr}`);
    assert.deepEqual(
      options.map((one) => one.loanTermInMonths),
      [6, 12].filter((months) => mayOffer(left, months)),
      String(left),
    );
  }
});

test('the earlier the first installment, the higher the rate; the installments stay', async () => {
  const priced = async (firstInstallmentDate: string): Promise<Option> =>
    optionsOf(await ontario.finance({ ...good, firstInstallmentDate }))[0]!;
  const [next, later] = [await priced(addDays(noonDay, 1)), await priced(addDays(noonDay, 30))];
  assert.equal(next.installmentAmount, later.installmentAmount);
  assert.ok(next.apr > later.apr + 1.5, `${next.apr} ${later.apr}`);
});

test('the same request gets the same answer, and nothing is written anywhere', async () => {
  const count = async (): Promise<unknown> =>
    inDatabase(
      service.databaseUrl,
      `SELECT (SELECT count(*) FROM application) AS applications,
              (SELECT count(*) FROM application_revision) AS revisions,
              (SELECT count(*) FROM card_payment) AS payments,
              (SELECT count(*) FROM sandbox_cards.payment) AS orders,
              (SELECT count(*) FROM sandbox_lender.contract) AS contracts,
              (SELECT is_called FROM sandbox_lender.loan_serial) AS "hasLoanNumber"`,
    );
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ontario.finance(good)));
  assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  const after = await count();
  assert.deepEqual(after, before);
  const [{ contracts, payments, hasLoanNumber }] = after as [Json];
  assert.deepEqual([contracts, payments, hasLoanNumber], ['0', '0', false]);
});

test('a seller that is not set up for financing is told so, whatever else is wrong', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  const there = { ...(await alberta.quote()).choose('Replacement', 2), ...wishes };
  await refuses(there, {}, ['FinancingNotAvailableForSeller'], alberta);
  await refuses(there, { coverageCategory: 'LimitedIndemnity' }, ['FinancingNotAvailableForSeller'], alberta);
});

test('a seller without cards can finance', async () => {
  const novaScotia = await openSaleClient(service, 'novascotia');
  const there = { ...(await novaScotia.quote()).choose('Replacement', 2), ...wishes };
  assert.equal(optionsOf(await novaScotia.finance(there)).length, 2);
});

test('limited indemnity is not financed', async () => {
  for (const [quoted, term] of [
    [prime, 1],
    [plus, 3],
  ] as const) {
    const body = { ...quoted.choose('LimitedIndemnity', term), ...wishes };
    await refuses(body, {}, ['FinancingNotAvailableForCoverageCategory coverageCategory']);
  }
});

test('a down payment is not negative, has whole cents and stays below the premium', async () => {
  const dollars = premiumCents / 100;
  for (const downPayment of [-1, -0.01, 0.001, 250.125, 1e-7, dollars, dollars + 0.01, 9_999_999.99, 1e300]) {
    await refuses(good, { downPayment }, ['DownPaymentInvalid downPayment']);
  }
  for (const downPayment of ['250', true, [250], {}]) {
    await refuses(good, { downPayment }, ['DownPaymentInvalid downPayment']);
  }
  for (const downPayment of [0, -0, 0.01, 0.29, 1.1, dollars - 0.01]) {
    // As JSON writes it: the nearest double of a whole number of cents.
    optionsOf(await ontario.finance({ ...good, downPayment: Math.round(downPayment * 100) / 100 }));
  }
});

test('a down payment that is too high is refused with the premium as its limit, in both languages', async () => {
  const limit = (premiumCents / 100).toFixed(2);
  for (const downPayment of [premiumCents / 100, 250.125]) {
    assert.ok((await refuses(good, { downPayment }, ['DownPaymentInvalid downPayment'])).includes(limit));
    const french = await ontario.finance({ ...good, downPayment }, { 'accept-language': 'fr' });
    assert.match(french.body.errors[0].message, new RegExp(`mise de fonds.*${limit}`));
  }
});

test('the first installment falls from the day after the effective date to one month after it', async () => {
  for (const date of ['2026-11-16', '2026-11-30', '2026-12-15']) {
    optionsOf(await ontario.finance({ ...good, firstInstallmentDate: date }));
  }
  for (const date of ['2026-11-14', '2026-11-15', '2026-12-16', '2027-11-16']) {
    const faults = ['FirstInstallmentDateOutOfRange firstInstallmentDate'];
    const message = await refuses(good, { firstInstallmentDate: date }, faults);
    assert.match(message, /2026-11-16 to 2026-12-15/);
  }
});

test('the window is counted from the effective date, not from today', async () => {
  const effectiveDate = addDays(noonDay, 20);
  const body = { ...(await ontario.quote({ effectiveDate })).choose('Replacement', 2), ...wishes };
  const faults = ['FirstInstallmentDateOutOfRange firstInstallmentDate'];
  assert.match(await refuses(body, { firstInstallmentDate: effectiveDate }, faults), /2026-12-06 to 2027-01-05/);
  for (const firstInstallmentDate of ['2026-12-06', '2027-01-05'])
    optionsOf(await ontario.finance({ ...body, firstInstallmentDate }));
  await refuses(body, { firstInstallmentDate: '2027-01-06' }, faults);
});

test('one month after 31 January is the last day of February, in leap years the 29th', async () => {
  for (const [effectiveDate, last] of [
    ['2027-01-31', '2027-02-28'],
    ['2028-01-31', '2028-02-29'],
  ] as const) {
    time.moveTo(`${effectiveDate}T17:00:00Z`);
    const saleClient = await openSaleClient(service);
    const body = { ...(await saleClient.quote({ effectiveDate })).choose('Replacement', 1), ...wishes };
    for (const firstInstallmentDate of [addDays(effectiveDate, 1), last]) {
      assert.notEqual(optionsOf(await saleClient.finance({ ...body, firstInstallmentDate })).length, 0);
    }
    for (const firstInstallmentDate of [effectiveDate, addDays(last, 1)]) {
      const faults = ['FirstInstallmentDateOutOfRange firstInstallmentDate'];
      const message = await refuses(body, { firstInstallmentDate }, faults, saleClient);
      assert.ok(message.includes(`${addDays(effectiveDate, 1)} to ${last}`), message);
    }
  }
});

test('a date and an amount that are both wrong are told together', async () => {
  await refuses(good, { downPayment: premiumCents / 100, firstInstallmentDate: noonDay }, [
    'DownPaymentInvalid downPayment',
    'FirstInstallmentDateOutOfRange firstInstallmentDate',
  ]);
});

test('what is required and missing, null or blank is told as required, all at once', async () => {
  const required = {
    applicationId: 'ApplicationIdRequired',
    coverageCategory: 'CoverageCategoryRequired',
    paymentTermInYears: 'PaymentTermInYearsRequired',
    selectedProducts: 'SelectedProductsRequired',
    downPayment: 'DownPaymentRequired',
    firstInstallmentDate: 'FirstInstallmentDateRequired',
  };
  for (const [field, code] of Object.entries(required)) {
    for (const value of [undefined, null, '', '  ']) await refuses(good, { [field]: value }, [`${code} ${field}`]);
  }
  assertRefused(
    await ontario.finance({}),
    Object.entries(required).map(([field, code]) => `${code} ${field}`),
  );
});

test('what has the wrong form is told as invalid', async () => {
  const invalid: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['applicationId', 'ApplicationIdInvalid', [17, {}]],
    ['coverageCategory', 'CoverageCategoryInvalid', ['Full', 1]],
    ['paymentTermInYears', 'PaymentTermInYearsInvalid', ['3', 2.5]],
    ['selectedProducts', 'SelectedProductsInvalid', ['RPL', [1]]],
    ['firstInstallmentDate', 'FirstInstallmentDateInvalid', ['soon', '2026-11-31', 20261201, true]],
  ];
  for (const [field, code, values] of invalid) {
    for (const value of values) await refuses(good, { [field]: value }, [`${code} ${field}`]);
  }
});

test('a first installment date may come as a date-time, of which the date as written counts', async () => {
  const plain = await ontario.finance(good);
  for (const time of ['T00:00:00Z', 'T23:59:59-08:00'])
    assert.deepEqual(
      (await ontario.finance({ ...good, firstInstallmentDate: `${good.firstInstallmentDate}${time}` })).body,
      plain.body,
    );
});

test('a selection is judged as at the card start', async () => {
  await refuses(good, { paymentTermInYears: 9 }, ['PaymentTermNotAvailable paymentTermInYears']);
  const onPlus = { ...plus.choose('Replacement', 2), ...wishes };
  await refuses(onPlus, { paymentTermInYears: 1 }, ['PaymentTermBelowSeriesMinimum paymentTermInYears']);
  await refuses(good, { selectedProducts: ['RPL', 'LIM'] }, ['SelectedProductsMismatch selectedProducts']);
  const message = await refuses(good, { selectedProducts: ['DED'] }, ['RequiredProductMissing selectedProducts']);
  assert.match(message, /RPL/);
});

test('an application that is unknown, malformed or another seller’s is not found, all alike', async () => {
  const texts = new Set<string>();
  for (const applicationId of [randomUUID(), 'nothing']) {
    texts.add(await refuses(good, { applicationId }, ['ApplicationNotFound applicationId']));
  }
  for (const name of ['quebec', 'manitoba', 'novascotia'] as const) {
    texts.add(await refuses(good, {}, ['ApplicationNotFound applicationId'], await openSaleClient(service, name)));
  }
  assert.equal(texts.size, 1);
});

test('once the effective date has passed nothing is financed any more', async () => {
  time.moveTo('2026-11-16T04:59:59Z');
  assert.equal((await ontario.finance(good)).status, 200);
  time.moveTo('2026-11-16T05:00:00Z');
  await refuses(good, {}, ['EffectiveDateBackDate effectiveDate']);
});

test('a lender that is away is told as retryable, one that refuses as final; without the fault all is well', async () => {
  for (const fault of ['FinancingUnavailable', 'FinancingDeclined']) {
    const answer = await ontario.finance(good, { 'sandbox-fault': fault });
    assertRefused(answer, [fault]);
    seen.add(fault);
    assert.equal(optionsOf(await ontario.finance(good)).length, 3);
  }
});

test('the lender is not asked about what can’t be financed', async () => {
  const away = { 'sandbox-fault': 'FinancingUnavailable' };
  const tooMuch = await ontario.finance({ ...good, downPayment: premiumCents / 100 }, away);
  assertRefused(tooMuch, ['DownPaymentInvalid downPayment']);
});

test('a fault of the card processor is refused at financing', async () => {
  const answer = await ontario.finance(good, { 'sandbox-fault': 'CardPaymentUnavailable' });
  assert.deepEqual(answer.codes, ['SandboxFaultUnknown']);
});

test('a call without a token, or with a body that is no object, is not looked at', async () => {
  assert.equal((await service.call('POST', '/v1/quote/financing', { body: good })).status, 401);
  for (const body of ['[]', '{', 'null']) assert.equal((await ontario.finance(body)).status, 400, body);
});

test('a quote that is bound is spent: nothing is financed any more', async () => {
  const spent = (await ontario.quote()).choose('Replacement', 2);
  const bound = await service.call('POST', '/v1/bind', {
    token: ontario.quoteClient.token,
    body: { ...spent, paymentMethod: 'REF', paymentReference: 'CHQ-1' },
  });
  assert.equal(bound.status, 200, bound.text);
  await refuses({ ...spent, ...wishes }, {}, ['QuoteAlreadyBound applicationId']);
});

test('where licences are needed, a seller without one gets no loan priced', async () => {
  seen.add(await assertUnlicensed(service, 'ON', () => ontario.finance(good)));
});

test('every code that the contract names for financing was provoked here, and no loan was made', async () => {
  const expected = new Set<string>([...operation.refusals, ...formCodes(operation)]);
  // Provoked in files of their own, by what an operator or the partner changes after the quote.
  for (const code of ['DealerNotLinkedToSeller', 'SeriesNotEnabledForSeller', 'QuoteRevised']) expected.delete(code);
  assert.deepEqual([...seen].sort(), [...expected].sort());
  assert.deepEqual(await inDatabase(service.databaseUrl, 'SELECT FROM sandbox_lender.contract'), []);
});

import assert from 'node:assert/strict';
import test, { before, beforeEach } from 'node:test';
import { addDays, addMonths } from '../../src/domain/calendar.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  type Bind,
  bankAccount,
  bankLeaks,
  binder,
  byLoan,
  byReferral,
  chooseFrom,
} from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, changed, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

const time = clockAt(noon);
let service: TestService;
let ontario: SaleClient;
let bind: Bind;
/** Never carried out: every test that uses it is refused. */
let good: Json;
let goodCents: number;

before(async () => {
  service = await startTestService({ clock: time.clock, environment: { TOKEN_MINUTES: '1440' } });
  ontario = await openSaleClient(service);
  bind = binder(service, ontario.quoteClient.token);
  const quoted = await ontario.quote();
  const choice = quoted.choose('Replacement', 3);
  goodCents = quoted.totalCents(choice);
  good = { ...choice, ...byLoan() };
});

beforeEach(() => time.moveTo(noon));

async function newChoice(): Promise<Choice> {
  return (await ontario.quote()).choose('Replacement', 3);
}

async function refuses(changes: Json, expected: readonly string[], body: Json = good, fault: string | null = null) {
  const answer = await bind(changed(body, changes), fault);
  assertRefused(answer, expected, JSON.stringify(Object.keys(changes)));
  return answer;
}

async function assertKept({ applicationId }: Choice): Promise<void> {
  await untilQuiet(service.databaseUrl);
  assert.deepEqual(brokenPromises(await readBooks(service.databaseUrl, applicationId)), []);
}

function repeat(body: Json): Promise<Answer> {
  return until(
    () => bind(body),
    ({ codes }) => !codes.some((code) => code === 'BindInProgress' || code === 'FinancingUnavailable'),
  );
}

test('a loan is written with the policy: its number, its final figures and the lender’s letter are answered', async () => {
  const choice = await newChoice();
  const wishes = { downPayment: 100, firstInstallmentDate: addDays(noonDay, 15) };
  const options = (await ontario.finance({ ...choice, ...wishes })).body.options;
  const bound = assertBound(await bind({ ...choice, ...byLoan() }));
  const { loanNumber, ...figures } = bound.financing;
  const offered = options.find((option: Json) => option.loanTermInMonths === 12);
  assert.deepEqual(figures, { ...offered, ...wishes });
  assert.match(loanNumber, /\d/);
  assert.match(bound.financingLetterDownloadId, /^[0-9a-f-]{36}$/);
  await assertKept(choice);
});

test('a person with the longest names that a quote takes can borrow', async () => {
  const long = { 'applicant.firstOrCompanyName': 'É'.repeat(200), 'applicant.lastName': 'Ü'.repeat(200) };
  const quoted = await ontario.quoteClient.quote(changed(await ontario.quoteClient.request(), long));
  assert.equal(quoted.status, 200, quoted.text);
  assertBound(await bind({ ...chooseFrom(quoted, 'Replacement', 3), ...byLoan() }));
});

test('a loan needs its block, and Replacement cover', async () => {
  await refuses({ financing: undefined }, ['FinancingDetailsRequired financing']);
  await refuses({ financing: null }, ['FinancingDetailsRequired financing']);
  const limited = (await ontario.quote()).choose('LimitedIndemnity', 3);
  await refuses({}, ['FinancingNotAvailableForCoverageCategory coverageCategory'], { ...limited, ...byLoan() });
});

test('bank numbers are judged by their digits before the lender is asked', async () => {
  const account = 'financing.bankAccount';
  const bad: readonly (readonly [keyof typeof bankAccount, string, readonly unknown[]])[] = [
    ['institutionNumber', 'InvalidBankInstitution', ['12', '1234', '12a', '', null, 123, '１２３']],
    ['transitNumber', 'InvalidBankTransit', ['1234', '123456', 'abcde', undefined]],
    ['accountNumber', 'InvalidBankAccount', ['123456', '1234567890123', '1234 567', undefined]],
    ['accountHolderName', 'AccountHolderNameRequired', ['', '  ', null, undefined]],
    ['accountHolderName', 'AccountHolderNameInvalid', ['Jo \u{1f600}', 'Jo\u0007', '\ue000']],
  ];
  for (const [name, code, values] of bad)
    for (const value of values) await refuses({ [`${account}.${name}`]: value }, [`${code} ${account}.${name}`]);
  for (const accountNumber of ['1234567', '123456789012']) {
    const choice = await newChoice();
    const answer = await bind({ ...choice, ...byLoan(noonDay, { bankAccount: { ...bankAccount, accountNumber } }) });
    assertBound(answer, accountNumber);
  }
  await refuses({ 'financing.bankAccount': {} }, [
    `InvalidBankInstitution ${account}.institutionNumber`,
    `InvalidBankTransit ${account}.transitNumber`,
    `InvalidBankAccount ${account}.accountNumber`,
    `AccountHolderNameRequired ${account}.accountHolderName`,
  ]);
});

test('down payment, first installment and loan term are judged at their edges', async () => {
  const total = goodCents / 100;
  for (const downPayment of [total, (goodCents + 1) / 100, 10.001])
    await refuses({ 'financing.downPayment': downPayment }, ['DownPaymentInvalid financing.downPayment']);
  await refuses({ 'financing.downPayment': -1 }, ['DownPaymentInvalid financing.downPayment']);
  await refuses({ 'financing.downPayment': '100' }, ['DownPaymentInvalid financing.downPayment']);
  for (const date of [noonDay, addDays(addMonths(noonDay, 1), 1)])
    await refuses({ 'financing.firstInstallmentDate': date }, [
      'FirstInstallmentDateOutOfRange financing.firstInstallmentDate',
    ]);
  for (const date of [addDays(noonDay, 1), addMonths(noonDay, 1)]) {
    const answer = await bind({ ...(await newChoice()), ...byLoan(noonDay, { firstInstallmentDate: date }) });
    assertBound(answer, date);
  }
  for (const months of [0, 1, 13, 600])
    await refuses({ 'financing.loanTermInMonths': months }, ['LoanTermNotAvailable financing.loanTermInMonths']);
  await refuses({ 'financing.downPayment': total, 'financing.loanTermInMonths': 13 }, [
    'DownPaymentInvalid financing.downPayment',
    'LoanTermNotAvailable financing.loanTermInMonths',
  ]);
});

test('a loan term that the options do not hold is not available, whatever the lender’s reason to leave it out', async () => {
  const quoted = await ontario.quote();
  const choice = quoted.choose('Replacement', 3);
  const downPayment = (quoted.totalCents(choice) - 19_999) / 100; // A cent less than the lender lends.
  const wishes = { downPayment, firstInstallmentDate: addDays(noonDay, 15) };
  assert.deepEqual((await ontario.finance({ ...choice, ...wishes })).body.options, []);
  for (const loanTermInMonths of [12, 24, 36]) {
    const body = { ...choice, ...byLoan(noonDay, { ...wishes, loanTermInMonths }) };
    await refuses({}, ['LoanTermNotAvailable financing.loanTermInMonths'], body);
  }
  assert.deepEqual((await readBooks(service.databaseUrl, choice.applicationId)).loans, []);
  assertBound(await bind({ ...choice, ...byLoan() }));
  await assertKept(choice);
});

test('an unreachable lender has created nothing, and the same bind goes through later', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byLoan() };
  await refuses({}, ['FinancingUnavailable'], body, 'FinancingUnavailable');
  await refuses({}, ['FinancingUnavailable'], body, 'FinancingUnavailable');
  assert.deepEqual((await readBooks(service.databaseUrl, choice.applicationId)).loans, []);
  assertBound(await repeat(body));
  await assertKept(choice);
});

test('a lender’s no makes no policy, and the quote can be bound otherwise', async () => {
  const choice = await newChoice();
  await refuses({}, ['FinancingDeclined'], { ...choice, ...byLoan() }, 'FinancingDeclined');
  const declinedAccount = byLoan(noonDay, { bankAccount: { ...bankAccount, accountNumber: '0000000' } });
  await refuses({}, ['FinancingDeclined'], { ...choice, ...declinedAccount });
  assert.deepEqual((await readBooks(service.databaseUrl, choice.applicationId)).loans, []);
  assertBound(await bind({ ...choice, ...byReferral }));
  await assertKept(choice);
});

test('a repeat with another loan term, down payment or first installment is another bind; another account is not', async () => {
  const choice = await newChoice();
  assertBound(await bind({ ...choice, ...byLoan() }));
  for (const changes of [
    { loanTermInMonths: 24 },
    { downPayment: 100.01 },
    { firstInstallmentDate: addDays(noonDay, 16) },
  ])
    await refuses({}, ['QuoteAlreadyBound'], { ...choice, ...byLoan(noonDay, changes) });
  const otherAccount = { bankAccount: { ...bankAccount, accountNumber: '7654321' } };
  assertBound(await repeat({ ...choice, ...byLoan(noonDay, otherAccount) }));
  await assertKept(choice);
});

test('a loan whose reply is lost is found again, and written once', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byLoan() };
  await refuses({}, ['FinancingUnavailable'], body, 'FinancingReplyLost');
  assert.equal((await readBooks(service.databaseUrl, choice.applicationId)).loans.length, 1);
  assertBound(await repeat(body));
  const { loans } = await readBooks(service.databaseUrl, choice.applicationId);
  assert.equal(loans.length, 1, 'the same loan');
  await assertKept(choice);
});

test('a policy number that the lender has in use makes no policy; the next attempt has another number', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byLoan() };
  await refuses({}, ['PolicyNumberInUseByLender'], body, 'PolicyNumberInUseByLender');
  assertBound(await bind(body));
  await assertKept(choice);
});

test('a policy that can’t be issued after the loan has the loan cancelled; the quote can be bound again', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byLoan() };
  const failed = await refuses({}, ['BindFailedAfterFinancing'], body, 'BindFailedAfterFinancing');
  const rows = await inDatabase(
    service.databaseUrl,
    'SELECT loan_number, cancelled_at IS NOT NULL AS is_cancelled FROM sandbox_lender.contract WHERE customer_reference = $1',
    [choice.applicationId],
  );
  assert.equal(rows[0].is_cancelled, true);
  assert.ok(failed.text.includes(rows[0].loan_number), 'the message names the loan');
  await assertKept(choice);
  assertBound(await bind(body));
  await assertKept(choice);
});

test('a seller without financing is told so', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  const choice = (await alberta.quote()).choose('Replacement', 3);
  const answer = await binder(service, alberta.quoteClient.token)({ ...choice, ...byLoan() });
  assertRefused(answer, ['PaymentMethodNotAvailableForSeller paymentMethod']);
});

test('bank details are in no log line and in no column of ours', async () => {
  const log = service.lines.join('\n');
  assert.ok(log.includes('policy issued'), 'it logs at all');
  assert.deepEqual(await bankLeaks(log, service.databaseUrl), []);
  await inDatabase(service.databaseUrl, 'CREATE TABLE leak AS SELECT $1::json AS form', [JSON.stringify(byLoan())]);
  assert.deepEqual(await bankLeaks(JSON.stringify(byLoan()), service.databaseUrl), ['the log', 'public.leak']);
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { ErrorDefinition, ErrorParams } from './errors/error-definition.ts';
import { wireErrors } from './errors/wire-errors.ts';
import { type ErrorCode, errorItem, errors, isErrorCode, messageFor, placeholdersOf } from './errors.ts';
import { formCodes, formFaults } from './form-codes.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { sandboxFaults } from './sandbox-faults.ts';

const all = Object.keys(errors) as ErrorCode[];

/** Written by hand from the contract's table. */
const contractCodes = `
  BindInProgress QuoteAlreadyBound SeriesNotEnabledForSeller DealerNotLinkedToSeller DealerIdRequired
  DealerContactRequired LienHolderRequired EffectiveDateBackDate EffectiveDateFuture VehicleIneligible SearchTooShort
  TestVinProductionDisabled SelectedProductsMismatch PaymentTermBelowSeriesMinimum PaymentMethodNotSupported
  PaymentMethodNotAvailableForSeller FinancingDetailsRequired FinancingNotApplicable
  FinancingNotAvailableForCoverageCategory LoanTermNotAvailable DownPaymentInvalid FirstInstallmentDateOutOfRange
  InvalidBankInstitution InvalidBankTransit InvalidBankAccount FinancingUnavailable FinancingDeclined
  PolicyNumberInUseByLender BindFailedAfterFinancing ChargeDateOutOfRange PaymentIdRequired CardPaymentRequired
  CardPaymentNotApplicable CardPaymentUnavailable BindIncomplete CardPaymentNotFound CardPaymentNotAuthorized
  CardPaymentDeclined CardPaymentExpired CardPaymentAmountMismatch CardPaymentAlreadyUsed BindFailedAfterCardCapture
  DocumentNotFound InternalError`;

/** Written by hand from our decisions on what the contract leaves open. */
const ownCodes = `
  ApplicantOutsideProvince ApplicationNotFound VehicleConfigurationNotFound VehicleLookupMismatch LienHolderNotFound
  ProducerCodeRequired CoverageCategoryRequired CoverageCategoryInvalid PaymentTermNotAvailable RequiredProductMissing
  PaymentReferenceNotApplicable FinancingNotAvailableForSeller SeriesRequired TestVinNotAvailable RouteNotFound
  MethodNotAllowed RequestTooLarge UnsupportedMediaType RateLimitExceeded EmailAddressRequired PostalCodeInvalid
  VinInvalid EffectiveDateRequired`;

test('every code of the contract and of our decisions is in the table', () => {
  for (const code of words(contractCodes + ownCodes)) assert.ok(isErrorCode(code), code);
});

test('the retryable codes are those that the contract calls so, the rate limit, and an outage', () => {
  const retryable = all.filter((code) => errors[code].retryable).sort();
  assert.deepEqual(retryable, [
    'BindInProgress',
    'BindIncomplete',
    'CardPaymentUnavailable',
    'FinancingUnavailable',
    'RateLimitExceeded',
    'ServiceUnavailable',
  ]);
});

test('every refusal is a 422; only failures of the call itself have other statuses, and none comes with a success', () => {
  for (const code of all) {
    if (!(code in wireErrors)) assert.equal(errors[code].status, 422, code);
    assert.ok(errors[code].status >= 400, code);
  }
});

test('every code can be answered: by the wire, by a form check or by an operation’s rules', () => {
  const answerable = new Set<string>(Object.keys(wireErrors));
  for (const operation of operations as readonly Operation[])
    for (const code of [...formCodes(operation), ...operation.refusals]) answerable.add(code);
  assert.deepEqual(
    all.filter((code) => !answerable.has(code)),
    [],
  );
});

test('both languages name the same params', () => {
  for (const code of all) {
    const { en, fr } = errors[code].message;
    assert.deepEqual(placeholdersOf(en).sort(), placeholdersOf(fr).sort(), code);
  }
});

test('without params every message is still a whole sentence in both languages', () => {
  for (const code of all)
    for (const language of ['en', 'fr'] as const)
      assert.match(messageFor(code, language), /^\p{Lu}[^[\]{}]+\.$/u, `${code} ${language}`);
});

test('a message names its params', () => {
  const window = { earliest: '2026-04-01', latest: '2026-05-01' };
  assert.match(messageFor('FirstInstallmentDateOutOfRange', 'en', window), /: 2026-04-01 to 2026-05-01\.$/);
  assert.match(messageFor('DownPaymentInvalid', 'fr', { premium: 1234.56 }), /prime de 1234,56 \$\.$/);
  assert.match(messageFor('InternalError', 'en', { requestId: 'a[b]{c}$&' }), /quote request a\[b\]\{c\}\$&\.$/);
});

test('an error item has the values that its message names, those of its code and those of this refusal', () => {
  const window = { earliest: '2026-04-01', latest: '2026-05-01' };
  assert.deepEqual(errorItem('ChargeDateOutOfRange', 'chargeDate', 'fr', window).params, window);
  assert.deepEqual(errorItem('LastNameInvalid', '', 'en', { sign: 'U+1F600' }).params, { max: 200, sign: 'U+1F600' });
  assert.deepEqual(errorItem('SeriesInvalid', 'series', 'en').params, { allowed: ['Prime', 'Plus'] });
  assert.ok(!('params' in errorItem('SeriesRequired', 'series', 'en')));
});

test('every limit that a message names is one of its params', () => {
  // What is only an example, a form, or something else than a limit.
  const spared = /\d{4}-[\dTZ:-]+|such as [^.]+|K1A 0B1|it has 17 characters|24 hours|64 KiB|\/v1/g;
  for (const code of all) {
    const { message, params = {} }: ErrorDefinition = errors[code];
    const known = Object.values(params);
    const plain = message.en.replace(/\[[^\]]*\]/g, '').replace(spared, '');
    const named = Array.from(plain.matchAll(/(?<![A-Za-z])\d+/g), ([digits]) => Number(digits));
    for (const limit of named) assert.ok(known.includes(limit), `${code} ${limit}`);
  }
});

test('the words that a message allows are those that the property takes', () => {
  for (const operation of operations as readonly Operation[])
    for (const { code, field, schema } of formFaults(operation)) {
      const { allowed }: ErrorParams = (errors[code] as ErrorDefinition).params ?? {};
      const taken = (schema as { readonly enum?: readonly string[] }).enum;
      // Of a request’s reasons only the sandbox’s operator has one more.
      const told = taken?.filter((word) => `${operation.id} ${word}` !== 'sandboxCancellations NonPayment');
      if (taken !== undefined && allowed !== undefined) assert.deepEqual(allowed, told, `${operation.id} ${field}`);
    }
});

test('a message that asks for other properties than its field names them as the request has them', () => {
  const asked: Partial<Record<ErrorCode, string>> = {
    DealerContactRequired: 'name emailAddress phoneNumber',
    DealerContactInvalid: 'name emailAddress phoneNumber',
    ApplicantInvalid: 'firstOrCompanyName lastName addressLine1 city postalCode phoneNumber emailAddress',
    ApplicantOutsideProvince: 'city postalCode',
    VehicleIneligible: 'odometer effectiveDate',
    VehiclePurchaseInvalid: 'price date condition',
    PrimaryInsurerInvalid: 'name policyNumber',
    FinancingDetailsRequired: 'loanTermInMonths downPayment firstInstallmentDate bankAccount',
    FinancingInvalid: 'loanTermInMonths downPayment firstInstallmentDate bankAccount',
    BankAccountInvalid: 'institutionNumber transitNumber accountNumber accountHolderName',
    CardPaymentRequired: 'paymentId',
    CardPaymentInvalid: 'paymentId',
    CardPaymentUnavailable: 'paymentId',
    CardPaymentNotAvailableForSeller: 'paymentMethod',
    BindIncomplete: 'paymentId',
    FinancingNotAvailableForCoverageCategory: 'paymentMethod',
    FinancingNotAvailableForSeller: 'paymentMethod',
    FinancingDeclined: 'loanTermInMonths downPayment firstInstallmentDate paymentMethod',
    AcknowledgementRequired: 'downloadId acknowledgedAt',
    AcknowledgementTimeInvalid: 'acknowledgedAt',
    AcknowledgementsInvalid: 'downloadId kind version acknowledgedAt',
    TaxRateChanged: 'chargeDate',
  };
  for (const [code, names] of Object.entries(asked))
    for (const language of ['en', 'fr'] as const)
      for (const name of words(names))
        assert.match(messageFor(code as ErrorCode, language), new RegExp(`\\b${name}\\b`), `${code} ${language}`);
});

test('every code of the contract has a fault, or the guide says which call provokes it', async () => {
  for (const folder of ['guide', 'guide/fr']) {
    const page = await readFile(new URL(`../docs/${folder}/sandbox.md`, import.meta.url), 'utf8');
    const told = new Set(Array.from(page.matchAll(/^\| .*?\|/gm), ([cell]) => cell.match(/\w+/g) ?? []).flat());
    for (const code of words(contractCodes)) assert.ok(told.has(code), `${folder}: ${code}`);
    for (const fault of Object.keys(sandboxFaults)) assert.ok(told.has(fault), `${folder}: ${fault}`);
  }
  // Their commands are run; the pages that are written from a table always have one.
  for (const code of words(contractCodes)) {
    const page = await readFile(new URL(`../docs/errors/${code}.md`, import.meta.url), 'utf8').catch(() => null);
    if (page !== null) assert.match(page, /^```sh$/m, code);
  }
});

test('half of the params is as good as none', () => {
  assert.equal(
    messageFor('ChargeDateOutOfRange', 'en', { earliest: '2026-04-01' }),
    messageFor('ChargeDateOutOfRange', 'en'),
  );
});

test('the names of an object’s own methods are no codes', () => {
  assert.equal(isErrorCode('toString'), false);
});

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

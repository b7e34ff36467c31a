import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type BankAccount, faultsOfBankAccount, namedAccount, type SentBankAccount } from './bank-account.ts';

const good: BankAccount = {
  institutionNumber: '003',
  transitNumber: '00012',
  accountNumber: '1234567',
  accountHolderName: 'Jo Tremblay',
};
const codes = (change: Partial<SentBankAccount>) =>
  faultsOfBankAccount({ ...good, ...change }).map((fault) => fault.code);

test('an account of the right form has no faults; leading zeros count', () => {
  assert.deepEqual(faultsOfBankAccount(good), []);
});

test('an institution has exactly three digits', () => {
  for (const institutionNumber of ['03', '0003', '', ' 03', '003 ', '0o3', '٠٠٣', '003\n', null])
    assert.deepEqual(codes({ institutionNumber }), ['InvalidBankInstitution']);
});

test('a transit number has exactly five digits', () => {
  for (const transitNumber of ['0012', '000123', '00-12', '', null])
    assert.deepEqual(codes({ transitNumber }), ['InvalidBankTransit']);
});

test('an account number has seven to twelve digits', () => {
  assert.deepEqual(codes({ accountNumber: '123456789012' }), []);
  for (const accountNumber of ['123456', '1234567890123', '123-4567', '', null])
    assert.deepEqual(codes({ accountNumber }), ['InvalidBankAccount']);
});

test('the account has a holder, and a blank is none', () => {
  for (const accountHolderName of [null, '', ' \t'])
    assert.deepEqual(codes({ accountHolderName }), ['AccountHolderNameRequired']);
  assert.deepEqual(codes({ accountHolderName: 'X' }), []);
  assert.deepEqual(codes({ accountHolderName: 'สมชาย' }), []);
  assert.deepEqual(codes({ accountHolderName: 'Jo \u{1f600}' }), ['AccountHolderNameInvalid']);
});

test('all faults are told at once, each with its property', () => {
  const none = { institutionNumber: null, transitNumber: null, accountNumber: null, accountHolderName: null };
  assert.deepEqual(faultsOfBankAccount(none), [
    { code: 'InvalidBankInstitution', field: 'financing.bankAccount.institutionNumber' },
    { code: 'InvalidBankTransit', field: 'financing.bankAccount.transitNumber' },
    { code: 'InvalidBankAccount', field: 'financing.bankAccount.accountNumber' },
    { code: 'AccountHolderNameRequired', field: 'financing.bankAccount.accountHolderName' },
  ]);
});

test('digits of the right count are accepted, and of no other count', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 15 });
  fc.assert(
    fc.property(digits, (text) => {
      assert.equal(codes({ institutionNumber: text }).length === 0, text.length === 3);
      assert.equal(codes({ transitNumber: text }).length === 0, text.length === 5);
      assert.equal(codes({ accountNumber: text }).length === 0, text.length >= 7 && text.length <= 12);
    }),
  );
});

test('no refusal repeats what was sent', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 13, maxLength: 30 }), (text) => {
      const faults = faultsOfBankAccount({ ...good, accountNumber: `no${text}` });
      assert.ok(!JSON.stringify(faults).includes(text));
    }),
  );
});

test('a paper names an account by its last digits, and its holder only where that is the customer', () => {
  const account = { ...good, accountNumber: '1234567', accountHolderName: ' MARIE-ÈVE  Tremblay ' };
  assert.deepEqual(namedAccount(account, 'Marie-Ève Tremblay'), { isCustomers: true, lastDigits: '567' });
  assert.equal(namedAccount(account, 'Camille Tremblay').isCustomers, false);
});

import { codes, component } from './annotations.ts';
import { text } from './scalars.ts';

/** A malformed and a missing number have the same code, since the customer corrects both from the cheque. */
export const bankAccount = component(
  'BankAccount',
  'The chequing account for pre-authorised debits. It is passed to the lender and kept nowhere else.',
  {
    institutionNumber: text(3, 'Institution number: exactly 3 digits.', {
      pattern: '^[0-9]{3}$',
      examples: ['003'],
      ...codes('InvalidBankInstitution'),
    }),
    transitNumber: text(5, 'Transit number: exactly 5 digits.', {
      pattern: '^[0-9]{5}$',
      examples: ['00152'],
      ...codes('InvalidBankTransit'),
    }),
    accountNumber: text(12, 'Account number: 7 to 12 digits.', {
      pattern: '^[0-9]{7,12}$',
      examples: ['1234567'],
      ...codes('InvalidBankAccount'),
    }),
    accountHolderName: text(200, 'Name on the account; need not match the policy holder.', {
      examples: ['Marie-Ève Tremblay'],
    }),
  },
);

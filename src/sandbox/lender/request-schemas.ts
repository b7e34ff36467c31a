import { Type } from 'typebox';

/** Rules that a schema can't express are checked in judge-request.ts. */
const cents = Type.Integer({ minimum: 0, maximum: 100_000_000 });
const key = Type.String({ minLength: 1, maxLength: 200 });
// The longest text is a person's name: two names of 200 characters and a space.
const line = Type.String({ maxLength: 500 });
const date = Type.String({ format: 'date' });

const plan = {
  totalWithTaxCents: cents,
  downPaymentCents: cents,
  paymentTermInYears: Type.Integer({ minimum: 1, maximum: 20 }),
  effectiveDate: date,
  firstInstallmentDate: date,
};

export const planBody = Type.Object(plan);

export const contractBody = Type.Object({
  ...plan,
  attemptKey: key,
  customerReference: key,
  loanTermInMonths: Type.Integer({ minimum: 1, maximum: 120 }),
  borrower: Type.Object({
    name: line,
    addressLine1: line,
    city: line,
    province: line,
    postalCode: line,
    emailAddress: line,
  }),
  bankAccount: Type.Object({
    institutionNumber: line,
    transitNumber: line,
    accountNumber: line,
    accountHolderName: line,
  }),
});

export const ledgerQuery = Type.Object({ customerReference: key });

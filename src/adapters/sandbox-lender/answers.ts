import { type Static, Type } from 'typebox';

/** The parts of the sandbox lender's answers that we read. Refusals are read by callJson. */
const cents = Type.Integer({ minimum: 0 });
const status = Type.Union([Type.Literal('Active'), Type.Literal('Cancelled')]);

const plan = {
  loanTermInMonths: Type.Integer({ minimum: 1 }),
  installmentCents: cents,
  financeChargeCents: cents,
  applicationFeeCents: cents,
  aprPercent: Type.Number({ minimum: 0 }),
  totalPayableCents: cents,
};

const contract = Type.Object({
  ...plan,
  loanNumber: Type.String({ minLength: 1 }),
  attemptKey: Type.String({ minLength: 1 }),
  downPaymentCents: cents,
  firstInstallmentDate: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  status,
});

const loan = Type.Object({ loanNumber: Type.String({ minLength: 1 }), amountCents: cents, status });

/** A loan on the lender's record. The amount is what was lent: the total less the down payment. */
export type Loan = Readonly<Static<typeof loan>>;

export const plansAnswer = Type.Object({ options: Type.Array(Type.Object(plan)) });
export const contractAnswer = Type.Object({ contract });
export const findAnswer = Type.Object({ contract: Type.Union([contract, Type.Null()]) });
export const cancelAnswer = Type.Object({});
export const ledgerAnswer = Type.Object({ loans: Type.Array(loan) });

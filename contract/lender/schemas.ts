import { component } from '../schemas/annotations.ts';
import { nullable } from '../schemas/scalars.ts';
import { Type } from '../type.ts';

/** The requests and answers of the lender protocol. Money is in cents; unknown properties are ignored on both sides. */

const cents = (description: string) => Type.Integer({ minimum: 0, maximum: 100_000_000, description });
const key = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
// The longest text is a person's name: two names of 200 characters and a space.
const line = (description: string) => Type.String({ maxLength: 500, description });
const date = (description: string) => Type.String({ format: 'date', description, examples: ['2026-12-01'] });

const terms = {
  totalWithTaxCents: cents('What the policy costs, tax included.'),
  downPaymentCents: cents('What the customer pays at once, to the seller. The rest is lent.'),
  paymentTermInYears: Type.Integer({ minimum: 1, maximum: 20, description: 'How many years the policy is paid for.' }),
  effectiveDate: date('The first day of the policy. The first installment is from the next day to one month after it.'),
  firstInstallmentDate: date('When the first installment is debited.'),
};

export const lenderPlanRequest = component('PlanRequest', 'What is to be financed.', terms);

const borrower = component('Borrower', 'Who borrows.', {
  name: line('The customer’s name.'),
  addressLine1: line('Street and number.'),
  city: line('The city.'),
  province: line('Its two letters.'),
  postalCode: line('The postal code.'),
  emailAddress: line('The e-mail address.'),
});

const bankAccount = component(
  'BankAccount',
  'The account that is debited. Northbind keeps nothing of it, and a lender must not log it.',
  {
    institutionNumber: line('Three digits.'),
    transitNumber: line('Five digits.'),
    accountNumber: line('7 to 12 digits.'),
    accountHolderName: line('Whose account it is.'),
  },
);

export const lenderContractRequest = component('ContractRequest', 'The loan to write.', {
  ...terms,
  attemptKey: key('Northbind’s key of this attempt. It is the same on every repeat, and of another attempt another.'),
  customerReference: key('Northbind’s id of the application, for the lender’s records.'),
  loanTermInMonths: Type.Integer({ minimum: 1, maximum: 120, description: 'One of the terms that were offered.' }),
  borrower,
  bankAccount,
});

const figures = {
  loanTermInMonths: Type.Integer({ minimum: 1, maximum: 120, description: 'How many installments there are.' }),
  installmentCents: cents('Each installment.'),
  financeChargeCents: cents('The interest of the whole term.'),
  applicationFeeCents: cents('The lender’s fee.'),
  aprPercent: Type.Number({
    minimum: 0,
    description: 'The annual percentage rate, fee included, from the real dates.',
  }),
  totalPayableCents: cents('The total less the down payment, plus fee and finance charge.'),
};

const bilingual = (description: string) =>
  Type.Object(
    {
      en: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S', description: 'In English.' }),
      fr: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S', description: 'In French.' }),
    },
    { description },
  );

const creditTerms = component('CreditTerms', 'What a disclosure of the credit states beside the figures.', {
  annualRatePercent: Type.Number({
    minimum: 0,
    maximum: 100,
    description:
      'The annual interest rate: at which the installments, on their dates, repay what is lent and the fee. The first period is its days / 365. The APR is another one: it counts the fee as a cost.',
  }),
  interestFrom: date('The day from which interest runs: usually that of the advance.'),
  lenderAddress: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'The lender’s postal address, in one line.',
  }),
  lenderPermit: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        description: 'The lender’s permit number, which papers in Quebec state; null or absent without one.',
      }),
    ),
  ),
  prepaymentTerms: bilingual('What holds when the customer pays back early, in a sentence or two.'),
  defaultTerms: bilingual('What holds when a payment is late or refused, with every charge, in a sentence or two.'),
});

const plan = { ...figures, creditTerms };

export const lenderCancelAnswer = component(
  'Cancelled',
  'The loan is over, and nothing will be lent under the number.',
  {
    toLoanCents: cents(
      'What of the refund goes to the loan: at most what was owed of the advance on that day. The rest is the customer’s.',
    ),
    collectedCents: cents('What the lender collected from the customer in installments before that day.'),
    givenBackCents: cents(
      'What of that the lender gives back to the customer itself: interest and fee where it waives them, and an installment that it debited later. 0 where it gives back nothing.',
    ),
  },
);

const contract = component('Contract', 'A loan on record.', {
  ...plan,
  loanNumber: key('The lender’s number, given once.'),
  attemptKey: key('The key of the attempt that wrote it.'),
  downPaymentCents: terms.downPaymentCents,
  firstInstallmentDate: terms.firstInstallmentDate,
  status: Type.Enum(['Active', 'InDefault', 'Cancelled'], {
    type: 'string',
    description:
      'Whether money is lent under it. `InDefault`: the customer is behind with an installment, by the lender’s own terms, and the policy may be cancelled for it.',
  }),
  cancelled: nullable(lenderCancelAnswer),
});

export const lenderPlansAnswer = component('Plans', 'What is on offer.', {
  options: Type.Array(component('Plan', 'A loan on offer.', plan), {
    maxItems: 100,
    description: 'The loans that the customer could take; none is a valid answer.',
  }),
});

export const lenderContractAnswer = component('ContractAnswer', 'The contract.', { contract });

export const lenderFindAnswer = component(
  'FoundContract',
  'The contract under the number, or null when there is none.',
  { contract: nullable(contract) },
);

const refund = component('Refund', 'Of a policy that is cancelled.', {
  cancelledOn: date(
    'The day on which the loan ends: what is owed on it is reckoned on this day. It is the first day without cover or, of a policy that is cancelled as if there had been none, the day on which that is done.',
  ),
  refundCents: cents('What is given back for the policy, tax included: to the loan first.'),
  isRescinded: Type.Optional(
    Type.Boolean({
      description:
        'Whether the policy is rescinded or cancelled from its start: treated as if it had never existed, and the loan with it. Then what was collected and did not repay the advance, interest and fee, is given back as `givenBackCents`. Absent: false.',
    }),
  ),
});

export const lenderCancelRequest = component(
  'CancelRequest',
  'What the policy’s end brings. Without a refund, null or absent, no policy came of the loan, and nothing is or was lent.',
  { refund: Type.Optional(nullable(refund)) },
);

/** The reasons that the partner is told as such. */
export const policyNumberInUse = 'policy number in use';
export const loanTermNotOffered = 'loan term not offered';

export const lenderRefusal = component('Refusal', 'Nothing was done. It contains no bank number.', {
  reason: Type.String({
    maxLength: 500,
    description: `Why. \`${policyNumberInUse}\` and \`${loanTermNotOffered}\` are told to the partner as such, with any other reason the plan counts as declined. \`nothing done\` says that the lender did not act and the call may be repeated.`,
    examples: [loanTermNotOffered],
  }),
});

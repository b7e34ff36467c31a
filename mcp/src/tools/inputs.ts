import type { Language, PaymentMethod } from '@northbind/sdk';
import * as z from 'zod';

/** What several tools take. The service judges the values and names every fault; here they are only bounded. */
const day = z.string().max(40);

export const effectiveDate = day.describe('The first day of cover, YYYY-MM-DD: today or up to 30 days ahead');
export const odometer = z.number().describe('Kilometres');
export const purchaseMethod = z
  .enum(['Cash', 'Finance', 'Lease'])
  .describe('How the customer acquires the vehicle; not how the policy is paid');

export const id = z.string().min(1).max(1_000);
export const line = z.string().max(300);

/** What is chosen from a quote. */
export const selection = {
  applicationId: id.describe('Of the quote'),
  coverageCategory: z.enum(['Replacement', 'LimitedIndemnity']),
  paymentTermInYears: z.number().describe('A term that the quote offers in that category'),
  selectedProducts: z
    .array(z.string().max(100))
    .max(50)
    .describe('productType codes of that term; every product with isOptional false must be among them'),
};

export const downPayment = z
  .number()
  .describe('Dollars that the customer pays at once. The seller collects it; it is not part of the loan');
export const firstInstallmentDate = day.describe('From the day after the effective date to one month later');

/** What the customer asks of the loan. */
export const loan = {
  loanTermInMonths: z.number().describe('One that price_financing offers'),
  downPayment,
  firstInstallmentDate,
};

const languages: Readonly<Record<Language, Language>> = { en: 'en', fr: 'fr' };
export const language = z.enum(languages);

const paymentMethods: Readonly<Record<PaymentMethod, PaymentMethod>> = {
  REF: 'REF',
  FIN: 'FIN',
  PW: 'PW',
  PFF: 'PFF',
  CC: 'CC',
};
export const paymentMethod = z
  .enum(paymentMethods)
  .describe('REF, FIN, PW: the seller has taken or bills the payment. PFF: monthly. CC: a card authorized before');

export const bankAccount = z
  .object({
    institutionNumber: z.string().max(20).describe('3 digits'),
    transitNumber: z.string().max(20).describe('5 digits'),
    accountNumber: z.string().max(40).describe('7 to 12 digits'),
    accountHolderName: line,
  })
  .describe('The account to debit each month. It goes to the lender and is kept nowhere');

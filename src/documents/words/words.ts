import type { PolicyPayment } from '../../domain/policy/policy.ts';
import type { CoverageCategory, PurchaseMethod, Series } from '../../domain/rating/vocabulary.ts';
import type { Issuer, Lender } from '../issuer.ts';
import type { DocumentKind } from '../print-request.ts';

/** Every text that is printed, in one language. Arguments are already formatted. */
export interface Words {
  readonly titles: Readonly<Record<DocumentKind, string>>;
  readonly page: { readonly page: string; readonly of: string };
  readonly policyNumber: string;
  readonly policyPeriod: string;
  readonly period: (from: string, to: string) => string;
  readonly issuedOn: string;
  readonly totalWithTax: string;
  readonly series: Readonly<Record<Series, string>>;
  readonly categories: Readonly<Record<CoverageCategory, string>>;

  readonly insured: string;
  readonly name: string;
  readonly companyName: string;
  readonly address: string;
  readonly telephone: string;
  readonly otherTelephone: string;
  readonly email: string;

  readonly vehicle: string;
  readonly vin: string;
  readonly description: string;
  readonly trim: string;
  readonly body: string;
  readonly bodyWord: (body: string) => string;
  readonly odometer: string;
  readonly purchaseMethod: string;
  readonly purchaseMethods: Readonly<Record<PurchaseMethod, string>>;

  readonly coverages: string;
  readonly coverage: string;
  readonly coverageTerm: string;
  readonly premium: string;
  readonly tax: string;
  readonly total: string;
  readonly years: (count: number) => string;
  readonly formNote: (form: string, isOptional: boolean) => string;

  readonly payment: string;
  readonly method: string;
  readonly paymentReference: string;
  readonly amount: string;
  readonly methods: Readonly<Record<PolicyPayment['method'], string>>;
  readonly card: string;
  readonly authorization: string;
  readonly chargedOn: string;
  readonly chargeDue: string;
  readonly chargeDueOn: (amount: string, date: string) => string;
  readonly amountPaid: string;
  readonly dateAndTime: string;
  readonly atTime: (date: string, time: string) => string;
  readonly paymentId: string;

  readonly lender: string;
  readonly loanNumber: string;
  readonly loanTerm: string;
  readonly months: (count: number) => string;
  readonly downPayment: string;
  readonly installment: string;
  readonly installments: string;
  readonly installmentsOf: (count: number, amount: string) => string;
  readonly lastInstallmentOf: (amount: string) => string;
  readonly firstInstallment: string;
  readonly lastInstallment: string;
  readonly amountAdvanced: string;
  readonly amountFinanced: string;
  readonly financeCharge: string;
  readonly applicationFee: string;
  readonly costOfBorrowing: string;
  readonly apr: string;
  /** Where `apr` does not fit. */
  readonly aprShort: string;
  readonly totalPayable: string;

  readonly sale: string;
  readonly seller: string;
  readonly producerCode: string;
  readonly dealer: string;
  readonly dealerContact: string;
  readonly lienHolder: string;

  readonly wording: string;
  readonly wordingText: (forms: string) => string;
  readonly sampleForm: (form: string) => string;
  readonly quebecForm: string;
  readonly quebecFormNumber: string;
  readonly quebecOption: Readonly<Record<CoverageCategory, string>>;
  readonly join: (items: readonly string[]) => string;
  readonly checkLead: string;
  readonly checkText: string;
  readonly contactLead: string;
  readonly contactText: (issuer: Issuer) => string;

  readonly loanGreeting: (lender: string, policyNumber: string) => string;
  readonly loanFigures: string;
  readonly schedule: string;
  readonly costs: string;
  readonly costText: (advanced: string, fee: string, charge: string, total: string) => string;
  readonly downPaymentText: (amount: string) => string;
  readonly pad: string;
  readonly padAmountLead: string;
  readonly padAmountText: (debits: Debits) => string;
  readonly padAccountLead: string;
  readonly padAccountText: string;
  readonly padKindLead: string;
  readonly padKindText: (isCompany: boolean) => string;
  readonly padCancelLead: string;
  readonly padCancelText: string;
  readonly padRecourseLead: string;
  readonly padRecourseText: string;
  readonly padContactLead: string;
  readonly padContactText: (lender: Lender) => string;

  readonly paidFor: string;
  readonly receiptText: (amount: string, name: string) => string;
  readonly receiptNotice: string;
}

export interface Debits {
  readonly count: number;
  readonly amount: string;
  /** Null when all debits are equal. */
  readonly lastAmount: string | null;
  readonly dayOfMonth: number;
  readonly first: string;
  readonly last: string;
}

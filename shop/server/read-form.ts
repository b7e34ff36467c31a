import type { Applicant, BankAccount, DealerContact, Language } from '@northbind/sdk';
import type { Asked, BindForm, LoanWishes, PaymentTerms, Selection } from '../shop-api.ts';

/**
 * Reads what the page sent into the SDK's types. It does not check values such as a postal code or a date: the service
 * does, and reports every fault at once. Properties that are not named here are dropped.
 */
export type Form = Readonly<Record<string, unknown>>;

export function readAsked(form: Form): Asked {
  return {
    vin: withoutGaps(form.vin).toUpperCase(),
    odometer: number(form.odometer),
    effectiveDate: text(form.effectiveDate),
    purchaseMethod: text(form.purchaseMethod) as Asked['purchaseMethod'],
  };
}

export function readApplicant(form: Form): Applicant {
  const isCompany = form.isCompany === true;
  return {
    isCompany,
    ...texts(form, 'firstOrCompanyName', 'addressLine1', 'addressLine2', 'city', 'postalCode'),
    ...texts(form, 'phoneNumber', 'emailAddress'),
    lastName: isCompany ? '' : text(form.lastName),
  };
}

export function readDealerContact(form: Form): DealerContact {
  return texts(form, 'name', 'emailAddress', 'phoneNumber');
}

export function readSelection(form: Form): Selection {
  return {
    coverageCategory: text(form.coverageCategory) as Selection['coverageCategory'],
    paymentTermInYears: number(form.paymentTermInYears),
    selectedProducts: Array.isArray(form.selectedProducts) ? form.selectedProducts.map(text) : [],
  };
}

export function readLoanWishes(form: Form): LoanWishes {
  return { downPayment: number(form.downPayment), firstInstallmentDate: text(form.firstInstallmentDate) };
}

export function readBankAccount(form: Form): BankAccount {
  return {
    institutionNumber: withoutGaps(form.institutionNumber),
    transitNumber: withoutGaps(form.transitNumber),
    accountNumber: withoutGaps(form.accountNumber),
    accountHolderName: text(form.accountHolderName),
  };
}

export function readPaymentTerms(form: Form): PaymentTerms {
  if (form.paymentMethod !== 'PFF') return { paymentMethod: 'CC' };
  const loan = part(form.loan);
  return {
    paymentMethod: 'PFF',
    loan: { ...readLoanWishes(loan), loanTermInMonths: number(loan.loanTermInMonths) },
  };
}

export function readBindForm(form: Form): BindForm {
  const terms = readPaymentTerms(form);
  return terms.paymentMethod === 'CC' ? terms : { ...terms, bankAccount: readBankAccount(part(form.bankAccount)) };
}

export function readLanguage(form: Form): Language {
  return form.language === 'fr' ? 'fr' : 'en';
}

export function part(value: unknown): Form {
  return typeof value === 'object' && value !== null ? (value as Form) : {};
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Numbers are printed in groups, and are typed or pasted as they are printed. */
function withoutGaps(value: unknown): string {
  return text(value).replaceAll(/[\s\p{Pd}]/gu, '');
}

function texts<Name extends string>(form: Form, ...names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, text(form[name])])) as Record<Name, string>;
}

/** An empty field is not zero; as NaN the service refuses it by name. */
function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

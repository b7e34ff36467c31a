/** What a text may name in double braces: `{{totalWithTax}}`. The values are formatted when it is printed. */
export const saleFields = [
  'issuerName',
  'issuerPhone',
  'issuerEmail',
  'issuerAddress',
  'sellerName',
  // Who sells the vehicle, as far as the sale knows: the dealer of a Plus sale. Else it says that nobody is named.
  'dealerName',
  // Who bears the risk of each product: its insurer or, of a warranty, its provider.
  'insurers',
  // Who provides the warranties alone.
  'providers',
  // What the seller is paid, as a share of the premium.
  'commission',
  // Known from the bind on: a line to be filled in until then.
  'policyNumber',
  'contractDate',
  'lastDayToRescind',
  'customerName',
  'customerCity',
  'vehicle',
  'vin',
  'today',
  'effectiveDate',
  'expiryDate',
  'paymentTerm',
  'products',
  'premium',
  'tax',
  'totalWithTax',
] as const;

/** These exist only where the sale is financed. */
export const loanFields = [
  'lenderName',
  'lenderPhone',
  'lenderEmail',
  'lenderAddress',
  'lenderPermit',
  'loanTerm',
  'installments',
  'installmentAmount',
  'firstInstallment',
  'lastInstallment',
  'downPayment',
  'netCapital',
  // Earlier names of net capital and interest, in texts that are loaded.
  'amountFinanced',
  'financeCharge',
  'interest',
  'applicationFee',
  'costOfBorrowing',
  'apr',
  // What Quebec calls the APR, and its one rate.
  'creditRate',
  'annualRate',
  'interestFrom',
  'prepaymentTerms',
  'defaultTerms',
  'totalPayable',
  'debitNotice',
  'debitKind',
  // Known from the bind on, which is told the account: lines to be filled in until then.
  'accountHolder',
  'accountDigits',
] as const;

export type SaleField = (typeof saleFields)[number];
export type LoanField = (typeof loanFields)[number];

const named = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

export function fieldsIn(body: string): readonly string[] {
  return [...body.matchAll(named)].map(([, name]) => name!);
}

/** Replaces every field. The parser has refused a text with an unknown one. */
export function fillFields(body: string, value: (field: SaleField | LoanField) => string): string {
  return body.replaceAll(named, (_, name: SaleField | LoanField) => value(name));
}

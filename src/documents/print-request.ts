import type { StatementLine, StatementTotals } from '../domain/books/reports.ts';
import type { PlainDate } from '../domain/calendar.ts';
import type { Cancellation } from '../domain/cancellation/cancellation.ts';
import type { TextsByName } from '../domain/customer-text/customer-texts.ts';
import type { DisclosureText } from '../domain/disclosure/disclosure-texts.ts';
import type { NamedAccount } from '../domain/financing/bank-account.ts';
import type { Language } from '../domain/language.ts';
import type { Cents } from '../domain/money.ts';
import type { Amendment } from '../domain/policy/amendment.ts';
import type { CardCharge, CardPaid, Loan, Policy, TaxLine } from '../domain/policy/policy.ts';
import type { PricedProduct } from '../domain/quote/quote-options.ts';
import type { BilingualName } from '../domain/quote/vocabulary.ts';
import type { PaymentMade, RefundMade } from '../domain/refund/refund-made.ts';
import type { Cover } from '../domain/tariff/cover.ts';

/** Something to print. */
export type PrintRequest = PolicyDocumentRequest | DisclosureRequest | StatementRequest;

/** A policy's document, with the operator's own words in place of built-in ones. The types say which policies have it: a letter needs a loan, a receipt needs a charge. */
export type PolicyDocumentRequest = { readonly language: DocumentLanguages; readonly texts?: TextsByName } & (
  | { readonly kind: 'declaration'; readonly policy: Policy }
  | { readonly kind: 'amended-declaration'; readonly policy: Policy; readonly amendment: Amendment }
  | { readonly kind: 'financing-letter'; readonly policy: FinancedPolicy }
  | {
      readonly kind: 'receipt';
      readonly policy: ChargedPolicy;
      readonly payment?: null;
      /** A charge of less than the price is then for its used days, else for a part of the price. */
      readonly isCancelled?: boolean;
    }
  | { readonly kind: 'receipt'; readonly policy: Policy; readonly payment: PaymentMade }
  | { readonly kind: 'refund-receipt'; readonly policy: Policy; readonly refund: RefundMade }
  | { readonly kind: 'cancellation'; readonly policy: Policy; readonly cancellation: Cancellation }
);

/** One language, or several: each is then a part of the same PDF, in this order. */
export type DocumentLanguages = Language | readonly Language[];

export function languageList(languages: DocumentLanguages): readonly [Language, ...Language[]] {
  const [first, ...others] = typeof languages === 'string' ? [languages] : languages;
  if (first === undefined) throw new RangeError('a document has at least one language');
  return [first, ...others];
}

export type FinancedPolicy = Policy & { readonly payment: { readonly loan: Loan } };

export type ChargedPolicy = Policy & {
  readonly payment: { readonly card: CardPaid & { readonly charge: CardCharge } };
};

/** A paper that the customer is given before agreeing. */
export interface DisclosureRequest {
  readonly kind: 'disclosure';
  readonly text: Pick<DisclosureText, 'kind' | 'version' | 'title' | 'body'>;
  readonly sale: DisclosedSale;
  /** The operator's own words in place of built-in ones, such as those of the notice of a debit. */
  readonly texts?: TextsByName;
  readonly language: DocumentLanguages;
}

/** What the fields of a text are filled with. */
export interface DisclosedSale
  extends Pick<
    Policy,
    'effectiveDate' | 'expiryDate' | 'paymentTermInYears' | 'premiumCents' | 'taxCents' | 'totalWithTaxCents'
  > {
  readonly sellerName: string;
  readonly customerName: string;
  /** The dealer is named in a Plus sale. */
  readonly dealerName: string | null;
  readonly cover: readonly Cover[];
  readonly commissionCents: Cents;
  readonly customerCity: string;
  /** Whether the debits are business ones. */
  readonly isCompany: boolean;
  /** Each language says it in its own way. */
  readonly vehicle: BilingualName;
  readonly vin: string;
  readonly today: PlainDate;
  readonly products: readonly (Pick<PricedProduct, 'productName' | 'totalWithTaxCents'> & {
    readonly productType?: string;
  })[];
  readonly loan: Omit<Loan, 'loanNumber'> | null;
  /** The contract, in what comes with the policy; before the bind these are lines to be filled in. */
  readonly bound?: BoundContract;
}

interface BoundContract {
  readonly policyNumber: string;
  readonly on: PlainDate;
  readonly lastDayToRescind: PlainDate;
  readonly account?: NamedAccount;
}

/** What a seller has sold, earned and collected in a month. */
export interface StatementRequest {
  readonly kind: 'statement';
  readonly statement: {
    readonly sellerName: string;
    readonly month: string;
    /** Its last day. */
    readonly to: PlainDate;
    readonly lines: readonly StatementLine[];
    readonly isCut: boolean;
    readonly totals: StatementTotals;
    /** The taxes of the whole month are added up by name. */
    readonly taxes: readonly TaxLine[];
  };
  readonly language: DocumentLanguages;
}

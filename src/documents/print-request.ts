import type { Amendment } from '../domain/policy/amendment.ts';
import type { Cancellation } from '../domain/policy/cancellation.ts';
import type { CardCharge, CardPaid, Loan, Policy } from '../domain/policy/policy.ts';

/** A document to print. The types say which policies have it: a letter needs a loan, a receipt needs a charge. */
export type PrintRequest =
  | { readonly kind: 'declaration'; readonly policy: Policy; readonly language: DocumentLanguages }
  | {
      readonly kind: 'amended-declaration';
      readonly policy: Policy;
      readonly amendment: Amendment;
      readonly language: DocumentLanguages;
    }
  | { readonly kind: 'financing-letter'; readonly policy: FinancedPolicy; readonly language: DocumentLanguages }
  | { readonly kind: 'receipt'; readonly policy: ChargedPolicy; readonly language: DocumentLanguages }
  | {
      readonly kind: 'cancellation';
      readonly policy: Policy;
      readonly cancellation: Cancellation;
      readonly language: DocumentLanguages;
    };

export type DocumentKind = PrintRequest['kind'];

export type Language = 'en' | 'fr';

/** One language, or several: each is then a part of the same PDF, in this order. */
export type DocumentLanguages = Language | readonly Language[];

export type FinancedPolicy = Policy & { readonly payment: { readonly loan: Loan } };

export type ChargedPolicy = Policy & {
  readonly payment: { readonly card: CardPaid & { readonly charge: CardCharge } };
};

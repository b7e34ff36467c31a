import type { PlainDate } from '../calendar.ts';
import type { Acknowledgement } from '../disclosure/paper.ts';
import type { PolicyWording } from '../document/wording.ts';
import type { CreditTerms } from '../financing/credit-terms.ts';
import type { FinancingOption } from '../financing/offer.ts';
import type { ApplicationId, PaymentId } from '../ids.ts';
import type { Cents, PartsPerMillion } from '../money.ts';
import type { MethodPaidBy } from '../payment-method.ts';
import type { Province } from '../province.ts';
import type { QuoteInputs } from '../quote/quote.ts';
import type { PricedProduct } from '../quote/quote-options.ts';
import type { BilingualName, CoverageCategory, Series } from '../quote/vocabulary.ts';
import type { Cover } from '../tariff/cover.ts';

/** A policy as it was bound: an immutable snapshot of everything priced and agreed. */
export interface Policy {
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  readonly seller: { readonly name: string; readonly province: Province };
  readonly series: Series;
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  /** The date of the bind in the seller's time zone. */
  readonly boundOn: PlainDate;
  readonly effectiveDate: PlainDate;
  /** The day on which cover ends: the effective date plus the payment term. */
  readonly expiryDate: PlainDate;
  /** Vehicle, odometer, purchase method, dealer, lienholder, producer code, applicant. */
  readonly inputs: QuoteInputs;
  readonly products: readonly PricedProduct[];
  readonly premiumCents: Cents;
  readonly taxCents: Cents;
  /** The taxes are told by name and rate. */
  readonly taxes: readonly TaxLine[];
  readonly totalWithTaxCents: Cents;
  /** What each product covers, by the rate book that priced it. */
  readonly cover: readonly Cover[];
  /** The full texts that it was bound on. */
  readonly wordings: readonly PolicyWording[];
  readonly payment: PolicyPayment;
  /** What the customer has acknowledged, if the partner told it. */
  readonly acknowledgements: readonly Acknowledgement[];
  /**
   * The last day on which the customer may rescind, by the rules on the day of the bind: what the customer was told
   * stays, whatever is loaded later.
   */
  readonly rescindableUntil: PlainDate;
}

export interface TaxLine {
  readonly name: BilingualName;
  readonly ratePpm: PartsPerMillion;
  readonly amountCents: Cents;
}

export type PolicyPayment =
  | { readonly method: MethodPaidBy<'partner'>; readonly reference: string | null }
  | { readonly method: MethodPaidBy<'loan'>; readonly loan: Loan }
  | { readonly method: MethodPaidBy<'card'>; readonly card: CardPaid };

/** Returns null if the policy is not paid by card. */
export function cardOf(payment: PolicyPayment): CardPaid | null {
  return 'card' in payment ? payment.card : null;
}

/** Returns null if the policy is not paid by a loan. */
export function loanOf(payment: PolicyPayment): Loan | null {
  return 'loan' in payment ? payment.loan : null;
}

/** The partner's reference of the payment, or the approval code of the card's charge; null until it is charged. */
export function paymentReferenceOf(payment: PolicyPayment): string | null {
  if ('reference' in payment) return payment.reference;
  return cardOf(payment)?.charge?.authorizationNumber ?? null;
}

export interface Loan extends FinancingOption {
  readonly creditTerms: CreditTerms;
  readonly loanNumber: string;
  readonly downPaymentCents: Cents;
  readonly firstInstallmentDate: PlainDate;
}

export interface CardPaid {
  readonly paymentId: PaymentId;
  readonly maskedCardNumber: string;
  readonly cardType: string;
  readonly chargeDate: PlainDate;
  /** Null while the charge is due later. */
  readonly charge: CardCharge | null;
}

export interface CardCharge {
  readonly amountCents: Cents;
  readonly authorizationNumber: string;
  /** RFC 3339 in UTC. */
  readonly chargedAt: string;
}

import type { PlainDate } from '../calendar.ts';
import type { CardPayment } from '../card/card-payment.ts';
import type { AcknowledgementSent } from '../disclosure/paper.ts';
import { type BankAccount, faultsOfBankAccount } from '../financing/bank-account.ts';
import { readDownPayment } from '../financing/down-payment.ts';
import { judgeFirstInstallment } from '../financing/first-installment.ts';
import { judgeLoanTerm, loanTermsFor } from '../financing/offer.ts';
import type { ApplicationId, PaymentId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Seller } from '../partner/seller.ts';
import { type PaymentMethod, paymentMethodRules } from '../payment-method.ts';
import type { QuoteOptions } from '../quote/quote-options.ts';
import { type Selection, type SelectionRequest, selectCoverage } from '../quote/selection.ts';
import type { Series } from '../quote/vocabulary.ts';
import { type Refusal, refusal, unless } from '../refusal.ts';

/** A bind request. Blocks that do not belong to the payment method are included, so that they can be refused. */
export interface BindForm extends Omit<SelectionRequest, 'series'> {
  readonly applicationId: ApplicationId;
  /** The one that the customer was shown; null: whichever is quoted now. */
  readonly revision: number | null;
  readonly paymentMethod: PaymentMethod;
  readonly paymentReference: string | null;
  readonly financing: FinancingForm | null;
  /** Whether a financing block was sent, valid or not. */
  readonly hasFinancing: boolean;
  /** Null if none was sent, or a malformed one. */
  readonly paymentId: PaymentId | null;
  /** Whether a card payment block was sent, valid or not. */
  readonly hasCardPayment: boolean;
  readonly acknowledgements: readonly AcknowledgementSent[];
}

export interface FinancingForm {
  readonly loanTermInMonths: number;
  readonly downPayment: number;
  readonly firstInstallmentDate: PlainDate;
  readonly bankAccount: BankAccount;
}

/** What the request is checked against. */
export interface BindContext {
  readonly seller: Pick<Seller, 'paymentMethods'>;
  readonly today: PlainDate;
  readonly now: Date;
  readonly quoted: { readonly series: Series; readonly effectiveDate: PlainDate; readonly options: QuoteOptions };
  /** The seller's payment for this application that the request names; null if there is none. */
  readonly payment: CardPayment | null;
}

export type JudgedBind =
  | { readonly ok: true; readonly request: BindRequest }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** A complete bind: what is bought, and how it is paid. */
export interface BindRequest {
  readonly selection: Selection;
  readonly paying: Paying;
}

export type Paying =
  | { readonly by: 'partner' }
  | { readonly by: 'loan'; readonly loan: AgreedLoan; readonly bankAccount: BankAccount }
  | { readonly by: 'card'; readonly payment: CardPayment };

/** The loan as it is to be written, without the bank account. */
export interface AgreedLoan {
  readonly loanTermInMonths: number;
  readonly downPaymentCents: Cents;
  readonly firstInstallmentDate: PlainDate;
}

/**
 * Reads a bind's form against its quote: the complete request, or everything that is wrong with it. The order is the
 * contract's: products and term, payment method, financing block and its figures, card block and its payment. What
 * depends on a valid selection (an amount) or a valid block is checked only then. A quote whose effective date has
 * passed is refused first, after its card payment if that has lapsed, and for nothing else.
 */
export function judgeBind(form: BindForm, context: BindContext): JudgedBind {
  const { quoted, today } = context;
  if (quoted.effectiveDate < today) {
    const lapsed = readCard(form, context, null).refusals.filter(({ code }) => code === 'CardPaymentExpired');
    return { ok: false, refusals: [...lapsed, refusal('EffectiveDateBackDate', 'effectiveDate', { earliest: today })] };
  }
  const chosen = selectCoverage(quoted.options, { ...form, series: quoted.series });
  const selection = chosen.ok ? chosen.selection : null;
  const loan = readLoan(form, quoted.effectiveDate, selection);
  const card = readCard(form, context, selection);
  const refusals = [
    ...(chosen.ok ? [] : chosen.refusals),
    ...judgeMethod(form, context),
    ...loan.refusals,
    ...card.refusals,
  ];
  if (selection === null || refusals.length > 0) return { ok: false, refusals };
  return { ok: true, request: { selection, paying: loan.paying ?? card.paying ?? { by: 'partner' } } };
}

function judgeMethod({ paymentMethod, paymentReference }: BindForm, { seller }: BindContext): readonly Refusal[] {
  const mayHaveReference = paymentReference === null || paymentMethodRules[paymentMethod].takesReference;
  return [
    ...unless(seller.paymentMethods.includes(paymentMethod), 'PaymentMethodNotAvailableForSeller', 'paymentMethod'),
    ...unless(mayHaveReference, 'PaymentReferenceNotApplicable', 'paymentReference'),
  ];
}

/** One way of paying: null if another was chosen, or if it is not complete. */
interface ReadPaying {
  readonly paying: Paying | null;
  readonly refusals: readonly Refusal[];
}

const notPaying = (...refusals: readonly Refusal[]): ReadPaying => ({ paying: null, refusals });

function readLoan(
  { paymentMethod, financing, ...form }: BindForm,
  effectiveDate: PlainDate,
  selection: Selection | null,
): ReadPaying {
  if (paymentMethodRules[paymentMethod].block !== 'financing')
    return notPaying(...unless(!form.hasFinancing, 'FinancingNotApplicable', 'financing'));
  if (financing === null) return notPaying(refusal('FinancingDetailsRequired', 'financing'));
  if (form.coverageCategory !== 'Replacement')
    return notPaying(refusal('FinancingNotAvailableForCoverageCategory', 'coverageCategory'));
  const { loanTermInMonths, downPayment, firstInstallmentDate, bankAccount } = financing;
  const fieldPrefix = 'financing.';
  const down = selection && readDownPayment({ downPayment, ...selection, fieldPrefix });
  const refusals = [
    ...faultsOfBankAccount(bankAccount),
    ...(down === null || down.ok ? [] : down.refusals),
    ...judgeFirstInstallment({ firstInstallmentDate, effectiveDate, fieldPrefix }),
    ...judgeLoanTerm(loanTermInMonths, loanTermsFor(form.paymentTermInYears)),
  ];
  if (!down?.ok || refusals.length > 0) return notPaying(...refusals);
  const { downPaymentCents } = down;
  const loan = { loanTermInMonths, downPaymentCents, firstInstallmentDate };
  return { paying: { by: 'loan', loan, bankAccount }, refusals };
}

function readCard(form: BindForm, context: BindContext, selection: Selection | null): ReadPaying {
  if (paymentMethodRules[form.paymentMethod].block !== 'cardPayment')
    return notPaying(...unless(!form.hasCardPayment, 'CardPaymentNotApplicable', 'cardPayment'));
  if (!form.hasCardPayment) return notPaying(refusal('CardPaymentRequired', 'cardPayment'));
  const { payment } = context;
  if (payment === null) return notPaying(refusal('CardPaymentNotFound', 'cardPayment.paymentId'));
  return { paying: { by: 'card', payment }, refusals: judgePayment(payment, form, context, selection) };
}

/** A payment is valid for one bind: authorized, not expired, and for exactly what is bound. */
function judgePayment(
  payment: CardPayment,
  form: BindForm,
  { now, today, quoted }: BindContext,
  selection: Selection | null,
): readonly Refusal[] {
  const field = 'cardPayment.paymentId';
  switch (payment.status) {
    case 'Pending':
    case 'Cancelled':
    case 'Declined':
      return [refusal('CardPaymentNotAuthorized', field)];
    case 'Releasing':
    case 'Released':
      return [refusal(payment.wasDeclined ? 'CardPaymentDeclined' : 'CardPaymentExpired', field)];
    case 'Captured':
    case 'Scheduled':
    case 'Reversing':
    case 'Reversed':
      return [refusal('CardPaymentAlreadyUsed', field, { paymentId: payment.id })];
    case 'Authorized':
    case 'Binding':
  }
  if ((payment.expiresAt !== null && payment.expiresAt <= now) || payment.chargeDate < today)
    return [refusal('CardPaymentExpired', field)];
  const fits = selection === null || (paysFor(payment, form, selection) && payment.chargeDate <= quoted.effectiveDate);
  return unless(fits, 'CardPaymentAmountMismatch', field);
}

/**
 * Whether category, term, products and total are the same: a payment started before a revision that changed the price
 * does not match.
 */
function paysFor(payment: CardPayment, form: BindForm, selection: Selection): boolean {
  return (
    payment.coverageCategory === form.coverageCategory &&
    payment.paymentTermInYears === form.paymentTermInYears &&
    payment.totalCents === selection.totalWithTaxCents &&
    isSameSet(
      payment.productTypes,
      selection.products.map(({ productType }) => productType),
    )
  );
}

export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0;
}

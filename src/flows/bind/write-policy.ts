import type { ProductTerms } from '../../domain/books/product-terms.ts';
import { taxLines } from '../../domain/books/split-tax.ts';
import { addYears } from '../../domain/calendar.ts';
import { lastDayToRescind } from '../../domain/cancellation/rescission.ts';
import type { RescissionRules } from '../../domain/cancellation/rescission-rules.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import { type Wording, wordingsFor } from '../../domain/document/wording.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { isPaidBy, type MethodPaidBy, type PaidBy, type PaymentMethod } from '../../domain/payment-method.ts';
import type { CardPaid, Policy, PolicyPayment } from '../../domain/policy/policy.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import type { Selection } from '../../domain/quote/selection.ts';
import type { Cover } from '../../domain/tariff/cover.ts';
import type { Charge } from '../../ports/card-processor.ts';
import type { Contract } from '../../ports/lender.ts';
import type { ClaimedBind, Payment } from './payment.ts';

interface WrittenBy {
  readonly newId: () => DocumentId;
  readonly wordings: readonly Wording[];
  readonly rescissionRules: RescissionRules;
}

/** Returns the policy to be stored and printed, and the ids of its documents. */
export function writePolicy(
  { claim, sale, seller, selection, terms }: ClaimedBind,
  money: Payment,
  { newId, wordings, rescissionRules }: WrittenBy,
): { readonly policy: Policy; readonly documents: Readonly<Partial<Record<DocumentKind, DocumentId>>> } {
  const { agreed } = claim;
  const policy: Omit<Policy, 'rescindableUntil'> = {
    policyNumber: claim.policyNumber,
    applicationId: sale.applicationId,
    seller: { name: seller.name, province: seller.province },
    series: sale.series,
    coverageCategory: agreed.coverageCategory,
    paymentTermInYears: agreed.paymentTermInYears,
    boundOn: agreed.boundOn,
    effectiveDate: sale.effectiveDate,
    expiryDate: addYears(sale.effectiveDate, agreed.paymentTermInYears),
    inputs: sale.inputs,
    ...selection,
    taxes: taxLines(selection.products, terms),
    cover: coverOfSold(selection, terms),
    wordings: wordingsFor(wordings, {
      province: seller.province,
      products: selection.products,
      languages: customerLanguages({ seller, inputs: sale.inputs }),
      day: agreed.boundOn,
    }),
    payment: paymentOf(money, agreed.paymentMethod, agreed.paymentReference),
    acknowledgements: agreed.acknowledgements,
  };
  return {
    policy: { ...policy, rescindableUntil: lastDayToRescind(policy, rescissionRules) },
    documents: documentIds(documentsFor[money.kind], newId),
  };
}

/** Ids in the table's order: a policy's documents are listed by id, and ids of one millisecond are in no order. */
function documentIds(kinds: readonly DocumentKind[], newId: () => DocumentId) {
  const ids = kinds.map(() => newId()).sort();
  return Object.fromEntries(kinds.map((kind, place) => [kind, ids[place]!]));
}

function coverOfSold({ products }: Selection, terms: readonly ProductTerms[]): readonly Cover[] {
  return products.map(({ productType }) => terms.find(({ product }) => product === productType)!.cover);
}

const documentsFor: Readonly<Record<Payment['kind'], readonly DocumentKind[]>> = {
  none: ['declaration'],
  scheduled: ['declaration'],
  charge: ['declaration', 'receipt'],
  loan: ['declaration', 'financing-letter'],
};

function paymentOf(money: Payment, method: PaymentMethod, paymentReference: string | null): PolicyPayment {
  switch (money.kind) {
    case 'none':
      return { method: methodPaidBy('partner', method), reference: paymentReference };
    case 'scheduled':
      return { method: methodPaidBy('card', method), card: cardPaid(money.payment, null) };
    case 'charge':
      return { method: methodPaidBy('card', method), card: cardPaid(money.payment, money.charge) };
    case 'loan':
      return { method: methodPaidBy('loan', method), loan: loanOf(money.contract) };
  }
}

/** The payment method determines how a bind is paid, so anything else is a bug. */
function methodPaidBy<Way extends PaidBy>(way: Way, method: PaymentMethod): MethodPaidBy<Way> {
  if (!isPaidBy(way, method)) throw new Error(`A policy by ${method} is not paid by ${way}.`);
  return method;
}

function cardPaid(payment: CardPayment, charge: Charge | null): CardPaid {
  return {
    paymentId: payment.id,
    maskedCardNumber: payment.maskedCardNumber ?? '',
    cardType: payment.cardType ?? '',
    chargeDate: payment.chargeDate,
    charge: charge && {
      amountCents: charge.amountCents,
      authorizationNumber: charge.authorizationNumber,
      chargedAt: charge.chargedAt,
    },
  };
}

function loanOf({ attemptKey: _, status: __, ...loan }: Contract) {
  return loan;
}

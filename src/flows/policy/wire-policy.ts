import type { CancellationParty } from '../../domain/cancellation/cancellation-cause.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { Language } from '../../domain/language.ts';
import { toDollars } from '../../domain/money.ts';
import { cardOf } from '../../domain/policy/policy.ts';
import { documentKindNames, type PolicyView } from '../../domain/policy/policy-view.ts';
import type { Obligation } from '../../domain/refund/refund-plan.ts';
import { wireCard, wireLoan } from './wire-payment.ts';
import { wireProduct } from './wire-product.ts';
import { wireVehicle } from './wire-vehicle.ts';

/** The policy of a look-up, of a list and of an event, each without what it leaves out. */
export function wirePolicy(view: PolicyView, language: Language) {
  const { policy } = view;
  return {
    ...wirePolicyInList(view, language),
    products: policy.products.map((product) => wireProduct(product, language)),
    applicant: policy.inputs.applicant,
    documents: view.documents.map(({ downloadId, kind, createdAt }) => ({
      downloadId,
      kind: documentKindNames[kind],
      language: customerLanguages(policy)[0],
      createdAt,
    })),
    amountDue: toDollars(view.amountDueCents),
    refunds: wireRefunds(view.refunds),
    wordings: policy.wordings.map(({ id, products, ...wording }) => ({
      downloadId: id,
      ...wording,
      productTypes: [...products],
    })),
  };
}

/** What an event says of a policy: it names no person. Product names are in the customer's language, or English. */
export function wireEventData(view: PolicyView) {
  const { applicant: _, ...data } = wirePolicy(view, view.policy.inputs.language ?? 'en');
  return data;
}

export function wirePolicyInList(view: PolicyView, language: Language) {
  const { policy, cancellation } = view;
  const { inputs, payment } = policy;
  const receipt = view.documents.find(({ kind }) => kind === 'receipt');
  return {
    seller: view.seller,
    policyNumber: policy.policyNumber,
    applicationId: policy.applicationId,
    partnerReference: inputs.partnerReference,
    language: inputs.language,
    status: view.status,
    moneyStatus: view.moneyStatus,
    series: policy.series,
    coverageCategory: policy.coverageCategory,
    paymentTermInYears: policy.paymentTermInYears,
    totalWithTax: toDollars(policy.totalWithTaxCents),
    effectiveDate: policy.effectiveDate,
    expiryDate: policy.expiryDate,
    boundAt: view.boundAt,
    vehicle: wireVehicle(inputs.vehicle, language),
    paymentMethod: payment.method,
    paymentReference: view.paymentReference,
    cardPayment: cardOf(payment) === null ? null : wireCard(policy, receipt?.downloadId, new Date(view.cardAt!)),
    financing: wireLoan(policy),
    cancellation: cancellation && {
      effectiveDate: cancellation.effectiveDate,
      requestedBy: parties[cancellation.requestedBy],
      // The contract has no word for an aggravated risk.
      reason: cancellation.ground === 'AggravatedRisk' ? 'Other' : cancellation.ground,
      refundAmount: toDollars(cancellation.refundCents),
      status: cancellation.status,
    },
    amendmentCount: view.amendmentCount,
  };
}

/** Who gives back what to whom. Of what is only planned, nothing is done. */
export function wireRefunds(refunds: readonly (Obligation & Partial<PolicyView['refunds'][number]>)[]) {
  return refunds.map(({ payer, payee, amountCents, status = 'Pending' as const, doneOn = null }) => ({
    payer,
    payee,
    amount: toDollars(amountCents),
    status,
    doneOn,
  }));
}

const parties = {
  customer: 'Customer',
  insurer: 'Insurer',
  seller: 'Seller',
} as const satisfies Record<CancellationParty, string>;

import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { policies } from '@northbind/contract/policies.ts';
import type { policy as operation } from '@northbind/contract/policy.ts';
import { toDollars } from '../../domain/money/money.ts';
import { type CancellationParty, isRefundedByUs } from '../../domain/policy/cancellation.ts';
import { customerLanguages } from '../../domain/policy/customer-languages.ts';
import { cardOf } from '../../domain/policy/policy.ts';
import type { PolicyDocument, PolicyView } from '../../domain/policy/policy-view.ts';
import type { Language } from './answer.ts';
import { wireCard, wireLoan } from './wire-payment.ts';
import { wireProduct } from './wire-product.ts';
import { wireVehicle } from './wire-vehicle.ts';

type PolicyAnswer = Omit<AnswerOf<typeof operation>, 'isValid' | 'errors'>;
type PolicyInList = AnswerOf<typeof policies>['policies'][number];

/** The policy of a look-up, of a list and of an event, each without what it leaves out. */
export function wirePolicy(view: PolicyView, language: Language): PolicyAnswer {
  const { policy } = view;
  return {
    ...wirePolicyInList(view, language),
    products: policy.products.map((product) => wireProduct(product, language)),
    applicant: policy.inputs.applicant,
    documents: view.documents.map(({ downloadId, kind, createdAt }) => ({
      downloadId,
      kind: documentKinds[kind],
      language: customerLanguages(policy)[0],
      createdAt,
    })),
    wordings: (policy.wordings ?? []).map(({ id, products, ...wording }) => ({
      downloadId: id,
      ...wording,
      productTypes: [...products],
    })),
  };
}

/** As in an event, which names no person. Product names are in the customer's language, or English. */
export function wireEventData(view: PolicyView): Omit<PolicyAnswer, 'applicant'> {
  const { applicant: _, ...data } = wirePolicy(view, view.policy.inputs.language ?? 'en');
  return data;
}

export function wirePolicyInList(view: PolicyView, language: Language): PolicyInList {
  const { policy, cancellation } = view;
  const { inputs, payment } = policy;
  const receipt = view.documents.find(({ kind }) => kind === 'receipt');
  return {
    policyNumber: policy.policyNumber,
    applicationId: policy.applicationId,
    partnerReference: inputs.partnerReference ?? null,
    language: inputs.language ?? null,
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
      requestedBy: cancellation.requestedBy && parties[cancellation.requestedBy],
      refundAmount: isRefundedByUs(cancellation.settlement) ? toDollars(cancellation.refundCents) : 0,
      status: cancellation.status,
    },
    amendmentCount: view.amendmentCount,
  };
}

const parties = {
  customer: 'Customer',
  insurer: 'Insurer',
  seller: 'Seller',
} as const satisfies Record<CancellationParty, string>;

const documentKinds = {
  declaration: 'Declaration',
  'amended-declaration': 'AmendedDeclaration',
  'financing-letter': 'FinancingLetter',
  receipt: 'Receipt',
  cancellation: 'CancellationNotice',
} as const satisfies Record<PolicyDocument['kind'], string>;

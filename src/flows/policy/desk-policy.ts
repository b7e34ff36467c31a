import type { PlainDate } from '../../domain/calendar.ts';
import type { RequestGround } from '../../domain/cancellation/cancellation-cause.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { cardOf, loanOf, type Policy } from '../../domain/policy/policy.ts';
import type { DocumentKind, PolicyView } from '../../domain/policy/policy-view.ts';
import type { BilingualName } from '../../domain/quote/vocabulary.ts';
import { readLatestRequest } from '../../store/cancellation/cancellation-request.ts';
import type { Parts } from '../parts.ts';
import { lookUpPolicy } from './look-up-policies.ts';

/** A policy as the seller's own desk shows it: what its partner software would be told, and nothing of the operator's. */
export interface DeskPolicy
  extends Pick<PolicyView, 'status' | 'moneyStatus' | 'boundAt' | 'amountDueCents' | 'refunds' | 'cancellation'>,
    Pick<
      Policy,
      'policyNumber' | 'applicationId' | 'effectiveDate' | 'expiryDate' | 'coverageCategory' | 'paymentTermInYears'
    > {
  readonly customer: {
    readonly name: string;
    readonly emailAddress: string;
    readonly phoneNumber: string;
    readonly city: string;
  };
  readonly vin: string;
  readonly vehicle: string;
  readonly products: readonly BilingualName[];
  readonly totalCents: Cents;
  readonly paymentMethod: Policy['payment']['method'];
  /** Null if no card pays. */
  readonly card: string | null;
  readonly loanNumber: string | null;
  readonly partnerReference: string | null;
  readonly documents: readonly { readonly id: string; readonly kind: DocumentKind; readonly createdAt: string }[];
  /** The seller's day. */
  readonly today: PlainDate;
  readonly request: DeskRequest | null;
}

/** The latest request for a cancellation, and what became of it. */
export interface DeskRequest {
  readonly ground: RequestGround;
  readonly effectiveDate: PlainDate;
  readonly state: 'open' | 'accepted' | 'declined' | 'withdrawn';
  readonly requestedAt: string;
  /** What the operator has answered. */
  readonly answer: string | null;
}

/** Returns null if the policy does not exist or is another seller's. */
export async function readDeskPolicy(
  { database }: Parts<'database'>,
  seller: Seller,
  policyNumber: string,
  now: Date,
): Promise<DeskPolicy | null> {
  const found = await lookUpPolicy({ database }, { kind: 'seller', seller }, now, policyNumber);
  if (found === null) return null;
  const { policy, ...view } = found.view;
  const { applicant, vehicle, partnerReference } = policy.inputs;
  const { make, model, year, vin } = vehicle;
  const card = cardOf(policy.payment);
  const latest = await readLatestRequest(database, { policyNumber: policy.policyNumber, sellerId: seller.id });
  return {
    policyNumber: policy.policyNumber,
    applicationId: policy.applicationId,
    effectiveDate: policy.effectiveDate,
    expiryDate: policy.expiryDate,
    coverageCategory: policy.coverageCategory,
    paymentTermInYears: policy.paymentTermInYears,
    status: view.status,
    moneyStatus: view.moneyStatus,
    boundAt: view.boundAt,
    amountDueCents: view.amountDueCents,
    refunds: view.refunds,
    // Partners have no word for an aggravated risk.
    cancellation: view.cancellation && {
      ...view.cancellation,
      ground: view.cancellation.ground === 'AggravatedRisk' ? 'Other' : view.cancellation.ground,
    },
    customer: {
      name: [applicant.firstOrCompanyName, applicant.lastName].filter(Boolean).join(' '),
      emailAddress: applicant.emailAddress,
      phoneNumber: applicant.phoneNumber,
      city: applicant.city,
    },
    vin,
    vehicle: [year, make, model].filter(Boolean).join(' '),
    products: policy.products.map(({ productName }) => productName),
    totalCents: policy.totalWithTaxCents,
    paymentMethod: policy.payment.method,
    card: card && `${card.cardType} ${card.maskedCardNumber}`,
    loanNumber: loanOf(policy.payment)?.loanNumber ?? null,
    partnerReference,
    documents: view.documents.map(({ downloadId, kind, createdAt }) => ({ id: downloadId, kind, createdAt })),
    today: found.today,
    request: latest && {
      ground: latest.ground,
      effectiveDate: latest.terms.cancelledOn,
      state: latest.decision ?? 'open',
      requestedAt: latest.requestedAt,
      answer: latest.declineReason,
    },
  };
}

import type { PlainDate } from '../calendar/calendar.ts';
import type { DocumentId } from '../ids.ts';
import type { Cents } from '../money/money.ts';
import type { CancellationParty, Settlement } from './cancellation.ts';
import type { CancellationStatus } from './cancellation-request.ts';
import type { CardCharge, CardPaid, Policy } from './policy.ts';

export const policyStatuses = ['NotStarted', 'InForce', 'Expired', 'Cancelled'] as const;
export type PolicyStatus = (typeof policyStatuses)[number];

/**
 * CollectedByPartner  the partner takes the money
 * Paid                the card was charged, or the operator was paid another way
 * Scheduled           the card is charged on a later day
 * Unpaid              that charge was refused, and may be tried again
 * Financed            the lender has paid
 * PartRefunded, Refunded  given back, in part or whole, because the policy was cancelled
 */
export const moneyStatuses = [
  'CollectedByPartner',
  'Paid',
  'Scheduled',
  'Unpaid',
  'Financed',
  'PartRefunded',
  'Refunded',
] as const;
export type MoneyStatus = (typeof moneyStatuses)[number];

/** A policy as it stands: what was bound, and what has happened since. */
export interface PolicyView {
  /** With the card's charge, also when it was made on a later day. */
  readonly policy: Policy;
  readonly status: PolicyStatus;
  readonly moneyStatus: MoneyStatus;
  readonly paymentReference: string | null;
  /** RFC 3339 in UTC, as all times here. */
  readonly boundAt: string;
  /** When the card was charged or, before that, verified; null if none pays. */
  readonly cardAt: string | null;
  readonly documents: readonly PolicyDocument[];
  readonly amendmentCount: number;
  /** Or the last request for one. */
  readonly cancellation: CancellationView | null;
}

export interface CancellationView {
  /** The first day without cover. */
  readonly effectiveDate: PlainDate;
  /** Null in those from before it was recorded. */
  readonly requestedBy: CancellationParty | null;
  readonly settlement: Settlement;
  readonly refundCents: Cents;
  readonly status: CancellationStatus;
}

export type DocumentKind = 'declaration' | 'amended-declaration' | 'financing-letter' | 'receipt' | 'cancellation';

export interface PolicyDocument {
  readonly downloadId: DocumentId;
  readonly kind: DocumentKind;
  readonly createdAt: string;
}

/** A card that has taken the place of the one the policy was bound with. */
export type LaterCard = Omit<CardPaid, 'charge'>;

/** Adds what came after the bind to the policy: another card, and the charge that was made on a later day. */
export function withLaterCharge(policy: Policy, charge: CardCharge | null, card: LaterCard | null): Policy {
  if (!('card' in policy.payment)) return policy;
  const { card: bound } = policy.payment;
  return { ...policy, payment: { ...policy.payment, card: { ...bound, ...card, charge: charge ?? bound.charge } } };
}

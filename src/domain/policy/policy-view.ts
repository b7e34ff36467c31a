import { documentKinds, policyStatusValues } from '../../../contract/vocabulary.ts';
import type { PlainDate } from '../calendar.ts';
import type { CancellationGround, CancellationParty } from '../cancellation/cancellation-cause.ts';
import type { DocumentId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Obligation } from '../refund/refund-plan.ts';
import type { MoneyStatus } from './money-status.ts';
import type { CardCharge, CardPaid, Policy } from './policy.ts';

export const policyStatuses = policyStatusValues;
export type PolicyStatus = (typeof policyStatuses)[number];

/** A policy as it stands: what was bound, and what has happened since. */
export interface PolicyView {
  /** The policy has the card's charge, also when it was made on a later day. */
  readonly policy: Policy;
  /** The seller's username. */
  readonly seller: string;
  readonly status: PolicyStatus;
  readonly moneyStatus: MoneyStatus;
  readonly paymentReference: string | null;
  /** RFC 3339 in UTC, as all times here. */
  readonly boundAt: string;
  /** The moment at which it stands so. */
  readonly asOf: string;
  /** When the card was charged or, before that, verified; null if none pays. */
  readonly cardAt: string | null;
  readonly documents: readonly PolicyDocument[];
  readonly amendmentCount: number;
  /** This may be one that is only asked for. */
  readonly cancellation: CancellationView | null;
  /** What the customer owes today. */
  readonly amountDueCents: Cents;
  /** Who gives back what to whom, as far as it was taken. */
  readonly refunds: readonly Refund[];
}

export interface CancellationView {
  /** The first day without cover. */
  readonly effectiveDate: PlainDate;
  readonly requestedBy: CancellationParty;
  readonly ground: CancellationGround;
  /** What we give back ourselves. */
  readonly refundCents: Cents;
  readonly status: CancellationStatus;
}

/** Requested by the partner, and yet to be decided. Scheduled: its day is ahead, and it can be withdrawn. */
export type CancellationStatus = 'Requested' | 'Scheduled' | 'InEffect';

/** An obligation of the refund plan, and whether it is fulfilled. */
export interface Refund extends Obligation {
  readonly status: 'Pending' | 'Done';
  readonly doneOn: PlainDate | null;
}

/** Maps the name under which a kind is stored to what partners call it. */
export const documentKindNames = documentKinds;
export type DocumentKind = keyof typeof documentKinds;

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

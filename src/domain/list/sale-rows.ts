import type { CardPaymentStatus } from '../card/card-payment.ts';
import type { ApplicationId } from '../ids.ts';
import type { PaymentMethod } from '../payment-method.ts';
import type { MoneyStatus } from '../policy/money-status.ts';
import type { DocumentKind, PolicyStatus } from '../policy/policy-view.ts';
import type { Province } from '../province.ts';
import type { Series } from '../quote/vocabulary.ts';

/** The rows of the operator's lists. Timestamps are RFC 3339 in UTC. */
export interface SellerName {
  readonly id: string;
  readonly name: string;
}

/** Whose day counts for cover and payments: that of the province. */
export interface SaleSeller extends SellerName {
  readonly province: Province;
}

/** `quoted`: no bind is running. `binding`: one is running, or is to be finished by a job. */
export const saleStatuses = ['quoted', 'binding', 'bound', 'cancelled'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

interface Listed {
  readonly applicationId: string;
  readonly seller: SaleSeller;
  readonly applicantName: string;
}

interface ListedVehicle extends Listed {
  readonly effectiveDate: string;
  readonly vin: string;
  /** `2024 Toyota RAV4` */
  readonly vehicle: string;
  readonly emailAddress: string;
  /** The first day without cover of a policy that was cancelled. */
  readonly cancelledOn: string | null;
  /** It was not cancelled but rescinded, as if it had never existed. */
  readonly isRescinded: boolean;
}

export interface SaleRow extends ListedVehicle {
  readonly applicationId: ApplicationId;
  readonly createdAt: string;
  readonly revision: number;
  readonly series: Series;
  readonly status: SaleStatus;
  readonly policyNumber: string | null;
  /** Says how cover and money stand, as partners see them; null before the bind. */
  readonly policyStatus: PolicyStatus | null;
  readonly moneyStatus: MoneyStatus | null;
  /** Includes tax; null before the bind. */
  readonly totalCents: number | null;
}

export interface PolicyRow extends ListedVehicle {
  readonly policyNumber: string;
  readonly status: PolicyStatus;
  readonly moneyStatus: MoneyStatus;
  readonly boundAt: string;
  readonly expiryDate: string;
  readonly paymentMethod: PaymentMethod;
  readonly reference: string | null;
  readonly totalCents: number;
}

/** What lists and the history of a sale show of a card payment. */
export interface ShownPayment {
  readonly paymentId: string;
  readonly startedAt: string;
  readonly status: CardPaymentStatus;
  readonly totalCents: number;
  /** 0 for a card that is only verified and saved. */
  readonly holdCents: number;
  /** The day to which it was moved, if it was. */
  readonly chargeDate: string;
  /** What the card has got back. */
  readonly refundedCents: number;
  readonly maskedCardNumber: string | null;
  readonly cardType: string | null;
  /** Null if it is not charged on a later day. */
  readonly charge: ShownCharge | null;
}

/** What has become of the charge of a card on a later day. */
export interface ShownCharge {
  /**
   * `refused`: by the issuer, whether it is tried again or not. `given up`: it was not sent, and is left to the
   * operator.
   */
  readonly state: 'due' | 'charging' | 'reported' | 'charged' | 'refused' | 'given up' | 'stopped';
  /** The last day on which it was refused. */
  readonly refusedOn: string | null;
  /** Null if it is being charged, has ended or is left to the operator. */
  readonly nextAttemptOn: string | null;
}

export interface PaymentRow extends Listed, ShownPayment {
  readonly policyNumber: string | null;
}

export interface DocumentRow extends Listed {
  readonly documentId: string;
  readonly createdAt: string;
  readonly policyNumber: string;
  readonly kind: DocumentKind;
  /** Null until the document is first printed. */
  readonly filename: string | null;
  readonly fetchCount: number;
}

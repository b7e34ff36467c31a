import { endOfDay, type PlainDate } from '../calendar.ts';
import type { ApplicationId, PaymentId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Province } from '../province.ts';
import type { CoverageCategory } from '../quote/vocabulary.ts';
import { allowed, refuse, type Verdict } from '../refusal.ts';

export const cardPaymentStatuses = [
  'Pending',
  'Authorized',
  'Declined',
  'Cancelled',
  'Releasing',
  'Released',
  'Binding',
  'Captured',
  'Scheduled',
  'Reversing',
  'Reversed',
] as const;
export type CardPaymentStatus = (typeof cardPaymentStatuses)[number];

export interface CardPayment {
  readonly id: PaymentId;
  readonly applicationId: ApplicationId;
  /** The card processor where it was made. */
  readonly processor: string;
  readonly status: CardPaymentStatus;
  readonly ticketHash: Buffer;
  readonly ticketExpiresAt: Date;
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  readonly productTypes: readonly string[];
  readonly totalCents: Cents;
  /** Zero when the card is only verified and saved. */
  readonly holdCents: Cents;
  readonly chargeDate: PlainDate;
  readonly authorizedAt: Date | null;
  readonly expiresAt: Date | null;
  /** What the processor calls the hold or the verification. */
  readonly processorReference: string | null;
  /** The processor's token for the saved card; not a card number. */
  readonly cardToken: string | null;
  readonly maskedCardNumber: string | null;
  readonly cardType: string | null;
  /** The issuer refused the charge that the authorization was for. */
  readonly wasDeclined: boolean;
  /** Started by the customer on the page of a payment link, for a policy that there is. */
  readonly isByLink: boolean;
}

/** A hold is captured under the payment's key; each charge of a saved card has a key of its own. */
export function chargeKey(payment: Pick<CardPayment, 'id' | 'holdCents'>, tries = 0): string {
  return payment.holdCents > 0 ? payment.id : `${payment.id}.${tries}`;
}

const authorizationMs = 24 * 60 * 60 * 1_000;

/** A card is charged between today and the effective date. */
export function mayChargeOn(chargeDate: PlainDate, today: PlainDate, effectiveDate: PlainDate): Verdict {
  if (chargeDate >= today && chargeDate <= effectiveDate) return allowed;
  return refuse('ChargeDateOutOfRange', 'chargeDate', { earliest: today, latest: effectiveDate });
}

/** An authorization is valid for 24 hours, but not past the end of the charge date in the seller's time zone. */
export function authorizationEnds(authorizedAt: Date, chargeDate: PlainDate, province: Province): Date {
  const dayEnds = endOfDay(chargeDate, province).getTime();
  return new Date(Math.min(authorizedAt.getTime() + authorizationMs, Math.max(dayEnds, authorizedAt.getTime())));
}

/**
 * The status shown to the partner. A payment used by a bind stays authorized. One whose charge the issuer refused is
 * declined, as if refused at the checkout. A lapsed or reversed one is shown as cancelled: in each case the partner
 * needs a new payment.
 */
export function wireStatus({
  status,
  wasDeclined,
}: Pick<CardPayment, 'status' | 'wasDeclined'>): 'Pending' | 'Authorized' | 'Declined' | 'Cancelled' {
  switch (status) {
    case 'Binding':
    case 'Captured':
    case 'Scheduled':
      return 'Authorized';
    case 'Releasing':
    case 'Released':
      return wasDeclined ? 'Declined' : 'Cancelled';
    case 'Reversing':
    case 'Reversed':
      return 'Cancelled';
    default:
      return status;
  }
}

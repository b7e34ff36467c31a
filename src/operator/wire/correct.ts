import type { CancellationKind, Settlement } from '../../domain/policy/cancellation.ts';
import type { BilingualName } from '../../domain/rating/vocabulary.ts';

/**
 * Correcting as it goes over the operator's API. Dates are `YYYY-MM-DD`, timestamps RFC 3339 in UTC, money is in cents. Every
 * act takes a reason of at least 3 characters. Where nothing is named, the answer is 204: tickers do the rest within seconds.
 */

/** `POST /api/policies/:policyNumber/cancellation/preview` (support): what a cancellation would come to. Writes nothing. */
export interface CancellationQuestion {
  readonly kind: CancellationKind;
  readonly cancelledOn: string;
}

export interface CancellationPreview {
  readonly policyNumber: string;
  readonly kind: CancellationKind;
  readonly cancelledOn: string;
  readonly effectiveDate: string;
  readonly expiryDate: string;
  readonly lines: readonly CancellationLine[];
  /** What the policy cost, with tax. */
  readonly totalCents: number;
  readonly premiumBackCents: number;
  readonly taxBackCents: number;
  /** Premium and tax together. */
  readonly refundCents: number;
  /** The total less the refund: what the days until then have cost. */
  readonly keptCents: number;
  /**
   * How the refund reaches the customer. `card-refund`: we give it back to the card. `charge-stopped`: the card was not
   * charged and will not be; nothing is kept. `loan-cancelled`: the lender is told, and accounts with the customer.
   * `outside`: whoever took the money gives it back; we move none. `nothing`: there is nothing to give back.
   */
  readonly settlement: Settlement;
  /** The card that is refunded or will not be charged; null otherwise. */
  readonly card: { readonly cardType: string; readonly maskedCardNumber: string } | null;
  readonly loanNumber: string | null;
}

/** Back = the amount × days unused ÷ days in all, rounded half up to the cent; all of it for a flat cancellation. */
export interface CancellationLine {
  readonly productType: string;
  readonly productName: BilingualName;
  readonly daysUnused: number;
  readonly daysTotal: number;
  readonly premiumCents: number;
  readonly taxCents: number;
  readonly premiumBackCents: number;
  readonly taxBackCents: number;
}

/** `POST /api/policies/:policyNumber/cancellation` (support). Answers a `CancellationAnswer`. */
export interface CancellationOrder extends CancellationQuestion {
  readonly reason: string;
  /** What the preview showed. When it would come to something else by now, it is refused: `CancellationChanged`. */
  readonly shown: { readonly refundCents: number; readonly settlement: Settlement };
}

export interface CancellationAnswer extends CancellationPreview {
  /** The cancellation notice: `GET /api/documents/:id/content`. */
  readonly documentId: string;
}

/** `POST /api/reversals/:id/retry`, `POST /api/due-charges/:paymentId/retry`, `POST /api/mails/:id/resend`, `POST /api/binds/:applicationId/retry` (support). */
export interface Reasoned {
  readonly reason: string;
}

/** `POST /api/reversals/:id/settle` and `POST /api/due-charges/:paymentId/settle` (admin): it was put right outside. */
export interface SettleOrder extends Reasoned {
  /** Where to find it: the number of a cheque or transfer, or the processor's own reference. 1 to 100 characters. */
  readonly reference: string;
}

/** `PUT /api/due-charges/:paymentId/date` (support): from tomorrow to 60 days ahead, by the seller's day. */
export interface DueDateOrder extends Reasoned {
  readonly dueOn: string;
}

/** `POST /api/policies/:policyNumber/documents/resend` (support). Without an address: the policy's own. */
export interface DocumentsResendOrder extends Reasoned {
  readonly toAddress?: string;
}

export interface DocumentsResendAnswer {
  /** Mails that are due now. */
  readonly mails: number;
}

/** `PUT /api/policies/:policyNumber/email-address` (support): for this policy's mails from now on. */
export interface EmailAddressOrder extends Reasoned {
  readonly emailAddress: string;
}

export interface EmailAddressAnswer {
  /** Mails that had not gone out, or had not arrived, and are now due to the new address. */
  readonly mailsMoved: number;
}

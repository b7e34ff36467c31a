import { timingSafeEqual } from 'node:crypto';
import { authorizationEnds, type CardPayment } from '../../domain/card/card-payment.ts';
import type { ApplicationId, PaymentId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import type { ApprovedCard, CheckoutState } from '../../ports/card-processor.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { type Decision, decideCardPayment, readCardPayment } from '../../store/card/card-payment.ts';
import type { Database } from '../../store/database.ts';
import type { Parts } from '../parts.ts';
import { hashTicket } from './card-start.ts';
import { cardsOf } from './cards-of.ts';

export type CardConfirmParts = Parts<'database' | 'cards' | 'log'>;

export interface CardConfirmAsked {
  readonly seller: Seller;
  readonly now: Date;
  /** Null, here and below, if what was sent is malformed. */
  readonly applicationId: ApplicationId | null;
  readonly paymentId: PaymentId | null;
  readonly ticket: string;
}

export type CardConfirmResult =
  /** `isNews`: this call learnt it from the processor. */
  { readonly kind: 'known'; readonly payment: CardPayment; readonly isNews: boolean } | Refused;

/**
 * Returns the state of a checkout. Asks the processor while the payment is pending; a recorded outcome never changes.
 * Charges nothing.
 */
export async function confirmCardPayment(
  parts: CardConfirmParts,
  asked: CardConfirmAsked,
  context: CallContext,
): Promise<CardConfirmResult> {
  const payment = await findPayment(parts.database, asked);
  if (payment === null) return refused(refusal('CardPaymentNotFound', 'paymentId'));
  if (payment.status !== 'Pending') return { kind: 'known', payment, isNews: false };

  const cards = cardsOf(parts.cards, payment.processor);
  const outcome = await cards.readCheckout({ key: payment.id, ticket: asked.ticket }, context);
  if (outcome.kind !== 'done') return refused(refusal('CardPaymentUnavailable'));
  const decision = decisionOf(outcome.value, (state) => authorize(parts, state, payment, asked));
  if (decision === null) return { kind: 'known', payment, isNews: false };
  const decided = await decideCardPayment(parts.database, payment.id, decision, asked.now);
  return { kind: 'known', payment: decided, isNews: true };
}

/** A payment of another seller, for another application or with another ticket is reported as not found. */
async function findPayment(database: Database, { seller, applicationId, paymentId, ticket }: CardConfirmAsked) {
  if (applicationId === null || paymentId === null) return null;
  const payment = await readCardPayment(database, { sellerId: seller.id, applicationId, id: paymentId });
  return payment !== null && timingSafeEqual(hashTicket(ticket), payment.ticketHash) ? payment : null;
}

/** Null while the checkout is pending. */
function decisionOf(state: CheckoutState, authorized: (card: HeldCard) => Decision): Decision | null {
  switch (state.kind) {
    case 'pending':
      return null;
    case 'cancelled':
      return { status: 'Cancelled' };
    case 'declined':
      return { status: 'Declined' };
    case 'approved':
      return authorized(state);
  }
}

export type HeldCard = ApprovedCard & { readonly amountCents: Cents };

/**
 * A card that the processor has approved. If it holds another amount than the customer is to pay, nothing is bound with
 * it: what is held is released, and the customer starts again.
 */
export function authorize(
  { log }: Parts<'log'>,
  card: HeldCard,
  payment: CardPayment,
  { seller, now }: { readonly seller: Pick<Seller, 'province'>; readonly now: Date },
): Decision {
  const isAsAsked = card.amountCents === payment.holdCents;
  if (!isAsAsked) log.error('card payment of another amount', { paymentId: payment.id });
  return {
    status: isAsAsked ? 'Authorized' : 'Releasing',
    expiresAt: isAsAsked ? authorizationEnds(now, payment.chargeDate, seller.province) : now,
    processorReference: card.reference,
    cardToken: card.cardToken,
    maskedCardNumber: card.maskedCardNumber,
    cardType: card.cardType,
  };
}

import { type CardPayment, chargeKey } from '../../domain/card/card-payment.ts';
import { refusal } from '../../domain/refusal.ts';
import { type CardProcessor, type Charge, holdLapsed } from '../../ports/card-processor.ts';
import type { Outcome } from '../../ports/outcome.ts';
import { cardsOf } from '../card/cards-of.ts';
import { failedBy } from '../work/failed-by.ts';
import type { ClaimedBind, PaymentParts, PaymentResult, PaymentStep } from './payment.ts';

/** Charges the card during the bind: captures its hold or, on its charge date, charges the saved card. */
export const payByCard: PaymentStep = {
  kind: 'step',
  step: 'charging',
  point: 'charge',
  move: charge,
  ask,
  // A late charge is found by the repeat, which uses the same key.
  isNothingBelieved: true,
  isContinuedBy: (repeat, agreed) => repeat.paymentId === agreed.paymentId,
  // The key belongs to the payment, not the attempt: it is closed only if the partner uses another payment.
  close: (parts, claimed, next) =>
    next === 'other' ? closeHold(parts, claimed) : Promise.resolve<PaymentResult>({ kind: 'nothing' }),
};

/**
 * Whether the card is charged during the bind. A hold is always captured now, even if this instance's clock says that
 * the charge date is later: there is no saved card to charge then.
 */
export function isChargedNow(payment: CardPayment, { claim }: ClaimedBind): boolean {
  return payment.holdCents > 0 || payment.chargeDate <= claim.agreed.boundOn;
}

async function charge({ cards }: PaymentParts, claimed: ClaimedBind): Promise<PaymentResult> {
  const payment = claimed.payment!;
  const key = chargeKey(payment);
  const outcome = await doCharge(cardsOf(cards, payment.processor), claimed, payment, key);
  switch (outcome.kind) {
    case 'done':
      return { kind: 'moved', money: { kind: 'charge', key, payment, charge: outcome.value } };
    case 'refused':
      return {
        kind: 'refused',
        refusal: refusal(
          outcome.reason === holdLapsed ? 'CardPaymentExpired' : 'CardPaymentDeclined',
          'cardPayment.paymentId',
        ),
        isCardOver: true,
      };
    case 'not-sent':
      return { kind: 'refused', refusal: unavailable, isCardOver: false };
    case 'unknown':
      return { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
  }
}

function doCharge(
  cards: CardProcessor,
  claimed: ClaimedBind,
  payment: CardPayment,
  key: string,
): Promise<Outcome<Charge>> {
  const amountCents = payment.totalCents;
  if (payment.holdCents > 0)
    return cards.capture({ key, reference: payment.processorReference!, amountCents }, claimed.context);
  const customerReference = claimed.sale.applicationId;
  return cards.chargeSavedCard({ key, customerReference, cardToken: payment.cardToken!, amountCents }, claimed.context);
}

async function ask({ cards }: PaymentParts, { payment, context }: ClaimedBind): Promise<PaymentResult> {
  const key = chargeKey(payment!);
  const outcome = await cardsOf(cards, payment!.processor).find(key, context);
  if (outcome.kind !== 'done') return { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
  switch (outcome.value.kind) {
    case 'charged': {
      const { charge } = outcome.value;
      // Not by us: a person has to give it back at the processor.
      if (charge.amountCents !== payment!.totalCents)
        return { kind: 'unclear', refusal: unavailable, failure: 'unknown', cause: 'another amount was charged' };
      return { kind: 'moved', money: { kind: 'charge', key, payment: payment!, charge } };
    }
    case 'nothing':
    case 'held':
    case 'verified':
    case 'declined':
    case 'released':
    case 'refunded':
      return { kind: 'nothing' };
  }
}

/**
 * Releases the hold, so that it can't be captured later. A saved card can't be closed; the sweep finds a late charge
 * and reverses it.
 */
async function closeHold({ cards }: PaymentParts, { payment, context }: ClaimedBind): Promise<PaymentResult> {
  if (payment === null || payment.holdCents === 0 || payment.processorReference === null)
    return { kind: 'nothing', isCardOver: true };
  const theirs = cardsOf(cards, payment.processor);
  const outcome = await theirs.release({ key: payment.id, reference: payment.processorReference }, context);
  if (outcome.kind === 'done') return { kind: 'nothing', isCardOver: true };
  return { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
}

const unavailable = refusal('CardPaymentUnavailable');

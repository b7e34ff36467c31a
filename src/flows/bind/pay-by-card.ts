import type { PlainDate } from '../../domain/calendar.ts';
import { type CardPayment, chargeKey } from '../../domain/card/card-payment.ts';
import { refusal } from '../../domain/refusal.ts';
import type { CardProcessor, Charge } from '../../ports/card-processor.ts';
import type { Outcome } from '../../ports/outcome.ts';
import { cardsOf } from '../card/cards-of.ts';
import { failedBy } from '../work/failed-by.ts';
import type { ClaimedBind, MovingStep, Next, PaymentParts, PaymentResult } from './payment.ts';

/** Charges the card during the bind: captures its hold or, on its charge date, charges the saved card. */
export function payByCard(payment: CardPayment): MovingStep {
  return {
    kind: 'step',
    step: 'charging',
    point: 'charge',
    move: (parts, claimed) => charge(parts, claimed, payment),
    ask: (parts, claimed) => ask(parts, claimed, payment),
    // A late charge is found by the repeat, which uses the same key.
    trustsNotFound: true,
    isSamePayment: (repeat) => repeat.paymentId === payment.id,
    close: (parts, claimed, next) => close(parts, claimed, payment, next),
  };
}

/**
 * Whether the card is charged during the bind. A hold is always captured now, even if this instance's clock says that
 * the charge date is later: there is no saved card to charge then.
 */
export function isChargedNow(payment: CardPayment, boundOn: PlainDate): boolean {
  return payment.holdCents > 0 || payment.chargeDate <= boundOn;
}

async function charge({ cards }: PaymentParts, claimed: ClaimedBind, payment: CardPayment): Promise<PaymentResult> {
  const key = chargeKey(payment);
  const outcome = await doCharge(cardsOf(cards, payment.processor), claimed, payment, key);
  switch (outcome.kind) {
    case 'done':
      return { kind: 'moved', money: { kind: 'charge', key, payment, charge: outcome.value } };
    case 'refused':
      return {
        kind: 'refused',
        refusal: refusal(
          outcome.reasonCode === 'hold-lapsed' ? 'CardPaymentExpired' : 'CardPaymentDeclined',
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
  const { holdCents, processorReference, cardToken, totalCents: amountCents } = payment;
  if (holdCents > 0 && processorReference !== null)
    return cards.capture({ key, reference: processorReference, amountCents }, claimed.context);
  if (holdCents > 0 || cardToken === null)
    throw new Error(`The card payment ${payment.id} is authorized and has neither a hold nor a saved card.`);
  const customerReference = claimed.sale.applicationId;
  return cards.chargeSavedCard({ key, customerReference, cardToken, amountCents }, claimed.context);
}

async function ask({ cards }: PaymentParts, { context }: ClaimedBind, payment: CardPayment): Promise<PaymentResult> {
  const key = chargeKey(payment);
  const outcome = await cardsOf(cards, payment.processor).find(key, context);
  if (outcome.kind !== 'done') return { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
  switch (outcome.value.kind) {
    case 'charged': {
      const { charge } = outcome.value;
      // Another amount is no charge of ours: a person has to refund it at the processor.
      if (charge.amountCents !== payment.totalCents)
        return { kind: 'unclear', refusal: unavailable, failure: 'unknown', cause: 'another amount was charged' };
      return { kind: 'moved', money: { kind: 'charge', key, payment, charge } };
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
 * and reverses it. The key belongs to the payment, not the attempt: it is closed only if the partner uses another
 * payment.
 */
async function close(
  { cards }: PaymentParts,
  { context }: ClaimedBind,
  payment: CardPayment,
  next: Next,
): Promise<PaymentResult> {
  if (next !== 'other') return { kind: 'nothing' };
  if (payment.holdCents === 0 || payment.processorReference === null) return { kind: 'nothing', isCardOver: true };
  const theirs = cardsOf(cards, payment.processor);
  const outcome = await theirs.release({ key: payment.id, reference: payment.processorReference }, context);
  if (outcome.kind === 'done') return { kind: 'nothing', isCardOver: true };
  return { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
}

const unavailable = refusal('CardPaymentUnavailable');

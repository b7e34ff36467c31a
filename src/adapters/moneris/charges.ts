import type { Cents } from '../../domain/money.ts';
import {
  type CardProcessor,
  type Charge,
  declinedBy,
  type FoundPayment,
  refusedByIssuer,
} from '../../ports/card-processor.ts';
import { type CallContext, type Outcome, type Refused, refusedBy, tooLate } from '../../ports/outcome.ts';
import type { Gateway, GatewayReply } from './gateway.ts';
import type { GatewayAnswer } from './gateway-answer.ts';
import { completion, refundOf, savedCardPurchase } from './gateway-requests.ts';
import { type LookUp, readCharge } from './look-up.ts';

/**
 * Every call that moves money. Each is sent once. `approved` is done; an unclear answer is `unknown`. A refusal is
 * confirmed by a look-up, because Moneris also refuses a repeat of what it has done before.
 */
export function makeCharges(gateway: Gateway, lookUp: LookUp): Charges {
  const act = async (
    request: Parameters<Gateway['act']>[0],
    { mayStillSend = () => true }: CallContext,
  ): Promise<GatewayReply> => (mayStillSend() ? gateway.act(request) : tooLate);
  return {
    async capture(request, context) {
      const reply = await act(completion(request, request.amountCents), context);
      return settle(
        { key: request.key, reply, read: (answer) => readDone(answer, request.amountCents) },
        async (refusal) => {
          const found = await lookUp(request.key);
          if (found.kind !== 'done') return maybe(found);
          switch (found.value.kind) {
            case 'charged':
              return sameCharge(found.value, request.amountCents);
            case 'held':
              return refusal ?? contradiction;
            case 'released':
            case 'refunded':
              return refusedBy('us', found.value.kind);
            case 'nothing':
            case 'declined':
            case 'verified':
              // We have the hold's reference, so there is one. A look-up that does not show it may not show its capture
              // either.
              return contradiction;
          }
        },
      );
    },

    async chargeSavedCard(request, context) {
      const reply = await act(savedCardPurchase(request), context);
      return settle(
        { key: request.key, reply, read: (answer) => readDone(answer, request.amountCents) },
        async (refusal) => {
          // An issuer's refusal is final: order numbers are checked before the issuer is asked, so this is no repeat.
          if (refusal !== null) return refusal;
          const found = await lookUp(request.key);
          if (found.kind !== 'done') return maybe(found);
          switch (found.value.kind) {
            case 'charged':
              return sameCharge(found.value, request.amountCents);
            case 'declined':
              return refusedByIssuer(found.value);
            case 'refunded':
              return refusedBy('us', found.value.kind);
            case 'nothing':
            case 'held':
            case 'released':
            case 'verified':
              return contradiction;
          }
        },
      );
    },

    async release(request) {
      // Moneris requires that a hold is released by a completion of zero and not left to expire.
      const reply = await gateway.act(completion(request, 0));
      return settle({ key: request.key, reply, read: () => done }, async (refusal) => {
        const found = await lookUp(request.key);
        if (found.kind !== 'done') return maybe(found);
        switch (found.value.kind) {
          case 'released':
            return done;
          case 'charged':
          case 'refunded':
            return refusedBy('us', found.value.kind);
          case 'held':
            return refusal ?? contradiction;
          case 'nothing':
          case 'declined':
          case 'verified':
            return contradiction;
        }
      });
    },

    /**
     * Always a `refund`, never a `purchasecorrection`: a correction works only until the day's batch is closed and
     * would need a refund as fallback, and both could succeed. So the customer sees a charge and a refund on the
     * statement. Looked up first, because an order number does not prevent a second refund.
     */
    async refund(request, context) {
      const before = await lookUp(request.key);
      if (before.kind !== 'done') return { kind: 'not-sent', cause: causeOf(before) };
      const answered = judgeRefund(before.value, request.amountCents);
      if (answered !== null) return answered;
      const reply = await act(refundOf(request), context);
      return settle({ key: request.key, reply, read: () => done }, async (refusal) => {
        const after = await lookUp(request.key);
        if (after.kind !== 'done') return maybe(after);
        return judgeRefund(after.value, request.amountCents) ?? refusal ?? contradiction;
      });
    },
  };
}

type Charges = Pick<CardProcessor, 'capture' | 'chargeSavedCard' | 'release' | 'refund'>;

/** `unsure` decides about a refusal: `refusal` is the issuer's, or null for Moneris's "duplicate order". */
async function settle<T>(
  { key, reply, read }: Call<T>,
  unsure: (refusal: Refused | null) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (reply.kind !== 'answered') return reply;
  const { verdict, order } = reply.answer;
  switch (verdict) {
    case 'approved':
      return order === key ? read(reply.answer) : ofAnotherOrder;
    case 'declined':
      return order === key ? unsure(refusedByIssuer(declinedBy(reply.answer.retryAdvice))) : ofAnotherOrder;
    case 'duplicate':
      return unsure(null);
    case 'unclear':
      return { kind: 'unknown', cause: 'the gateway gave no clear answer' };
  }
}

interface Taken {
  readonly charge: Charge;
  readonly refundedCents: Cents;
}

interface Call<T> {
  readonly key: string;
  readonly reply: GatewayReply;
  readonly read: (answer: GatewayAnswer) => Outcome<T>;
}

const done = { kind: 'done', value: undefined } as const;
const contradiction = {
  kind: 'unknown',
  cause: 'the gateway refuses it, and its look-up does not show why',
} as const;

const ofAnotherOrder = { kind: 'unknown', cause: 'the gateway answered about another order' } as const;

function readDone(answer: GatewayAnswer, amountCents: Cents): Outcome<Charge> {
  const charge = readCharge(answer);
  if (charge === null) return { kind: 'unknown', cause: 'the gateway approved, but left out what a charge needs' };
  return sameCharge({ charge, refundedCents: 0 }, amountCents);
}

/** A charge's key and amount never change, so another amount on record needs an operator. */
function sameCharge({ charge, refundedCents }: Taken, amountCents: Cents): Outcome<Charge> {
  if (refundedCents > 0) return refusedBy('us', 'refunded in part');
  if (charge.amountCents === amountCents) return { kind: 'done', value: charge };
  return { kind: 'unknown', cause: 'another amount was charged under this key' };
}

/** Returns null when nothing was refunded yet. */
function judgeRefund(found: FoundPayment, amountCents: Cents): Outcome<void> | null {
  if (found.kind !== 'charged' && found.kind !== 'refunded') return refusedBy('us', `not charged: ${found.kind}`);
  if (found.refundedCents === 0) return null;
  return found.refundedCents === amountCents ? done : refusedBy('us', 'refunded with another amount');
}

/** Even a look-up that was not sent leaves the outcome unknown: the call before it was sent. */
function maybe(found: NotFound): Outcome<never> {
  return { kind: 'unknown', cause: causeOf(found) };
}

type NotFound = Exclude<Outcome<FoundPayment>, { kind: 'done' }>;

function causeOf(found: NotFound): string {
  return found.kind === 'refused' ? found.reason : found.cause;
}

import type { CardProcessor, Charge } from '../../ports/card-processor.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { isAnything, isCharge, isCheckout, isFound, isOpened, type ProcessorPayment } from './answers.ts';
import { makeCaller, type ProcessorAddress } from './caller.ts';
import { chargeFound, checkoutState, foundPayment, refundFound, withAdvice } from './translate.ts';

export interface SandboxCardsOptions extends ProcessorAddress {
  /** Where browsers reach the processor. */
  readonly publicOrigin: string;
}

/**
 * Northbind's sandbox card processor, called like a third party: over HTTP alone. Like a real one it refuses a second
 * order under the same key instead of returning the first, so after such a refusal we look up the first.
 */
export function makeSandboxCards({ publicOrigin, ...address }: SandboxCardsOptions): CardProcessor {
  const call = makeCaller(address);

  const findPayment = (key: string, context: CallContext): Promise<Outcome<ProcessorPayment>> =>
    call.get('/api/payments', { orderKey: key }, isFound, context);

  /** The processor has already acted under this key: returns the outcome of that. */
  const findEarlier = async <T>(
    key: string,
    context: CallContext,
    judge: (payment: ProcessorPayment) => Outcome<T>,
  ): Promise<Outcome<T>> => {
    const outcome = await findPayment(key, context);
    // Something was done before, so the outcome is never "not sent".
    if (outcome.kind === 'not-sent') return { kind: 'unknown', cause: outcome.cause };
    return outcome.kind === 'done' ? judge(outcome.value) : outcome;
  };

  return {
    name: 'sandbox',
    checkoutJsUrl: `${publicOrigin}/checkout/js/checkout.js`,
    checkoutGlobal: 'monerisCheckout',
    environment: 'qa',
    refundSettleSeconds: 0,

    openCheckout: ({ key, ...request }, context) =>
      call.post('/api/checkouts', { orderKey: key, ...request }, isOpened, context),

    readCheckout: async ({ key, ticket }, context) =>
      mapDone(await call.post('/api/checkouts/read', { orderKey: key, ticket }, isCheckout, context), checkoutState),

    find: async (key, context) => mapDone(await findPayment(key, context), foundPayment),

    capture: async ({ key, reference, amountCents }, context) => {
      const body = { orderKey: key, reference, amountCents };
      const outcome = withAdvice(await call.post('/api/captures', body, isCharge, context));
      if (!isRefused(outcome, 'already captured')) return outcome;
      return findEarlier<Charge>(key, context, (payment) => chargeFound(payment, amountCents));
    },

    chargeSavedCard: async ({ key, ...charge }, context) => {
      const outcome = withAdvice(await call.post('/api/charges', { orderKey: key, ...charge }, isCharge, context));
      if (!isRefused(outcome, 'duplicate order')) return outcome;
      return findEarlier<Charge>(key, context, (payment) => chargeFound(payment, charge.amountCents));
    },

    release: async ({ key, reference }, context) => {
      const outcome = await call.post('/api/releases', { orderKey: key, reference }, isAnything, context);
      return isRefused(outcome, 'already released') ? done : mapDone(outcome, nothing);
    },

    refund: async ({ key, reference, amountCents }, context) => {
      // One key for all refunds of a charge, so that a repeat finds the first one and never refunds twice.
      const body = { refundKey: 'refund', orderKey: key, reference, amountCents };
      const outcome = await call.post('/api/refunds', body, isAnything, context);
      if (!isRefused(outcome, 'duplicate order')) return mapDone(outcome, nothing);
      return findEarlier<void>(key, context, (payment) => refundFound(payment, amountCents));
    },
  };
}

const nothing = (): void => undefined;
/** For a repeat of what was done before. */
const done: Outcome<void> = { kind: 'done', value: undefined };

function mapDone<T, U>(outcome: Outcome<T>, map: (value: T) => U): Outcome<U> {
  return outcome.kind === 'done' ? { kind: 'done', value: map(outcome.value) } : outcome;
}

function isRefused(outcome: Outcome<unknown>, reason: string): boolean {
  return outcome.kind === 'refused' && outcome.reason === reason;
}

import type { CardProcessor, Charge } from '../../ports/card-processor.ts';
import { type CallContext, mapDone, type Outcome, tooLate } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';
import * as answers from './answers.ts';
import { chargeFound, checkoutState, foundPayment, judgeRefusal, refundFound } from './translate.ts';

// A real processor's library waits 35 s, but the partner who waits for us repeats the call sooner than that.
export const timeoutMs = 20_000;

/**
 * Northbind's sandbox card processor, called like a third party: over HTTP alone. Like a real one it refuses a second
 * order under the same key instead of returning the first, so after such a refusal we look up the first. Browsers reach
 * it at `publicOrigin`.
 */
export function makeSandboxCards({
  publicOrigin,
  ...processor
}: JsonParty & { readonly publicOrigin: string }): CardProcessor {
  const ask = makeJsonCaller({ timeoutMs, ...processor });

  /** Moves money, unless the time for this try is over. */
  const act: typeof ask = async (endpoint, answer, context, body) =>
    context.mayStillSend?.() === false ? tooLate : ask(endpoint, answer, context, body);

  const findPayment = (key: string, context: CallContext): Promise<Outcome<answers.ProcessorPayment>> =>
    ask(`GET /api/payments?${new URLSearchParams({ orderKey: key })}`, answers.payment, context);

  /** The processor has already acted under this key: returns the outcome of that. */
  const findEarlier = async <T>(
    key: string,
    context: CallContext,
    judge: (payment: answers.ProcessorPayment) => Outcome<T>,
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
    refundShowsWithinSeconds: 0,

    openCheckout: ({ key, ...request }, context) =>
      ask('POST /api/checkouts', answers.opened, context, { orderKey: key, ...request }),

    readCheckout: async ({ key, ticket }, context) => {
      const body = { orderKey: key, ticket };
      return mapDone(await ask('POST /api/checkouts/read', answers.checkout, context, body), checkoutState);
    },

    find: async (key, context) => mapDone(await findPayment(key, context), foundPayment),

    capture: async ({ key, reference, amountCents }, context) => {
      const body = { orderKey: key, reference, amountCents };
      const outcome = judgeRefusal(await act('POST /api/captures', answers.charge, context, body));
      if (!isRefused(outcome, 'already captured')) return outcome;
      return findEarlier<Charge>(key, context, (payment) => chargeFound(payment, amountCents));
    },

    chargeSavedCard: async ({ key, ...charge }, context) => {
      const body = { orderKey: key, ...charge };
      const outcome = judgeRefusal(await act('POST /api/charges', answers.charge, context, body));
      if (!isRefused(outcome, 'duplicate order')) return outcome;
      return findEarlier<Charge>(key, context, (payment) => chargeFound(payment, charge.amountCents));
    },

    release: async ({ key, reference }, context) => {
      const outcome = await ask('POST /api/releases', answers.nothing, context, { orderKey: key, reference });
      return isRefused(outcome, 'already released') ? done : mapDone(outcome, nothing);
    },

    refund: async ({ key, reference, amountCents }, context) => {
      // One key for all refunds of a charge, so that a repeat finds the first one and never refunds twice.
      const body = { refundKey: 'refund', orderKey: key, reference, amountCents };
      const outcome = judgeRefusal(await act('POST /api/refunds', answers.nothing, context, body));
      if (!isRefused(outcome, 'duplicate order')) return mapDone(outcome, nothing);
      return findEarlier<void>(key, context, (payment) => refundFound(payment, amountCents));
    },

    listCharges: async (keys, context) =>
      mapDone(
        await ask('POST /api/charges/list', answers.listed, context, { orderKeys: keys }),
        ({ charges, unanswered }) => ({
          charges: charges.map(({ orderKey: key, amountCents: takenCents, ...rest }) => ({ key, takenCents, ...rest })),
          unanswered,
        }),
      ),
  };
}

const nothing = (): void => undefined;
/** A repeat of what was done before is answered like the first. */
const done: Outcome<void> = { kind: 'done', value: undefined };

function isRefused(outcome: Outcome<unknown>, reason: string): boolean {
  return outcome.kind === 'refused' && outcome.reason === reason;
}

import {
  lenderCancelAnswer,
  lenderContractAnswer,
  lenderFindAnswer,
  lenderPlansAnswer,
} from '@northbind/contract/lender/schemas.ts';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Lender } from '../../ports/lender.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { callJson, type JsonCall, sandboxFaultHeader } from '../call-json.ts';

export interface HttpLenderOptions {
  /** The address before the protocol's paths, without a slash at the end. */
  readonly origin: string;
  readonly token: string;
  readonly timeoutMs?: number;
}

/** The protocol wants an answer within this time; a bind should not wait longer to be told to repeat it. */
const defaultTimeoutMs = 10_000;

/** A lender that speaks the protocol of `contract/lender`: the operator's in production, or the sandbox's own. */
export function makeHttpLender(options: HttpLenderOptions): Lender {
  const ask = makeAsk(options);
  return {
    pricePlans: async (request, context) =>
      pick(
        await ask(lenderPlansAnswer, context, { method: 'POST', path: '/v1/plans', body: request }),
        ({ options }) => options,
      ),

    createContract: async ({ policyNumber, ...body }, context) => {
      const outcome = await ask(lenderContractAnswer, context, {
        method: 'PUT',
        path: contractPath(policyNumber),
        body,
      });
      // A lender must not answer so. What is on record, and whose it is, is then found by a look-up.
      if (outcome.kind === 'done' && outcome.value.contract.attemptKey !== body.attemptKey)
        return { kind: 'unknown', cause: 'answered with the contract of another attempt' };
      return pick(outcome, ({ contract }) => contract);
    },

    find: async (policyNumber, context) =>
      pick(
        await ask(lenderFindAnswer, context, { method: 'GET', path: contractPath(policyNumber) }),
        ({ contract }) => contract,
      ),

    cancel: async (policyNumber, context) =>
      pick(
        await ask(lenderCancelAnswer, context, {
          method: 'POST',
          path: `${contractPath(policyNumber)}/cancel`,
          body: {},
        }),
        () => undefined,
      ),
  };
}

interface Question extends Pick<JsonCall<unknown>, 'method' | 'body'> {
  readonly path: string;
}

function makeAsk({ origin, token, timeoutMs = defaultTimeoutMs }: HttpLenderOptions) {
  return <S extends TSchema>(
    answer: S,
    context: CallContext,
    { path, ...rest }: Question,
  ): Promise<Outcome<Static<S>>> =>
    callJson({
      ...rest,
      url: origin + path,
      token,
      headers: sandboxFaultHeader(context),
      timeoutMs,
      context,
      isAnswer: (body): body is Static<S> => Check(answer, body),
    });
}

function contractPath(policyNumber: string): string {
  return `/v1/contracts/${encodeURIComponent(policyNumber)}`;
}

function pick<A, T>(outcome: Outcome<A>, choose: (answer: A) => T): Outcome<T> {
  return outcome.kind === 'done' ? { kind: 'done', value: choose(outcome.value) } : outcome;
}

import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Lender } from '../../ports/lender.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { callJson, type JsonCall, sandboxFaultHeader } from '../call-json.ts';
import { cancelAnswer, contractAnswer, findAnswer, type Loan, ledgerAnswer, plansAnswer } from './answers.ts';

export interface SandboxLenderOptions {
  readonly origin: string;
  readonly token: string;
  readonly timeoutMs?: number;
}

/** The port, and the lender's records of a customer, which partners can read only in the sandbox. */
export interface SandboxLender extends Lender {
  readonly readLedger: (customerReference: string, context: CallContext) => Promise<Outcome<readonly Loan[]>>;
}

/** The lender answers in milliseconds; a partner's bind should not wait longer than this to be told to repeat it. */
const defaultTimeoutMs = 10_000;

export function makeSandboxLender(options: SandboxLenderOptions): SandboxLender {
  const ask = makeAsk(options);
  return {
    pricePlans: async (request, context) =>
      pick(
        await ask(plansAnswer, context, { method: 'POST', path: '/plans', body: request }),
        ({ options }) => options,
      ),

    createContract: async ({ policyNumber, ...body }, context) =>
      pick(
        await ask(contractAnswer, context, { method: 'PUT', path: contractPath(policyNumber), body }),
        ({ contract }) => contract,
      ),

    find: async (policyNumber, context) =>
      pick(
        await ask(findAnswer, context, { method: 'GET', path: contractPath(policyNumber) }),
        ({ contract }) => contract,
      ),

    cancel: async (policyNumber, context) =>
      pick(
        await ask(cancelAnswer, context, { method: 'POST', path: `${contractPath(policyNumber)}/cancel`, body: {} }),
        () => undefined,
      ),

    readLedger: async (customerReference, context) =>
      pick(
        await ask(ledgerAnswer, context, { method: 'GET', path: ledgerPath(customerReference) }),
        ({ loans }) => loans,
      ),
  };
}

interface Question extends Pick<JsonCall<unknown>, 'method' | 'body'> {
  readonly path: string;
}

function makeAsk({ origin, token, timeoutMs = defaultTimeoutMs }: SandboxLenderOptions) {
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
  return `/contracts/${encodeURIComponent(policyNumber)}`;
}

function ledgerPath(customerReference: string): string {
  return `/ledger?${new URLSearchParams({ customerReference })}`;
}

function pick<A, T>(outcome: Outcome<A>, choose: (answer: A) => T): Outcome<T> {
  return outcome.kind === 'done' ? { kind: 'done', value: choose(outcome.value) } : outcome;
}

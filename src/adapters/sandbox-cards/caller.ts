import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { callJson, sandboxFaultHeader } from '../call-json.ts';

/** Where the processor's merchant API is, and the merchant's token for it. */
export interface ProcessorAddress {
  readonly origin: string;
  readonly token: string;
  /** How long to wait for an answer. Set by tests of a timeout. */
  readonly timeoutMs?: number;
}

// A real processor's library waits 35 s, but the partner who waits for us repeats the call sooner than that.
const answerTimeoutMs = 20_000;

export interface Caller {
  readonly get: <T>(
    path: string,
    query: Readonly<Record<string, string>>,
    isAnswer: (body: unknown) => body is T,
    context: CallContext,
  ) => Promise<Outcome<T>>;
  readonly post: <T>(
    path: string,
    body: object,
    isAnswer: (body: unknown) => body is T,
    context: CallContext,
  ) => Promise<Outcome<T>>;
}

export function makeCaller({ origin, token, timeoutMs = answerTimeoutMs }: ProcessorAddress): Caller {
  return {
    get: (path, query, isAnswer, context) =>
      callJson({
        method: 'GET',
        url: `${origin}${path}?${new URLSearchParams(query)}`,
        token,
        timeoutMs,
        context,
        headers: sandboxFaultHeader(context),
        isAnswer,
      }),
    post: (path, body, isAnswer, context) =>
      callJson({
        method: 'POST',
        url: origin + path,
        token,
        body,
        timeoutMs,
        context,
        headers: sandboxFaultHeader(context),
        isAnswer,
      }),
  };
}

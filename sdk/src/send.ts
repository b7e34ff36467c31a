import type { SandboxFault } from './contract-types.ts';
import { operations } from './contract-types.ts';
import { emit, type OnEvent } from './events.ts';
import { type Limit, startLimit } from './limit.ts';
import { CancelledError, NoAnswerError, NorthbindError } from './northbind-error.ts';
import { isSafeToRepeat, okStatusOf } from './operation.ts';
import { type Asked, failureOf, readObject, unreadableAnswer } from './read-answer.ts';
import { factsOf, noteResponse } from './response.ts';

/** How the service is reached. */
export interface Transport {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly onEvent: OnEvent | undefined;
}

/** One call, sent once. */
export interface Outgoing extends Asked {
  readonly address: string;
  readonly attempt: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly sandboxFault?: SandboxFault | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Reads the body of a success. Until it is done, the call can time out. */
export type ReadBody<T> = (response: Response, limit: Limit) => Promise<T>;

/** Sends a call once and reads its answer. Throws a NorthbindError; for anything unclear a NoAnswerError. */
export async function send<T>(transport: Transport, outgoing: Outgoing, readBody: ReadBody<T>): Promise<T> {
  const { operation, requestId, attempt } = outgoing;
  const limit = startLimit(outgoing.timeoutMs, outgoing.signal);
  const startedAt = Date.now();
  const fact = { operation, requestId, attempt };
  const durationMs = (): number => Date.now() - startedAt;
  try {
    if (limit.signal.aborted) throw new Error('Cancelled before it was sent.');
    emit(transport.onEvent, { ...fact, type: 'sent' });
    const response = await transport.fetch(transport.baseUrl + outgoing.address, requestOf(outgoing, limit));
    const { status } = response;
    if (status !== okStatusOf(operation)) throw failureOf(outgoing, response, await response.text());
    const answer = await readBody(response, limit);
    emit(transport.onEvent, { ...fact, type: 'answered', status, durationMs: durationMs() });
    return noteResponse(answer, factsOf(response, requestId));
  } catch (error) {
    limit.end();
    const failure = error instanceof NorthbindError ? error : brokenOff(outgoing, limit, error);
    const { status, code } = failure;
    if (failure instanceof NoAnswerError || status === null)
      emit(transport.onEvent, { ...fact, type: 'unanswered', code, durationMs: durationMs() });
    else emit(transport.onEvent, { ...fact, type: 'answered', status, durationMs: durationMs() });
    throw failure;
  }
}

/** Reads a JSON object. Without all properties that the contract promises, it is the answer to another call. */
export function readJson<T>(asked: Asked): ReadBody<T> {
  const promised: readonly string[] = operations[asked.operation].answer;
  return async (response, limit) => {
    const body = readObject(await response.text());
    if (body === null || !promised.every((name) => name in body)) throw unreadableAnswer(asked, response.status);
    limit.end();
    return body as T;
  };
}

/** Reads nothing, of an answer without a body. */
export const readNothing: ReadBody<void> = async (_, limit) => limit.end();

function requestOf(outgoing: Outgoing, { signal }: Limit): RequestInit {
  const { operation, requestId, headers, body, sandboxFault } = outgoing;
  return {
    method: operations[operation].method,
    headers: {
      'x-request-id': requestId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(sandboxFault !== undefined && { 'sandbox-fault': sandboxFault }),
    },
    ...(body !== undefined && { body }),
    // Following a redirect would send credentials and bank details to any URL that the answer names.
    redirect: 'manual',
    signal,
  };
}

/**
 * `fetch` throws for no connection, a timeout, a truncated answer and the partner's cancellation. Only the name of the
 * cause is kept: a partner's own `fetch` may put the whole request into its errors.
 */
export function brokenOff(asked: Asked, limit: Limit, error: unknown): NorthbindError {
  const { operation, requestId, isKeyed = false } = asked;
  const facts = { operation, requestId, isKeyed };
  if (limit.isTimedOut()) return timedOut(facts);
  if (limit.signal.aborted) return cancelled(facts);
  const message = `The connection broke before the answer was there (${nameOf(error)}).`;
  return new NoAnswerError({ ...facts, code: 'ConnectionLost', message, retryable: isSafeToRepeat(facts) });
}

export function timedOut(asked: Asked): NoAnswerError {
  const message = 'No answer came in time.';
  return new NoAnswerError({ ...asked, code: 'TimedOut', message, retryable: isSafeToRepeat(asked) });
}

export function cancelled(asked: Asked): CancelledError {
  return new CancelledError({ ...asked, code: 'Cancelled', message: 'The call was cancelled by its AbortSignal.' });
}

function nameOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: { code?: unknown } };
  const named = [cause?.code, code, name].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one));
  return String(named ?? 'unknown cause');
}

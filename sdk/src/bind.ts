import type { BindState } from './bind-state.ts';
import type { Call, Caller } from './caller.ts';
import type { Policy } from './contract-types.ts';
import { type Limit, startLimit } from './limit.ts';
import {
  AmbiguousBindError,
  AuthenticationError,
  NoAnswerError,
  NoResultError,
  NorthbindError,
  RateLimitError,
  RefusedError,
  ServiceError,
} from './northbind-error.ts';
import { unreadableAnswer } from './read-answer.ts';
import { cancelled, type ReadBody, readJson, timedOut } from './send.ts';
import { waitBeforeNext } from './waiting.ts';

export interface Binding {
  readonly state: BindState;
  readonly call: Call;
  /** How long the bind is repeated before it is ambiguous. */
  readonly deadlineMs: number;
  /** Whether an earlier process may have sent it. */
  readonly mayHaveBeenSent: boolean;
}

/**
 * Sends the same bind until the service settles it: with a policy, or with a refusal that a repeat would not change. A
 * repeat never makes a second policy.
 *
 *   settled     200 with this application's policy; 422 that is not retryable
 *   repeated    no answer, an answer that can't be read, 5xx, 429, and every retryable 422 such as BindInProgress
 *   given up    the deadline, the partner's signal, and answers about something else (400, 401, 404)
 *
 * When it is given up while the outcome of an attempt is unknown, it throws an AmbiguousBindError with the state to
 * resume. In that case a refusal counts only if the service has checked whether the application is bound: see
 * `adviceAfter`.
 */
export async function bindUntilSettled(caller: Caller, binding: Binding): Promise<Policy> {
  const { state, call } = binding;
  const deadline = startLimit(binding.deadlineMs, call.options.signal);
  let isOpen = binding.mayHaveBeenSent;
  let unconfirmed: NorthbindError | null = null;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const result = await caller.once(call, attempt, readPolicy(call, state), deadline.signal).catch(asFailure);
      if (!(result instanceof NorthbindError)) return result;

      const isConfirmed = isSameRefusal(result, unconfirmed);
      // A refusal that does not come twice was the answer to another call, and the outcome of ours is unknown.
      isOpen ||= unconfirmed !== null && !isConfirmed;
      const isSettled: boolean = settles(result) && !(isOpen && adviceAfter(result) !== null);
      if (isSettled && (result.requestId === call.requestId || isConfirmed)) throw result;
      unconfirmed = isSettled ? result : null;
      isOpen ||= unconfirmed === null && leavesOpen(result);

      const waitMs = waitBeforeNext(attempt, result.retryAfterMs);
      const isLast = !mayRepeat(result, unconfirmed) || waitMs >= deadline.remainingMs();
      if (!isLast) await caller.pause(call, { attempt, waitMs, code: result.code }, deadline.signal);
      if (isLast || deadline.signal.aborted) {
        const last = deadline.signal.aborted ? endOf(deadline, call) : result;
        const isAmbiguous = isOpen || unconfirmed !== null;
        throw isAmbiguous ? new AmbiguousBindError(state, attempt, last, adviceAfter(last)) : last;
      }
    }
  } finally {
    deadline.end();
  }
}

/** A broken proxy can mix up answers, so a policy counts only for its own application. */
function readPolicy(call: Call, { request }: BindState): ReadBody<Policy> {
  const read = readJson<Policy>(call);
  return async (response, limit) => {
    const policy = await read(response, limit);
    // The service returns ids in lower case, however they were sent.
    const isOurs = String(policy.applicationId).toLowerCase() === request.applicationId.toLowerCase();
    if (policy.isValid && isOurs) return policy;
    throw unreadableAnswer(call, response.status);
  };
}

function settles(error: NorthbindError): boolean {
  return error instanceof RefusedError && error.operation === 'bind' && error.status === 422 && !error.retryable;
}

/**
 * Returns what to do about a refusal that says nothing about an earlier attempt; null for any other. The service checks
 * the form before it checks whether the application is bound, and a resumed bind has a newly entered bank account. With
 * other credentials, or at another URL, the application does not exist, bound or not.
 */
function adviceAfter({ operation, errors }: NorthbindError): string | null {
  if (operation !== 'bind' || errors.length === 0) return null;
  if (errors.every(({ field }) => /^financing\.bankAccount\b/.test(field)))
    return 'Correct the bank account and resume.';
  if (!errors.some(({ code }) => code === 'ApplicationNotFound')) return null;
  return 'Resume it with the credentials and at the base URL that it was sent with.';
}

/**
 * A refusal with another request id may be the answer to another call, or a proxy sets its own ids. When it comes
 * twice, it is ours.
 */
function isSameRefusal(one: NorthbindError, other: NorthbindError | null): boolean {
  return other !== null && JSON.stringify(one.errors) === JSON.stringify(other.errors);
}

function mayRepeat(error: NorthbindError, unconfirmed: NorthbindError | null): boolean {
  if (error === unconfirmed) return true;
  if (error instanceof RefusedError) return error.retryable;
  return error instanceof NoAnswerError || error instanceof ServiceError || error instanceof RateLimitError;
}

/** Whether the bind may have begun: not when only the token failed, nor when the service rejected the call unread. */
function leavesOpen(error: NorthbindError): boolean {
  const isTurnedAway =
    error instanceof RateLimitError || error instanceof AuthenticationError || error instanceof NoResultError;
  return error.operation === 'bind' && !isTurnedAway;
}

/** Why the deadline's signal fired. */
function endOf(deadline: Limit, call: Call): NorthbindError {
  return deadline.isTimedOut() ? timedOut(call) : cancelled(call);
}

function asFailure(error: unknown): NorthbindError {
  if (error instanceof NorthbindError) return error;
  throw error;
}

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
import { unreadable } from './read-answer.ts';
import { cancelled, type ReadBody, readJson, timedOut } from './send.ts';
import { waitBeforeNext } from './waiting.ts';

export interface Binding {
  readonly state: BindState;
  readonly call: Call;
  /** How long the bind is repeated before it is called ambiguous. */
  readonly deadlineMs: number;
  /** Whether it may have been sent before, by a process that is gone. */
  readonly mayHaveBeenSent: boolean;
}

/**
 * The one call that must not be left in doubt. The same bind is sent until the service settles it: with a policy, or
 * with a refusal that a repeat would not change. A repeat never makes a second policy.
 *
 *   settled     200 with this application's policy; 422 that is not retryable
 *   repeated    no answer, an answer that can't be read, 5xx, 429, and every retryable 422 such as BindInProgress
 *   given up    the deadline, the partner's signal, and answers about something else (400, 401, 404)
 *
 * Given up while some attempt is open, whose outcome nobody knows: the error says so, and carries what resumes it. Then
 * a refusal counts only when the service has looked whether the application is bound: see `adviceAfter`.
 */
export async function bindUntilSettled(caller: Caller, binding: Binding): Promise<Policy> {
  const { state, call } = binding;
  const deadline = startLimit(binding.deadlineMs, call.options.signal);
  let isOpen = binding.mayHaveBeenSent;
  let stranger: NorthbindError | null = null;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const result = await caller.once(call, attempt, readPolicy(call, state), deadline.signal).catch(asFailure);
      if (!(result instanceof NorthbindError)) return result;

      const isAskedTwice = isSameRefusal(result, stranger);
      // What was not repeated was the answer to another call, and nobody knows what became of ours.
      isOpen ||= stranger !== null && !isAskedTwice;
      const isSettled: boolean = settles(result) && !(isOpen && adviceAfter(result) !== null);
      if (isSettled && (result.requestId === call.requestId || isAskedTwice)) throw result;
      stranger = isSettled ? result : null;
      isOpen ||= stranger === null && leavesOpen(result);

      const waitMs = waitBeforeNext(attempt, result.retryAfterMs);
      const isLast = !mayRepeat(result, stranger) || waitMs >= deadline.remainingMs();
      if (!isLast) await caller.pause(call, { attempt, waitMs, code: result.code }, deadline.signal);
      if (isLast || deadline.signal.aborted) {
        const last = deadline.signal.aborted ? endOf(deadline, call) : result;
        const isAmbiguous = isOpen || stranger !== null;
        throw isAmbiguous ? new AmbiguousBindError(state, attempt, last, adviceAfter(last)) : last;
      }
    }
  } finally {
    deadline.end();
  }
}

/** A broken intermediary can hand one call the answer to another: a policy counts only for its own application. */
function readPolicy(call: Call, { request }: BindState): ReadBody<Policy> {
  const read = readJson<Policy>(call);
  return async (response, limit) => {
    const policy = await read(response, limit);
    // The service answers an id in lower case, however it was sent.
    const isOurs = String(policy.applicationId).toLowerCase() === request.applicationId.toLowerCase();
    if (policy.isValid && isOurs) return policy;
    throw unreadable(call, response.status);
  };
}

function settles(error: NorthbindError): boolean {
  return error instanceof RefusedError && error.operation === 'bind' && error.status === 422 && !error.retryable;
}

/**
 * What to do about a refusal that tells nothing of an earlier attempt; null when it tells. The service judges the form
 * before it looks whether the application is bound, and a resumed bind brings its bank account anew. To other
 * credentials, or at another address, the application does not exist, bound or not.
 */
function adviceAfter({ operation, errors }: NorthbindError): string | null {
  if (operation !== 'bind' || errors.length === 0) return null;
  if (errors.every(({ field }) => /^financing\.bankAccount\b/.test(field)))
    return 'Correct the bank account and resume.';
  if (!errors.some(({ code }) => code === 'ApplicationNotFound')) return null;
  return 'Resume it with the credentials and at the base URL that it was sent with.';
}

/**
 * A refusal under another request id may be the answer to another call, or an intermediary gives ids of its own. Asked
 * twice, it is ours.
 */
function isSameRefusal(one: NorthbindError, other: NorthbindError | null): boolean {
  return other !== null && JSON.stringify(one.errors) === JSON.stringify(other.errors);
}

function mayRepeat(error: NorthbindError, stranger: NorthbindError | null): boolean {
  if (error === stranger) return true;
  if (error instanceof RefusedError) return error.retryable;
  return error instanceof NoAnswerError || error instanceof ServiceError || error instanceof RateLimitError;
}

/**
 * Whether the bind may have begun. Not when only the token failed, nor when the service turned the call away unread.
 */
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

import { type ErrorItem, errorCodes } from './contract-types.ts';
import {
  AuthenticationError,
  type Failure,
  NoAnswerError,
  NoResultError,
  type NorthbindError,
  RateLimitError,
  RefusedError,
  ServiceError,
} from './northbind-error.ts';
import { isSafeToRepeat, type Repeatable } from './operation.ts';

/** The call that a failure names. */
export interface Asked extends Repeatable {
  readonly requestId: string;
}

/** Returns the body of a 200, or null when it is truncated or not the service's. */
export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Returns the error for a status that is no success. What the contract does not describe counts as no answer. */
export function failureOf(asked: Asked, response: Response, text: string): NorthbindError {
  const { status } = response;
  const errors = errorsIn(text);
  const first = errors[0];
  const failure: Failure = {
    operation: asked.operation,
    requestId: response.headers.get('x-request-id') ?? asked.requestId,
    status,
    errors,
    code: first?.code ?? 'AnswerUnreadable',
    message: errors.map(({ code, field, message }) => `${code}${field && ` (${field})`}: ${message}`).join(' '),
    retryable: errors.length > 0 && errors.every(({ code }) => isRetryable(code)),
    retryAfterMs: retryAfterMsOf(response),
  };
  const noToken = asked.operation === 'oauthToken' ? readObject(text) : null;
  if (status === 401 || (status === 400 && typeof noToken?.error === 'string')) {
    const message = `The service did not accept the credentials or the token${reasonIn(noToken)}.`;
    return new AuthenticationError({ ...failure, code: 'AuthenticationFailed', message });
  }
  if (status === 429) {
    const message = failure.message || 'RateLimitExceeded: too many requests.';
    return new RateLimitError({ ...failure, code: first?.code ?? 'RateLimitExceeded', message, retryable: true });
  }
  if (status === 400 && text === '') {
    return new NoResultError({ ...failure, code: 'NoResult', message: 'The service could not produce a result.' });
  }
  if (first === undefined) return unreadableAnswer(asked, status, failure.retryAfterMs);
  return status >= 500 ? new ServiceError(failure) : new RefusedError(failure);
}

/** A proxy has answered, or the answer is truncated. The service may have acted. */
export function unreadableAnswer(asked: Asked, status: number, retryAfterMs: number | null = null): NoAnswerError {
  return new NoAnswerError({
    ...asked,
    code: 'AnswerUnreadable',
    message: `What came back (HTTP ${status}) is not an answer of the service.`,
    status,
    retryable: isSafeToRepeat(asked),
    retryAfterMs,
  });
}

/** The error of RFC 6749 §5.2, such as invalid_scope, and what its description says to do. */
function reasonIn(body: Readonly<Record<string, unknown>> | null): string {
  const { error, error_description: description } = body ?? {};
  if (typeof error !== 'string' || !/^\w{1,60}$/.test(error)) return '';
  // The characters that RFC 6749 allows in it, so that it can be logged.
  const isText = typeof description === 'string' && /^[\x20-\x21\x23-\x5B\x5D-\x7E]{1,300}$/.test(description);
  return isText ? ` (${error}: ${description.replace(/\.$/, '')})` : ` (${error})`;
}

function errorsIn(text: string): readonly ErrorItem[] {
  const errors = readObject(text)?.errors;
  return Array.isArray(errors) && errors.every(isErrorItem) ? errors : [];
}

function isErrorItem(item: Partial<ErrorItem> | null): item is ErrorItem {
  return typeof item?.code === 'string' && typeof item.field === 'string' && typeof item.message === 'string';
}

/** A code that this package does not know is not retried. */
function isRetryable(code: string): boolean {
  return Object.hasOwn(errorCodes, code) && errorCodes[code as keyof typeof errorCodes].retryable;
}

function retryAfterMsOf({ headers }: Response): number | null {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : null;
}

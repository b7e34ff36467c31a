import type { BindState } from './bind-state.ts';
import { brand } from './brand.ts';
import type { ErrorCode, ErrorItem } from './contract-types.ts';

/**
 * A code of the contract, one of the SDK's own (below), or one that is newer than this package: keep a branch for it.
 */
export type FailureCode = ErrorCode | OwnCode | (string & {});

/** The SDK's codes, for failures without a code of the service. */
export type OwnCode =
  | 'AuthenticationFailed'
  | 'NoResult'
  | 'ConnectionLost'
  | 'TimedOut'
  | 'AnswerUnreadable'
  | 'Cancelled'
  | 'BindAmbiguous';

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** The operation of the contract that failed, such as `bind`; `authenticate` or `oauthToken` when it got no token. */
  readonly operation: string;
  readonly requestId: string;
  readonly status?: number;
  readonly errors?: readonly ErrorItem[];
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | null;
}

/**
 * The base class of every failure of a call. Match on the class or on `code`, never on the message. It contains nothing
 * of the request, so it can be logged.
 */
export class NorthbindError extends Error {
  declare readonly name: string;
  readonly code: FailureCode;
  /** Path of the request property that the first error is about, such as `applicant.emailAddress`; else empty. */
  readonly field: string;
  /** Whether the same call may be sent again unchanged and can then succeed. */
  readonly retryable: boolean;
  /** What to quote to the operator. */
  readonly requestId: string;
  readonly operation: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Everything that the service found wrong. */
  readonly errors: readonly ErrorItem[];
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | null;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.code = failure.code;
    this.errors = failure.errors ?? [];
    this.field = this.errors[0]?.field ?? '';
    this.retryable = failure.retryable ?? false;
    this.requestId = failure.requestId;
    this.operation = failure.operation;
    this.status = failure.status ?? null;
    this.retryAfterMs = failure.retryAfterMs ?? null;
  }

  toJSON(): object {
    const { name, code, field, message, retryable, requestId, operation, status, errors } = this;
    return { name, code, field, message, retryable, requestId, operation, status, errors };
  }
}

/** The service refused the call: see `code` and `field`. */
export class RefusedError extends NorthbindError {}

/** A credential is wrong, or the seller is disabled. The service does not say which. */
export class AuthenticationError extends NorthbindError {}

/** HTTP 400: no result could be produced, such as for a VIN that can't be resolved. */
export class NoResultError extends NorthbindError {}

/** The rate limit was exceeded, also in all retries. */
export class RateLimitError extends NorthbindError {}

/** HTTP 500: a fault of the service. Quote `requestId` to the operator. */
export class ServiceError extends NorthbindError {}

/** The connection broke, the call timed out, or the answer was not the service's. The service may have acted. */
export class NoAnswerError extends NorthbindError {}

/** Your `AbortSignal` ended the call. What was sent before may still be acted on. */
export class CancelledError extends NorthbindError {
  override readonly name: string = 'AbortError';
}

/**
 * It is not known whether the policy was made. Keep `state`, and call `resumeBind(state)` until it settles. A new quote
 * could make a second policy. `errors` about the bank account mean that it was refused before the service checked for a
 * policy: correct the account, then resume.
 */
export class AmbiguousBindError extends NorthbindError {
  /** A plain JSON value, without bank account details. */
  readonly state: BindState;
  readonly attempts: number;

  constructor(state: BindState, attempts: number, last: NorthbindError, advice: string | null) {
    const facts = `application ${state.request.applicationId}; after ${attempts} attempts, last: ${last.code}`;
    const message = `ambiguous: repeat this bind, never re-quote (${facts})${advice === null ? '' : `. ${advice}`}`;
    const { requestId, status, errors } = last;
    super(
      {
        code: 'BindAmbiguous',
        message,
        operation: 'bind',
        requestId,
        errors,
        retryable: true,
        ...(status !== null && { status }),
      },
      { cause: last },
    );
    this.state = state;
    this.attempts = attempts;
  }

  override toJSON(): object {
    return { ...super.toJSON(), state: this.state, attempts: this.attempts };
  }
}

const classes = {
  NorthbindError,
  RefusedError,
  AuthenticationError,
  NoResultError,
  RateLimitError,
  ServiceError,
  NoAnswerError,
  CancelledError,
  AmbiguousBindError,
};
for (const [name, type] of Object.entries(classes)) brand(type, name);

import { AmbiguousBindError, type ErrorItem, NorthbindError } from '@northbind/sdk';
import { errorPageOf } from './error-pages.ts';

/** What a tool returns when it fails. */
export interface ToolFailure {
  readonly code: string;
  readonly message: string;
  readonly whatToDo: string;
}

/** A refusal by a tool itself. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
  readonly failure: ToolFailure;

  constructor(failure: ToolFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** An error of the SDK contains nothing of the request. Of any other error only the kind is told. */
export function failureOf(error: unknown): ToolFailure & Readonly<Record<string, unknown>> {
  if (error instanceof ToolRefusal) return { ...error.failure };
  if (!(error instanceof NorthbindError)) {
    const { code = 'ToolFailed' } = error as NodeJS.ErrnoException;
    return { code, message: 'The tool failed.', whatToDo: 'Tell the person who runs this server.' };
  }
  const { retryable, requestId, errors } = error;
  const state = error instanceof AmbiguousBindError ? { applicationId: error.state.request.applicationId } : {};
  return { ...withAdvice(error), retryable, requestId, ...state, errors: errors.slice(0, faultsMax).map(withAdvice) };
}

const faultsMax = 20;

function withAdvice({ code, field, message, params }: ErrorItem) {
  const advice = errorPageOf(code)?.whatToDo ?? ownAdvice[code];
  return {
    code,
    field,
    message,
    ...(params !== undefined && { params }),
    whatToDo: advice ?? 'Tell the person who runs this server the code and the requestId.',
  };
}

/** The SDK's own codes have no page, so the advice stands here. */
const ownAdvice: Readonly<Record<string, string>> = {
  AuthenticationFailed: 'The person who runs this server must check its credentials in the environment.',
  NoResult: 'The VIN can’t be resolved to a vehicle. Ask the customer to check it.',
  ConnectionLost: 'The service can’t be reached. Try again in a minute.',
  TimedOut: 'The service did not answer in time. Try again in a minute.',
  AnswerUnreadable: 'Something between here and the service answered in its place. Try again in a minute.',
  BindAmbiguous:
    'There may be a policy. Send the same bind again, or finish_bind with this applicationId, until it is settled. Never quote anew.',
};

import { AmbiguousBindError, NorthbindError } from '@northbind/sdk';
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
  readonly code: string;
  readonly whatToDo: string;

  constructor({ code, message, whatToDo }: ToolFailure) {
    super(message);
    this.code = code;
    this.whatToDo = whatToDo;
  }
}

/** An error of the SDK contains nothing of the request. Of any other error only the kind is told. */
export function failureOf(error: unknown): ToolFailure & Readonly<Record<string, unknown>> {
  if (error instanceof ToolRefusal) {
    const { code, message, whatToDo } = error;
    return { code, message, whatToDo };
  }
  if (!(error instanceof NorthbindError)) {
    const { code = 'ToolFailed' } = error as NodeJS.ErrnoException;
    return { code, message: 'The tool failed.', whatToDo: 'Tell the person who runs this server.' };
  }
  const { code, message, field, retryable, requestId, errors } = error;
  const faults = errors.slice(0, faultsMax).map(({ code: one, field: at, message: text }) => ({
    code: one,
    field: at,
    message: text,
    whatToDo: whatToDo(one),
  }));
  const state = error instanceof AmbiguousBindError ? { applicationId: error.state.request.applicationId } : {};
  return { code, field, message, whatToDo: whatToDo(code), retryable, requestId, ...state, errors: faults };
}

const faultsMax = 20;

function whatToDo(code: string): string {
  return (
    errorPageOf(code)?.whatToDo ?? ownAdvice[code] ?? 'Tell the person who runs this server the code and the requestId.'
  );
}

/** For the SDK's own codes, which have no page. */
const ownAdvice: Readonly<Record<string, string>> = {
  AuthenticationFailed: 'The person who runs this server must check its credentials in the environment.',
  NoResult: 'The VIN can’t be resolved to a vehicle. Ask the customer to check it.',
  ConnectionLost: 'The service can’t be reached. Try again in a minute.',
  TimedOut: 'The service did not answer in time. Try again in a minute.',
  AnswerUnreadable: 'Something between here and the service answered in its place. Try again in a minute.',
  BindAmbiguous:
    'There may be a policy. Call finish_bind with this applicationId until it is settled. Never quote anew.',
};

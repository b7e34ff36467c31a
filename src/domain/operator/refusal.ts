/**
 * An expected "no" to an operator, with the sentence that says what to do. The console tells it in the operator's language
 * by its code; the command line prints the sentence.
 */
export interface OperatorRefusal {
  readonly kind: 'refused';
  readonly code: OperatorRefusalCode;
  /** Dotted path of the property that is meant; empty when the whole request is. */
  readonly field: string;
  /** What the sentence can't know: a number, a date, a line. Never a secret. */
  readonly details?: Readonly<Record<string, string>>;
}

export type OperatorRefusalCode = keyof typeof operatorRefusals;

export const operatorRefusals = {
  // access
  SignInFailed: 'Name, password or code is wrong.',
  CodeRequired: 'Enter the code of your authenticator.',
  CodeInvalid: 'The code is wrong or was used before. Enter the next one.',
  SignInLocked: 'Too many wrong tries. Wait a few minutes.',
  SignInRequired: 'Sign in first.',
  PasswordChangeRequired: 'Choose a password of your own first.',
  PasswordTooWeak: 'A password has 12 to 200 characters and is not a common one.',
  RoleNotEnough: 'Your role does not allow this. Ask an admin.',
  RequestForged: 'The request did not come from this console. Reload the page.',
  AccountNameTaken: 'There is an account of that name.',
  AccountIsLastAdmin: 'The last admin can not be disabled or demoted.',
  // every request
  RequestInvalid: 'The request has a property that is missing or malformed.',
  NotFound: 'There is nothing of that name.',
  ReasonRequired: 'Give a reason of at least 3 characters.',
  Busy: 'Too much at once. Try again in a moment.',
} as const;

export function refuseOperator(
  code: OperatorRefusalCode,
  field = '',
  details?: Readonly<Record<string, string>>,
): OperatorRefusal {
  return { kind: 'refused', code, field, ...(details && { details }) };
}

export function isOperatorRefusal(value: unknown): value is OperatorRefusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused' && 'code' in value;
}

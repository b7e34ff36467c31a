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
  TotpIsOn: 'The authenticator is on already. Turn it off first.',
  // correct
  CancellationDateOutOfRange: 'Cancel on a day from the one on which the policy was bound to its expiry.',
  CancellationFlatOnly: 'Before its effective date a policy is cancelled flat: no day of it is used.',
  PolicyAlreadyCancelled: 'The policy is cancelled already.',
  CancellationChanged: 'By now it comes to something else than what was shown. Look at it again.',
  ChargeUnderWay: 'The card is being charged right now. Try again in a few minutes.',
  ChargeNotOpen: 'The charge is done, stopped or settled already.',
  ChargeNotRefused: 'The charge was not refused: it is made on its day.',
  ChargeDateOutOfRange: 'Choose a day from tomorrow to 60 days ahead.',
  ReversalNotDue: 'It is given back or settled already.',
  ReversalUnderWay: 'It is being tried right now. Try again in a minute.',
  SettleReferenceRequired: 'Say where it can be found: the number of a transfer, or the processor’s reference.',
  MailUnderWay: 'The mail is on its way already.',
  EmailAddressInvalid: 'This is not an e-mail address.',
  EmailAddressUnchanged: 'The policy has this address already.',
  BindNotAbandoned: 'The bind is finished, or is being carried right now.',
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

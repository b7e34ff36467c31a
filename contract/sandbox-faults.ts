/** Failures that a partner can provoke in the sandbox with the header `Sandbox-Fault`. In production it is ignored. */
export const sandboxFaults = {
  CardPaymentUnavailable: 'the card processor can’t be reached',
  CardPaymentReplyLost: 'the charge is made but its reply is lost; the repeat reuses the charge',
  CardPaymentDeclined: 'the issuer refuses the charge',
  CardPaymentExpired: 'the authorization has lapsed',
  BindIncomplete: 'the bind stops before anything is charged',
  BindFailedAfterCardCapture: 'the policy fails after the charge, which is then reversed',
  FinancingUnavailable: 'the lender can’t be reached',
  FinancingDeclined: 'the lender refuses the plan',
  FinancingReplyLost: 'the loan is written but its reply is lost; the repeat finds the same loan',
  PolicyNumberInUseByLender: 'the lender already holds a loan under the policy number',
  BindFailedAfterFinancing: 'the policy fails after the loan, which is then reversed',
  SlowBind: 'the bind takes 3 seconds longer, so that a second one meets BindInProgress',
  DocumentErased: 'the document was erased with the personal data in it',
  InternalError: 'the service fails',
  ServiceUnavailable: 'the database can’t be reached',
  RateLimitExceeded: 'the rate limit is used up',
} as const satisfies Record<string, string>;

export type SandboxFault = keyof typeof sandboxFaults;

/** What can be provoked on any call that counts against the rate limit. */
export const faultsOfAnyCall = [
  'InternalError',
  'ServiceUnavailable',
  'RateLimitExceeded',
] as const satisfies readonly SandboxFault[];

export function isSandboxFault(name: string): name is SandboxFault {
  return Object.hasOwn(sandboxFaults, name);
}

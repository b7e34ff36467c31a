/** Failures that a partner can provoke in the sandbox with the header `Sandbox-Fault`. In production it is ignored. */
export const sandboxFaults = {
  CardPaymentUnavailable: 'the card processor can’t be reached',
  CardPaymentReplyLost: 'the charge or the refund is made but its reply is lost; the repeat finds it',
  CardChargeUnknown:
    'the charges that fall due are made, their replies are lost, and the processor answers no question about them until the clock is moved again, or set to the same day, without the fault',
  CardPaymentDeclined: 'the issuer refuses the charge',
  CardRefundDeclined: 'the issuer refuses the refund for good: the account of the card is closed',
  CardPaymentExpired: 'the authorization has lapsed',
  BindIncomplete: 'the bind stops before anything is charged',
  BindFailedAfterCardCapture: 'the policy fails after the charge, which is then reversed',
  FinancingUnavailable: 'the lender can’t be reached',
  FinancingDeclined: 'the lender refuses the plan',
  FinancingReplyLost: 'the loan is written or cancelled but the reply is lost; the repeat finds the same loan',
  PolicyNumberInUseByLender: 'the lender already holds a loan under the policy number',
  LenderOwesMore:
    'the lender takes 300.00 less for the loan than planned, if so much was to go to it: the customer is owed more',
  LenderOwesLess:
    'the lender takes 300.00 more for the loan than planned, as far as refund and loan allow: the customer is owed less',
  BindFailedAfterFinancing: 'the policy fails after the loan, which is then reversed',
  PolicyAlreadyCancelled: 'the operator has cancelled the policy just before',
  SlowBind: 'the bind takes 3 seconds longer, so that a second one meets BindInProgress',
  TestVinProductionDisabled: 'test VINs are refused, as in production',
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

/** What the refund to a card can meet. */
export const refundFaults = [
  'CardPaymentReplyLost',
  'CardPaymentUnavailable',
  'CardRefundDeclined',
] as const satisfies readonly SandboxFault[];

/** What the end of a cancelled policy's loan can meet. */
export const loanEndFaults = [
  'FinancingReplyLost',
  'FinancingUnavailable',
  'LenderOwesMore',
  'LenderOwesLess',
] as const satisfies readonly SandboxFault[];

const faultsByName = new Map(Object.keys(sandboxFaults).map((name) => [name.toLowerCase(), name as SandboxFault]));

/** Names match without regard to case, as all do on the wire. */
export function findSandboxFault(name: string): SandboxFault | null {
  return faultsByName.get(name.trim().toLowerCase()) ?? null;
}

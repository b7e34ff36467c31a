import type { TObject } from 'typebox';
import type { LenderPromise } from './promises.ts';
import {
  lenderCancelAnswer,
  lenderCancelRequest,
  lenderContractAnswer,
  lenderContractRequest,
  lenderFindAnswer,
  lenderPlanRequest,
  lenderPlansAnswer,
} from './schemas.ts';

/** A call that Northbind makes to a lender. */
export interface LenderOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** It follows the lender's address. */
  readonly path: '/v1/plans' | '/v1/contracts/{policyNumber}' | '/v1/contracts/{policyNumber}/cancel';
  readonly summary: string;
  readonly description: string;
  readonly promises: readonly LenderPromise[];
  readonly body: TObject | null;
  readonly answer: TObject;
}

/** The protocol between Northbind and a lender, in the order of a sale. */
export const lenderOperations = [
  {
    id: 'pricePlans',
    method: 'POST',
    path: '/v1/plans',
    summary: 'Price the loans on offer',
    description:
      'What the customer could choose from. May be repeated at will. A refusal is told to the partner as declined; without an answer the partner is told to try again.',
    promises: ['planAddsUp', 'aprIsOfRealDates', 'annualRateIsOfRealDates', 'plansWriteNothing'],
    body: lenderPlanRequest,
    answer: lenderPlansAnswer,
  },
  {
    id: 'createContract',
    method: 'PUT',
    path: '/v1/contracts/{policyNumber}',
    summary: 'Write a loan under a policy number',
    description:
      'Sent while a policy is bound. A policy number has at most one contract, and `attemptKey` says whose it is: a repeat has the same key and gets the contract that is there, before any rule is applied again. 200 means that the loan is written and stays written; only a cancel ends it. Without an answer Northbind looks the contract up, and repeats the call or cancels the number.',
    promises: [
      'contractHasFiguresOfPlan',
      'sameAttemptIsOneContract',
      'sameAttemptAtOnceIsOneContract',
      'otherAttemptIsRefused',
      'otherAttemptsAtOnceAreOneContract',
      'termNotOfferedIsRefused',
      'malformedIsRefused',
      'abandonedCallIsSettled',
      'wrongKeyDoesNothing',
    ],
    body: lenderContractRequest,
    answer: lenderContractAnswer,
  },
  {
    id: 'findContract',
    method: 'GET',
    path: '/v1/contracts/{policyNumber}',
    summary: 'Look a contract up',
    description:
      'Asked whenever the outcome of another call is unknown, also days later. It tells what is committed: a contract that was answered once is found ever after, also after a restart and by every instance of the lender, and a cancelled one with what its cancel was answered. A policy is cancelled for an installment that was not paid only while the lender says `InDefault` here. May be repeated at will.',
    promises: ['noneIsFoundAsNull', 'numberIsTakenLiterally'],
    body: null,
    answer: lenderFindAnswer,
  },
  {
    id: 'cancelContract',
    method: 'POST',
    path: '/v1/contracts/{policyNumber}/cancel',
    summary: 'Cancel the contract and close its number',
    description:
      'Sent when no policy was issued after all, without a `refund`, and when a policy is cancelled, with what is given back for it and the day on which the loan ends: the first day without cover or, where everything is given back as if there had been no policy, the day on which that is done. Until that day the loan runs. The refund goes to the loan first: to what is owed on that day of the advance, which is the total less the down payment; fee and interest are between lender and customer. The answer says how much that is, and Northbind owes it to the lender; the rest is the customer’s. It also says what the lender collected in installments before that day, and what it gives back to the customer itself. 200 means that the loan is over by that day and that nothing will be lent under the number. May be repeated at will, and is repeated until it is answered; a repeat, whatever it carries, is answered as the first one was.',
    promises: [
      'refundGoesToLoanFirst',
      'loanGetsNoMoreThanOwed',
      'cancelWithoutRefundPaysNothing',
      'cancelSaysWhatWasCollected',
      'rescissionGivesAllBack',
      'cancelIsAnsweredOnce',
      'cancelIsRepeatable',
      'cancelledStaysCancelled',
      'cancelClosesNumber',
      'cancelAndCreateLeaveNothingActive',
    ],
    body: lenderCancelRequest,
    answer: lenderCancelAnswer,
  },
] as const satisfies readonly LenderOperation[];

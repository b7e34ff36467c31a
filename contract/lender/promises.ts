/**
 * What a lender promises by speaking the protocol, in one sentence each. They are published with the operation they
 * belong to, and `northbind lender-check` checks every one of them.
 */
export const lenderPromises = {
  planAddsUp:
    'A plan adds up: the total less the down payment, plus fee and finance charge, is the total payable, and its APR is from 0 to 35 percent.',
  aprIsOfRealDates:
    'The APR is that of the real dates, within 1/8 of a point: the advance on the effective date, the days to the first installment as 1/365 of a year each, then months of 1/12.',
  annualRateIsOfRealDates:
    'The annual interest rate is that of the same dates, within 1/8 of a point: at it the installments repay what is lent and the fee.',
  plansWriteNothing: 'Pricing plans writes nothing.',
  contractHasFiguresOfPlan:
    'A contract has the figures of the plan that was offered for the same terms, and is found as it was answered.',
  sameAttemptIsOneContract: 'The same attempt again gets the same contract, and nothing more is lent.',
  sameAttemptAtOnceIsOneContract: 'Ten requests of one attempt at the same time write one contract.',
  otherAttemptIsRefused:
    'Another attempt under a policy number that has a contract is refused as `policy number in use`, and the contract stays as it is.',
  otherAttemptsAtOnceAreOneContract:
    'Of ten attempts at the same time under one policy number one is written, and nine are refused as `policy number in use`.',
  termNotOfferedIsRefused:
    'A loan term that was not offered is refused as `loan term not offered`; nothing is written, and a good request under the number is still accepted.',
  malformedIsRefused: 'A malformed request is refused with 4xx and a reason, and writes nothing.',
  abandonedCallIsSettled:
    'A call whose caller hung up was carried out or not: a look-up says which, and the repeat gets one and the same contract.',
  noneIsFoundAsNull: 'A policy number without a contract is found as null with status 200, not as 404.',
  numberIsTakenLiterally:
    'A policy number is one text, whatever characters are in it: the path is percent-decoded once.',
  refundGoesToLoanFirst: 'A refund goes to the loan first: all of it, while it is no more than what is owed.',
  loanGetsNoMoreThanOwed:
    'The loan gets no more than what is owed of the advance: before the first installment all of it, the total less the down payment.',
  cancelWithoutRefundPaysNothing:
    'Nothing goes to a loan that is cancelled without a refund, nor to a number without a contract.',
  cancelSaysWhatWasCollected:
    'What was collected in installments and what is owed on the day cover the advance and are no more than the total payable; before the first installment nothing was collected, and no more is given back than was collected.',
  rescissionGivesAllBack:
    'Of the loan of a policy that is rescinded or cancelled from its start the lender gives back what it collected in interest and fee: what is owed, and what was collected and not given back, are the advance.',
  cancelIsAnsweredOnce:
    'A repeated cancel is answered as the first one was, also with another refund, with none, or at the same time.',
  cancelIsRepeatable:
    'A cancelled contract stays on record as cancelled, with what its cancel was answered, and cancelling it again succeeds.',
  cancelledStaysCancelled: 'Nothing is written under the number of a cancelled contract, by whatever attempt.',
  cancelClosesNumber:
    'A number that was cancelled before anything was written under it stays closed, however late a request arrives.',
  cancelAndCreateLeaveNothingActive: 'A cancel and a create at the same time never leave an active contract.',
  wrongKeyDoesNothing: 'A call with a wrong key is answered with 401 or 403 and does nothing.',
} as const satisfies Readonly<Record<string, string>>;

export type LenderPromise = keyof typeof lenderPromises;

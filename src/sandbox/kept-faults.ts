import { loanEndFaults, refundFaults, type SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { CardFaults } from '../adapters/sandbox-cards/card-faults.ts';
import type { makeLoanFaults } from '../adapters/sandbox-lender/loan-faults.ts';
import type { ApplicationId } from '../domain/ids.ts';
import { Unavailable } from '../domain/unavailable.ts';
import type { Outcome } from '../ports/outcome.ts';

export interface SandboxFaultParts {
  readonly cardFaults: CardFaults;
  readonly keepLoanFault: ReturnType<typeof makeLoanFaults>;
}

interface Sold {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string;
}

/**
 * Has the parties keep a fault that the refund or the loan's cancellation of a policy is to meet, once: jobs make both,
 * and the fault is met whichever job is first. Null, or a fault of something else: none is kept.
 */
export async function keepRefundFault(
  { cardFaults, keepLoanFault }: SandboxFaultParts,
  { applicationId, policyNumber }: Sold,
  fault: SandboxFault | null,
  requestId: string,
): Promise<void> {
  const context = { requestId, fault: null };
  const ofCards = fault !== null && ofRefund.has(fault) ? fault : null;
  const ofLender = fault !== null && ofLoanEnd.has(fault) ? fault : null;
  assertKept(await cardFaults.keepRefundFault(applicationId, ofCards, context));
  assertKept(await keepLoanFault(policyNumber, ofLender, context));
}

const ofRefund: ReadonlySet<SandboxFault> = new Set(refundFaults);
const ofLoanEnd: ReadonlySet<SandboxFault> = new Set(loanEndFaults);

export function assertKept(outcome: Outcome<unknown>): void {
  if (outcome.kind !== 'done') throw new Unavailable(`A party of the sandbox could not be reached: ${outcome.kind}.`);
}

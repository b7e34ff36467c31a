import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { sandboxLoans } from '@northbind/contract/sandbox-loans.ts';
import type { makeLoanStanding } from '../adapters/sandbox-lender/loan-standing.ts';
import { type Seller, todayOf } from '../domain/partner/seller.ts';
import { type RefusalCode, refusal } from '../domain/refusal.ts';
import { lookUpPolicy } from '../flows/policy/look-up-policies.ts';
import type { Database } from '../store/database.ts';
import { assertKept } from './kept-faults.ts';

export interface SandboxLoansParts {
  readonly database: Database;
  readonly setLoanStanding: ReturnType<typeof makeLoanStanding>;
}

export interface Asked extends BodyOf<typeof sandboxLoans> {
  readonly requestId: string;
  readonly now: Date;
}

/** Tells the lender how the loan of a seller's policy stands, by the seller's own clock. */
export async function setLoanState(parts: SandboxLoansParts, seller: Seller, asked: Asked) {
  const { state, requestId, now } = asked;
  const found = await lookUpPolicy(parts, { kind: 'seller', seller }, now, asked.policyNumber);
  if (found === null) return refuse('PolicyNotFound');
  const inDefaultSince = state === 'InDefault' ? todayOf(seller, now) : null;
  const { policyNumber } = found.view.policy;
  const told = await parts.setLoanStanding(policyNumber, inDefaultSince, { requestId, fault: null });
  if (told.kind === 'refused') return refuse('LoanNotRunning');
  assertKept(told);
  const value: AnswerOf<typeof sandboxLoans> = { isValid: true, errors: [] };
  return { kind: 'ok', value } as const;
}

function refuse(code: RefusalCode) {
  return { kind: 'refused', refusals: [refusal(code, 'policyNumber')] } as const;
}

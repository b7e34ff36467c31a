import { policyNumberInUse } from '@northbind/contract/lender/schemas.ts';
import type { Contract, ContractRequest } from '../../ports/lender.ts';
import type { Tx } from '../../store/database.ts';
import { findContract, insertContract, isClosed, lockNumber } from './contract-records.ts';
import { type Judgement, judgeContractRequest } from './judge-request.ts';

/**
 * Writes a contract under a policy number, once. A contract on record is returned before any rule or fault: a repeat
 * must not get "declined" for a loan that exists.
 */
export async function writeContract(tx: Tx, { request, isDeclined, now }: WriteRequest): Promise<Judgement<Contract>> {
  await lockNumber(tx, { policyNumber: request.policyNumber });
  const before = await findContract(tx, request.policyNumber);
  if (before !== null) return answerFromRecord(before, request.attemptKey);
  if (await isClosed(tx, { policyNumber: request.policyNumber })) return { ok: false, reason: 'contract cancelled' };
  if (isDeclined) return { ok: false, reason: 'declined' };
  const plan = judgeContractRequest(request);
  if (!plan.ok) return plan;
  await insertContract(tx, { request, plan: plan.value, now });
  // This request's, or that of a concurrent one that was faster.
  const written = await findContract(tx, request.policyNumber);
  return answerFromRecord(written!, request.attemptKey);
}

export interface WriteRequest {
  readonly request: ContractRequest;
  /** The sandbox was asked to decline. */
  readonly isDeclined: boolean;
  readonly now: Date;
}

/**
 * Writes another broker's contract under the number, so that a look-up finds a foreign attempt key. It belongs to no
 * application, so no ledger shows it. A number that has a contract keeps it.
 */
export async function writeForeignContract(tx: Tx, { request, now }: Omit<WriteRequest, 'isDeclined'>): Promise<void> {
  const plan = judgeContractRequest(request);
  if (!plan.ok) return;
  const bankAccount = { ...request.bankAccount, accountNumber: '1234567' };
  const foreign = { ...request, bankAccount, attemptKey: 'another-broker', customerReference: 'another-broker' };
  await insertContract(tx, { request: foreign, plan: plan.value, now });
}

/** A cancelled contract is not returned as written, even to its own attempt: no money is lent under it. */
function answerFromRecord(contract: Contract, attemptKey: string): Judgement<Contract> {
  if (contract.attemptKey !== attemptKey) return { ok: false, reason: policyNumberInUse };
  if (contract.status === 'Cancelled') return { ok: false, reason: 'contract cancelled' };
  return { ok: true, value: contract };
}

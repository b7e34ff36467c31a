import { dateIn } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type ErasureVerdict, judgeErasure } from '../../domain/person/judge-erasure.ts';
import { readPersonKey } from '../../domain/person/person-key.ts';
import { recordViews } from '../../store/audit/operator-act.ts';
import { findSalesOf, type PersonSale } from '../../store/person/person.ts';
import type { Parts } from '../parts.ts';

export type PersonParts = Parts<'database' | 'clock' | 'retention'>;

/** A sale of the person, and what of it may be erased today. */
export interface FoundSale extends PersonSale {
  readonly verdict: ErasureVerdict;
}

/** More sales than one person has: then the address is a dealer's. */
export const salesMax = 100;

/**
 * Returns the sales with this e-mail address, telephone number or policy number; the operator sees whose they are and
 * chooses. Who looked is recorded.
 */
export async function findPerson(
  { database, clock, retention }: PersonParts,
  actor: Actor,
  typed: string,
): Promise<readonly FoundSale[] | OperatorRefusal> {
  const key = readPersonKey(typed);
  if (key === null) return refuseOperator('PersonKeyInvalid', 'search');
  const sales = await findSalesOf(database, key, salesMax);
  await recordViews(database, actor, sales);
  const today = dateIn('ON', clock());
  return sales.map((sale) => ({ ...sale, verdict: judgeErasure(sale, today, retention.policyYears) }));
}

import { addDays, endOfDay, type PlainDate } from '../domain/calendar/calendar.ts';
import type { PolicyView } from '../domain/policy/policy-view.ts';
import { type Refused, refusal, refused } from '../domain/refusal.ts';
import type { Seller } from '../domain/seller.ts';
import { isPolicyOf, listPolicies, type PolicyFilter, readPolicy } from '../store/policy-view.ts';
import { listCursor } from './list-cursor.ts';
import type { Parts } from './parts.ts';

export type PolicyLookUpParts = Parts<'database'>;

/** Returns null if the policy does not exist or belongs to another seller. */
export function lookUpPolicy(
  { database }: PolicyLookUpParts,
  seller: Seller,
  today: PlainDate,
  policyNumber: string,
): Promise<PolicyView | null> {
  return readPolicy(database, seller.id, policyNumber.trim().toUpperCase(), today);
}

export type PolicySearch = Omit<PolicyFilter, 'after' | 'boundWithin'> & { readonly cursor: string | null };

export type PolicyPage =
  | { readonly kind: 'page'; readonly policies: readonly PolicyView[]; readonly nextCursor: string | null }
  | Refused;

/** Returns a page of the seller's policies, newest first. */
export async function lookUpPolicies(
  { database }: PolicyLookUpParts,
  seller: Seller,
  today: PlainDate,
  search: PolicySearch,
): Promise<PolicyPage> {
  const { cursor, limit, ...filters } = search;
  const cursors = listCursor(seller.id, filters);
  const after = cursor === null ? null : cursors.read(cursor);
  if (cursor !== null && (after === null || !(await isPolicyOf(database, seller.id, after))))
    return refused(refusal('CursorInvalid', 'cursor'));
  const read = await listPolicies(database, seller.id, today, {
    ...filters,
    limit,
    after,
    boundWithin: boundWithin(seller, search),
  });
  const policies = read.slice(0, limit);
  const nextCursor = read.length > limit ? cursors.write(policies.at(-1)!.policy.policyNumber) : null;
  return { kind: 'page', policies, nextCursor };
}

/** With the sandbox's test clock, the seller's day of the bind is not that of the real clock. */
function boundWithin({ province, todayFloor }: Seller, search: PolicySearch): PolicyFilter['boundWithin'] {
  if (todayFloor !== null) return null;
  return {
    since: search.boundFrom === null ? null : endOfDay(addDays(search.boundFrom, -1), province),
    until: search.boundTo === null ? null : endOfDay(addDays(search.boundTo, unfinishedDaysMax), province),
  };
}

/** A bind has the day on which it was begun, and may be finished after midnight or after a long outage of a party. */
const unfinishedDaysMax = 7;

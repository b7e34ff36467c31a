import { addDays, type PlainDate } from '../../domain/calendar.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import type { PolicyView } from '../../domain/policy/policy-view.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import { isPolicyOf, listPolicies, type PolicyFilter, readPolicy } from '../../store/policy/policy-view.ts';
import { listCursor } from '../call/list-cursor.ts';
import { daysOf, endsOfDay, hasTestClock, ownerWithin, type Reach, reachId } from '../call/reach.ts';
import type { Parts } from '../parts.ts';

export type PolicyLookUpParts = Parts<'database'>;
export type PolicyListParts = Parts<'database' | 'reads'>;

/** Returns null if the policy does not exist or is out of reach. */
export async function lookUpPolicy(
  parts: PolicyLookUpParts,
  reach: Reach,
  now: Date,
  given: string,
): Promise<{ readonly view: PolicyView; readonly today: PlainDate } | null> {
  const policyNumber = given.trim().toUpperCase();
  const seller = await ownerWithin(parts, reach, 'policy', policyNumber);
  const today = todayOf(seller, now);
  const view = await readPolicy(parts.database, seller.id, policyNumber, today);
  return view && { view, today };
}

export type PolicySearch = Omit<PolicyFilter, 'after' | 'boundWithin'> & { readonly cursor: string | null };

export type PolicyPage =
  | { readonly kind: 'page'; readonly policies: readonly PolicyView[]; readonly nextCursor: string | null }
  | Refused;

/** Returns a page of the policies within reach, newest first. */
export async function lookUpPolicies(
  { database, reads }: PolicyListParts,
  reach: Reach,
  now: Date,
  search: PolicySearch,
): Promise<PolicyPage> {
  const { cursor, limit, ...filters } = search;
  const cursors = listCursor(reachId(reach), filters);
  const after = cursor === null ? null : cursors.read(cursor);
  const sellers = daysOf(reach, now);
  const ids = sellers.map(({ sellerId }) => sellerId);
  if (cursor !== null && (after === null || !(await isPolicyOf(database, { sellerIds: ids, policyNumber: after }))))
    return refused(refusal('CursorInvalid', 'cursor'));
  const read = await listPolicies(reads, sellers, {
    ...filters,
    limit,
    after,
    boundWithin: boundWithin(reach, search),
  });
  const policies = read.slice(0, limit);
  const nextCursor = read.length > limit ? cursors.write(policies.at(-1)!.policy.policyNumber) : null;
  return { kind: 'page', policies, nextCursor };
}

function boundWithin(reach: Reach, { boundFrom, boundTo }: PolicySearch): PolicyFilter['boundWithin'] {
  if (hasTestClock(reach)) return null;
  return {
    since: boundFrom === null ? null : endsOfDay(reach, addDays(boundFrom, -1)).first,
    until: boundTo === null ? null : endsOfDay(reach, addDays(boundTo, unfinishedDaysMax)).last,
  };
}

/**
 * A bind has the day on which it was begun, and may be finished after midnight or after a long outage of a party. What is
 * finished later is looked for by an index of its own.
 */
const unfinishedDaysMax = 7;

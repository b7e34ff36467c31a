import { addDays } from '../../domain/calendar.ts';
import { parseUuid } from '../../domain/ids.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import {
  type ApplicationFilter,
  type ListedApplication,
  listApplications,
} from '../../store/quote/application-list.ts';
import { listCursor } from '../call/list-cursor.ts';
import { endsOfDay, hasTestClock, type Reach, reachId, sellersIn } from '../call/reach.ts';
import type { Parts } from '../parts.ts';

export type ListApplicationsParts = Parts<'reads'>;

export type ApplicationSearch = Omit<ApplicationFilter, 'after' | 'storedBefore'> & { readonly cursor: string | null };

export type ApplicationPage =
  | { readonly kind: 'page'; readonly applications: readonly ListedApplication[]; readonly nextCursor: string | null }
  | Refused;

/** Returns a page of the applications within reach, the latest first. */
export async function pageOfApplications(
  { reads }: ListApplicationsParts,
  reach: Reach,
  now: Date,
  search: ApplicationSearch,
): Promise<ApplicationPage> {
  const { cursor, limit, ...filters } = search;
  const cursors = listCursor(reachId(reach), filters);
  const after = cursor === null ? null : parseUuid(cursors.read(cursor) ?? '');
  if (cursor !== null && after === null) return refused(refusal('CursorInvalid', 'cursor'));
  const read = await listApplications(
    reads,
    sellersIn(reach).map(({ id }) => id),
    { ...filters, limit, after, storedBefore: storedBefore(reach, now, search) },
  );
  const applications = read.slice(0, limit);
  return {
    kind: 'page',
    applications,
    nextCursor: read.length > limit ? cursors.write(applications.at(-1)!.id) : null,
  };
}

/** One day of slack, since clocks differ. Null if that is still ahead: there is nothing to skip then. */
function storedBefore(reach: Reach, now: Date, { quotedTo }: ApplicationSearch): Date | null {
  if (quotedTo === null || hasTestClock(reach)) return null;
  const until = endsOfDay(reach, addDays(quotedTo, 1)).last;
  return until < now ? until : null;
}

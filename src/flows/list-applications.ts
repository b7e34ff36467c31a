import { parseUuid } from '../domain/ids.ts';
import { type Refused, refusal, refused } from '../domain/refusal.ts';
import type { Seller } from '../domain/seller.ts';
import { type ApplicationFilter, type ListedApplication, listApplications } from '../store/application-list.ts';
import { listCursor } from './list-cursor.ts';
import type { Parts } from './parts.ts';

export type ListApplicationsParts = Parts<'database'>;

export type ApplicationSearch = Omit<ApplicationFilter, 'after'> & { readonly cursor: string | null };

export type ApplicationPage =
  | { readonly kind: 'page'; readonly applications: readonly ListedApplication[]; readonly nextCursor: string | null }
  | Refused;

/** Returns a page of the seller's applications, the latest first. */
export async function pageOfApplications(
  { database }: ListApplicationsParts,
  seller: Seller,
  search: ApplicationSearch,
): Promise<ApplicationPage> {
  const { cursor, limit, ...filters } = search;
  const cursors = listCursor(seller.id, filters);
  const after = cursor === null ? null : parseUuid(cursors.read(cursor) ?? '');
  if (cursor !== null && after === null) return refused(refusal('CursorInvalid', 'cursor'));
  const read = await listApplications(database, seller.id, { ...filters, limit, after });
  const applications = read.slice(0, limit);
  return {
    kind: 'page',
    applications,
    nextCursor: read.length > limit ? cursors.write(applications.at(-1)!.id) : null,
  };
}

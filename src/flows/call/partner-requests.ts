import { addDays, endOfDay } from '../../domain/calendar.ts';
import { parseUuid } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import {
  insertRequests,
  type ListedRequest,
  listRequests,
  type PartnerRequest,
  type RequestFilter,
  type RequestsOf,
  removeOldRequests,
} from '../../store/call/partner-request.ts';
import type { AnsweredCall } from '../dashboard/answer-counter.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { listCursor } from './list-cursor.ts';
import { type Reach, reachId, sellersIn } from './reach.ts';

/**
 * Collects sellers' calls in memory and writes them every few seconds, so that no call waits for it. A crash loses
 * those of these seconds.
 */
export interface RequestRecorder {
  readonly observe: (answered: AnsweredCall & { readonly requestId: string }) => void;
  readonly flush: () => Promise<void>;
}

/** A limit on memory, and on what is lost: calls beyond it before the next write are left out. */
const waitingMax = 20_000;
const keptDays = 7;
const removedMax = 10_000;

export function makeRequestRecorder({ database, clock }: Parts<'database' | 'clock'>): RequestRecorder {
  let waiting: PartnerRequest[] = [];
  return {
    observe: ({ sellerId, requestId, operation, status, codes, durationMs }) => {
      if (sellerId === null || waiting.length >= waitingMax) return;
      const measured = { status, codes, durationMs: Math.round(durationMs) };
      waiting.push({ id: newId(), sellerId, requestId, at: clock(), operation, ...measured });
    },
    flush: async () => {
      const full = waiting;
      waiting = [];
      if (full.length === 0) return;
      try {
        await insertRequests(database, full);
      } catch (error) {
        waiting = [...full, ...waiting].slice(0, waitingMax);
        throw error;
      }
      await removeOldRequests(database, { keptDays, countMax: removedMax });
    },
  };
}

export type PartnerRequestParts = Parts<'reads'>;

export interface RequestSearch extends Omit<RequestFilter, 'after'> {
  /** Days of the seller's or times, both included. */
  readonly from: string | null;
  readonly to: string | null;
  readonly cursor: string | null;
}

export interface ToldRequest extends Omit<ListedRequest, 'id' | 'sellerId'> {
  /** The seller is named by its username. */
  readonly seller: string;
}

export type RequestPage =
  | { readonly kind: 'page'; readonly requests: readonly ToldRequest[]; readonly nextCursor: string | null }
  | Refused;

/** Returns a page of the calls of the sellers within reach, newest first. */
export async function pageOfRequests(
  { reads }: PartnerRequestParts,
  reach: Reach,
  search: RequestSearch,
): Promise<RequestPage> {
  const { cursor, limit, ...filters } = search;
  const cursors = listCursor(reachId(reach), filters);
  const after = cursor === null ? null : parseUuid(cursors.read(cursor) ?? '');
  if (cursor !== null && after === null) return refused(refusal('CursorInvalid', 'cursor'));
  const { from, to, ...others } = filters;
  const sellers = sellersIn(reach);
  const timesOf = ({ id, province }: Seller): RequestsOf => ({
    sellerId: id,
    since: from === null ? null : (timeIn(from) ?? endOfDay(addDays(from, -1), province)),
    until: to === null ? null : (timeIn(to, 1) ?? endOfDay(to, province)),
  });
  const { rows, stoppedAt } = await listRequests(reads, sellers.map(timesOf), { ...others, after, limit });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)!.id : stoppedAt;
  const usernames = new Map(sellers.map(({ id, username }) => [id, username]));
  const requests = shown.map(({ id: _, sellerId, ...request }) => ({ ...request, seller: usernames.get(sellerId)! }));
  return { kind: 'page', requests, nextCursor: last && cursors.write(last) };
}

/** Null: it is a day. */
function timeIn(text: string, plusMs = 0): Date | null {
  return text.includes('T') || text.includes('t') ? new Date(Date.parse(text) + plusMs) : null;
}

import { parseUuid } from '../domain/ids.ts';
import type { EventType } from '../domain/policy/policy-event.ts';
import { type Refusal, refusal } from '../domain/refusal.ts';
import type { Seller } from '../domain/seller.ts';
import { lastEventBefore, placeOfEvent, readFeed } from '../store/event.ts';
import { type PublishEventsParts, publishEvents } from './publish-events.ts';

export interface FeedRequest {
  /** The id of the last event that the reader knows; null from the beginning. */
  readonly after: string | null;
  readonly types: readonly EventType[] | null;
  readonly limit: number;
}

/** Returns the seller's events after the one given, oldest first. */
export async function followEvents(
  parts: PublishEventsParts,
  seller: Seller,
  { after, types, limit }: FeedRequest,
): Promise<readonly object[] | Refusal> {
  const id = after === null ? null : parseUuid(after.trim());
  const place = after === null ? '0' : id && (await placeOfEvent(parts.database, seller.id, id));
  if (place === null) {
    const last = id && (await lastEventBefore(parts.database, seller.id, id));
    return refusal('AfterInvalid', 'after', last === null ? undefined : { last });
  }
  await publishEvents(parts);
  return readFeed(parts.database, seller.id, { after: place, types, limit });
}

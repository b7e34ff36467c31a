import type { EventType } from '../../domain/event/policy-event.ts';
import { parseUuid } from '../../domain/ids.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { lastEventBefore, placeOfEvent, readFeed, withSequence } from '../../store/event/event.ts';
import { type Reach, sellersIn } from '../call/reach.ts';
import { type PublishEventsParts, publishEvents } from './publish-events.ts';

export interface FeedRequest {
  /** The id of the last event that the reader knows; null from the beginning. */
  readonly after: string | null;
  readonly types: readonly EventType[] | null;
  readonly limit: number;
}

/** Returns the events within reach after the one given, oldest first. */
export async function followEvents(
  parts: PublishEventsParts,
  reach: Reach,
  { after, types, limit }: FeedRequest,
): Promise<readonly object[] | Refusal> {
  const sellers = sellersIn(reach);
  const ids = sellers.map(({ id }) => id);
  const id = after === null ? null : parseUuid(after.trim());
  const place = after === null ? '0' : id && (await placeOfEvent(parts.database, { sellerIds: ids, id }));
  if (place === null) {
    const last = id && (await lastEventBefore(parts.database, { sellerIds: ids, id }));
    return refusal('AfterInvalid', 'after', last === null ? undefined : { last });
  }
  await publishEvents(parts);
  const found = await readFeed(parts.database, ids, { after: place, types, limit });
  return found.map(withSequence);
}

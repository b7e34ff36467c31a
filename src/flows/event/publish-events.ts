import { type Tx, transact } from '../../store/database.ts';
import { hasUnpublished, lockPublication, publish, readUnpublished } from '../../store/event/event.ts';
import { fanOut } from '../../store/event/webhook.ts';
import type { Parts } from '../parts.ts';

export type PublishEventsParts = Parts<'database'>;

const batchMax = 200;

/**
 * Publishes the events that wait, one instance at a time: places in the feed then become visible in their order. Also
 * run before a feed is read, so that whoever has just bound finds the event. Returns how many it published.
 */
export async function publishEvents(parts: PublishEventsParts, signal?: AbortSignal): Promise<number> {
  let published = 0;
  while (!signal?.aborted && (await hasUnpublished(parts.database))) {
    const count = await transact(parts.database, publishBatch);
    published += count;
    if (count < batchMax) break;
  }
  return published;
}

async function publishBatch(tx: Tx): Promise<number> {
  await lockPublication(tx);
  const ids = await readUnpublished(tx, { countMax: batchMax });
  await publish(tx, { ids });
  await fanOut(tx, { eventIds: ids });
  return ids.length;
}

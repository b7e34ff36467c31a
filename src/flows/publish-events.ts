import type { PolicyView } from '../domain/policy/policy-view.ts';
import { todayOf } from '../domain/seller.ts';
import { type Tx, transact } from '../store/database.ts';
import { hasUnpublished, lockPublication, publish, readUnpublished, type UnpublishedEvent } from '../store/event.ts';
import { readPoliciesOn } from '../store/policy-view.ts';
import { fanOut } from '../store/webhook.ts';
import type { Parts } from './parts.ts';

export type PublishEventsParts = Parts<'database' | 'clock' | 'writeEventData'>;

const batchMax = 200;

/**
 * Publishes the events that wait, one instance at a time: places in the feed then become visible in their order. Also
 * run before a feed is read, so that whoever has just bound finds the event. Returns how many it published.
 */
export async function publishEvents(parts: PublishEventsParts, signal?: AbortSignal): Promise<number> {
  let published = 0;
  while (!signal?.aborted && (await hasUnpublished(parts.database))) {
    const count = await transact(parts.database, (tx) => publishBatch(parts, tx));
    published += count;
    if (count < batchMax) break;
  }
  return published;
}

async function publishBatch(parts: PublishEventsParts, tx: Tx): Promise<number> {
  await lockPublication(tx);
  const events = await readUnpublished(tx, batchMax);
  const now = parts.clock();
  const todays = new Map(events.map(({ policyNumber, seller }) => [policyNumber, todayOf(seller, now)]));
  const wanted = Array.from(todays, ([policyNumber, today]) => ({ policyNumber, today }));
  const policies = await readPoliciesOn(tx, wanted);
  const written = events.map((event) => ({
    id: event.id,
    body: event.body ?? writeEvent(event, policies.get(event.policyNumber)!, parts),
  }));
  await publish(tx, written);
  const ids = events.map(({ id }) => id);
  await fanOut(tx, ids);
  return events.length;
}

/** Writes an event as partners get it. */
export function writeEvent(
  event: Omit<UnpublishedEvent, 'seller' | 'sellerId' | 'body'>,
  view: PolicyView,
  { writeEventData }: Pick<PublishEventsParts, 'writeEventData'>,
): object {
  const { id, type, createdAt, policyNumber, applicationId, facts } = event;
  return {
    id,
    type,
    createdAt,
    policyNumber,
    applicationId,
    partnerReference: view.policy.inputs.partnerReference ?? null,
    data: { ...writeEventData(view), ...facts },
  };
}

import type { EventType } from '../../domain/event/policy-event.ts';
import type { ApplicationId, EventId } from '../../domain/ids.ts';
import { isTwinSql } from '../partner/twin.ts';
import { read, write } from '../statement.ts';

/** What partners hear, written with its fact. Publication gives it its place in the feed, and no more. */
export interface NewEvent {
  readonly id: EventId;
  readonly type: EventType;
  readonly sellerId: string;
  readonly applicationId: ApplicationId;
  readonly policyNumber: string;
  /** Written as RFC 3339 has it. */
  readonly createdAt: string;
  /** What partners get. */
  readonly body: object;
}

/** All of SQL. `source` has one row, with seller_id, application_id and policy_number. */
interface EventSql {
  readonly source: string;
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly body: string;
}

/** Writes an event as a part of a statement. */
export function insertEventSql({ source, id, type, createdAt, body }: EventSql): string {
  return `INSERT INTO event (id, type, seller_id, application_id, policy_number, created_at, body)
     SELECT ${id}, ${type}, seller_id, application_id, policy_number, ${createdAt}, ${body}
     FROM ${source}`;
}

export const insertEvent = write.runs<[event: NewEvent]>(
  'insert_event',
  `INSERT INTO event (id, type, seller_id, application_id, policy_number, created_at, body)
   VALUES (:id, :type, :sellerId, :applicationId, :policyNumber, :createdAt, :body)`,
  (event) => ({ ...event, body: JSON.stringify(event.body) }),
);

/** An event that has its place in the feed. */
export interface PublishedEvent {
  readonly place: string;
  readonly body: object;
}

/** Returns an event as partners read it: with its place as its sequence, since places grow. */
export function withSequence({ place, body }: PublishedEvent): object {
  return { sequence: Number(place), ...body };
}

/** Null until it is published. */
export const readPublished = read.firstRow<PublishedEvent, [{ readonly id: string }]>(
  'read_published_event',
  'SELECT place, body FROM event WHERE id = :id AND place IS NOT NULL',
);

/** Returns whether any event waits. Needs no lock. */
export const hasUnpublished = read.findsRow('find_unpublished_event', 'SELECT FROM event WHERE place IS NULL LIMIT 1');

// Arbitrary, but unique among the advisory locks of this database.
const publicationLock = 710_526_010;

/**
 * Waits until no other instance publishes. The lock ends with the transaction. An instance that is frozen in the middle
 * of it loses its session, and with it the lock: readers of the feed wait for it, and its statements follow each other
 * within milliseconds.
 */
export const lockPublication = write.runs(
  'lock_publication',
  `SELECT set_config('idle_in_transaction_session_timeout', :frozenAfter, true), pg_advisory_xact_lock(:publicationLock)`,
  () => ({ publicationLock, frozenAfter }),
);

/** Longer than a pause of the garbage collector, and short for a partner that reads the feed. */
const frozenAfter = '2s';

export const readUnpublished = read.allValues<string, [{ readonly countMax: number }]>(
  'read_unpublished_events',
  'SELECT id FROM event WHERE place IS NULL ORDER BY turn LIMIT :countMax',
);

/** Gives the events their places, in the order of the list. The subquery draws the places in order. */
export const publish = write.runs<[{ readonly ids: readonly string[] }]>(
  'publish_events',
  `UPDATE event SET place = published.place
   FROM (
     SELECT id, nextval('event_place_seq') AS place
     FROM unnest(:ids::uuid[]) WITH ORDINALITY AS one (id, turn)
     ORDER BY turn
   ) AS published
   WHERE event.id = published.id AND event.place IS NULL`,
);

/**
 * Returns the event's place in the feed; null if these sellers have no such event. An event that a reset of the sandbox
 * took away keeps its place, so that whoever has read as far goes on from there.
 */
export const placeOfEvent = read.firstValue<string, [{ readonly sellerIds: readonly string[]; readonly id: string }]>(
  'find_event_place',
  `SELECT event.place
   FROM event
   WHERE event.id = :id AND event.place IS NOT NULL
     AND (event.seller_id = ANY (:sellerIds::uuid[])
          OR EXISTS (SELECT FROM seller JOIN seller AS twin ON ${isTwinSql}
                     WHERE seller.id = ANY (:sellerIds::uuid[]) AND twin.id = event.seller_id))`,
);

/**
 * Returns these sellers' last event before an id that is not in the feed. Ids begin with their time: after a restore to
 * an earlier point, it is the last one that a reader of the lost event knows.
 */
export const lastEventBefore = read.firstValue<
  string,
  [{ readonly sellerIds: readonly string[]; readonly id: string }]
>(
  'find_event_before',
  `SELECT id
   FROM event
   WHERE seller_id = ANY (:sellerIds::uuid[]) AND place IS NOT NULL AND id < :id
   ORDER BY place DESC
   LIMIT 1`,
);

/** Returns the sellers' events after a place, oldest first: each seller's by its index, and of these the oldest. */
export const readFeed = read.allRows<
  PublishedEvent,
  [
    sellerIds: readonly string[],
    page: { readonly after: string; readonly types: readonly EventType[] | null; readonly limit: number },
  ]
>(
  'read_feed',
  `SELECT event.place, event.body
   FROM unnest(:sellerIds::uuid[]) AS each (seller_id)
   CROSS JOIN LATERAL (
     SELECT event.place, event.body
     FROM event
     WHERE event.seller_id = each.seller_id AND event.place > :after AND (:types::text[] IS NULL OR event.type = ANY (:types))
     ORDER BY event.place
     LIMIT :limit
   ) AS event
   ORDER BY event.place
   LIMIT :limit`,
  (sellerIds, { after, types, limit }) => ({ sellerIds, after, types, limit }),
);

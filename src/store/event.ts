import type { ApplicationId } from '../domain/ids.ts';
import type { EventType } from '../domain/policy/policy-event.ts';
import type { Seller } from '../domain/seller.ts';
import { allRows, allValues, findsRow, firstValue, runs } from './statement.ts';

/** An event that was written with its fact and waits for its place in the feed. */
export interface UnpublishedEvent {
  readonly id: string;
  readonly type: EventType;
  readonly sellerId: string;
  readonly seller: Pick<Seller, 'province' | 'todayFloor'>;
  readonly applicationId: ApplicationId;
  readonly policyNumber: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  /** Only a sample event has it before it is published. */
  readonly body: object | null;
}

/** Writes a sample event of the sandbox. All others are written with their fact, by a trigger. */
export const insertEvent = runs(
  'insert_event',
  `INSERT INTO event (id, type, seller_id, application_id, policy_number, facts, body)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  (event: Omit<UnpublishedEvent, 'seller' | 'createdAt' | 'body'> & { readonly body: object }) => {
    const { id, type, sellerId, applicationId, policyNumber, facts, body } = event;
    return [id, type, sellerId, applicationId, policyNumber, JSON.stringify(facts), JSON.stringify(body)];
  },
);

export const readEventBody = firstValue<object, [id: string]>(
  'read_event_body',
  'SELECT body FROM event WHERE id = $1',
);

/** Returns whether any event waits. Needs no lock. */
export const hasUnpublished = findsRow('find_unpublished_event', 'SELECT FROM event WHERE place IS NULL LIMIT 1');

// Arbitrary, but unique among the advisory locks of this database.
const publicationLock = 710_526_010;

/** Waits until no other instance publishes. The lock ends with the transaction. */
export const lockPublication = runs('lock_publication', 'SELECT pg_advisory_xact_lock($1)', () => [publicationLock]);

export const readUnpublished = allRows<UnpublishedEvent, [countMax: number]>(
  'read_unpublished_events',
  `SELECT event.id, event.type, event.seller_id AS "sellerId", event.application_id AS "applicationId",
          event.policy_number AS "policyNumber", event.facts, event.body, rfc3339(event.created_at) AS "createdAt",
          json_build_object('province', seller.province, 'todayFloor', seller.today_floor) AS seller
   FROM event
   JOIN seller ON seller.id = event.seller_id
   WHERE event.place IS NULL
   ORDER BY event.id
   LIMIT $1`,
);

/**
 * Gives the events their places, in the order of the list, and their bodies. The subquery draws the places in order.
 */
export const publish = runs(
  'publish_events',
  `UPDATE event SET place = published.place, body = published.body
   FROM (
     SELECT id, body, nextval('event_place_seq') AS place
     FROM unnest($1::uuid[], $2::json[]) WITH ORDINALITY AS one (id, body, turn)
     ORDER BY turn
   ) AS published
   WHERE event.id = published.id AND event.place IS NULL`,
  (events: readonly { readonly id: string; readonly body: object }[]) => [
    events.map(({ id }) => id),
    events.map(({ body }) => JSON.stringify(body)),
  ],
);

/** Returns the event's place in the seller's feed; null if the seller has no such event. */
export const placeOfEvent = firstValue<string, [sellerId: string, id: string]>(
  'find_event_place',
  'SELECT place FROM event WHERE id = $2 AND seller_id = $1 AND place IS NOT NULL',
);

/**
 * Returns the seller's last event before an id that is not in the feed. Ids begin with their time: after a restore to
 * an earlier point, it is the last one that a reader of the lost event knows.
 */
export const lastEventBefore = firstValue<string, [sellerId: string, id: string]>(
  'find_event_before',
  `SELECT id
   FROM event
   WHERE seller_id = $1 AND place IS NOT NULL AND id < $2
   ORDER BY place DESC
   LIMIT 1`,
);

/** Returns the bodies of the seller's events after a place, oldest first. */
export const readFeed = allValues<
  object,
  [
    sellerId: string,
    page: { readonly after: string; readonly types: readonly EventType[] | null; readonly limit: number },
  ]
>(
  'read_feed',
  `SELECT body
   FROM event
   WHERE seller_id = $1 AND place > $2 AND ($3::text[] IS NULL OR type = ANY ($3))
   ORDER BY place
   LIMIT $4`,
  (sellerId, { after, types, limit }) => [sellerId, after, types, limit],
);

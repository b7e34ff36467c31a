import type { ApplicationId } from '../domain/ids.ts';
import type { EventType } from '../domain/policy/policy-event.ts';
import type { Seller } from '../domain/seller.ts';
import { statement, type Tx } from './database.ts';

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
export async function insertEvent(
  tx: Tx,
  event: Omit<UnpublishedEvent, 'seller' | 'createdAt' | 'body'> & { readonly body: object },
): Promise<void> {
  const { id, type, sellerId, applicationId, policyNumber, facts, body } = event;
  await tx.query(insert(id, type, sellerId, applicationId, policyNumber, JSON.stringify(facts), JSON.stringify(body)));
}

export async function readEventBody(tx: Tx, id: string): Promise<object | null> {
  const { rows } = await tx.query<{ body: object }>(readBody(id));
  return rows[0]?.body ?? null;
}

/** Returns whether any event waits. Needs no lock. */
export async function hasUnpublished(tx: Tx): Promise<boolean> {
  return (await tx.query(find())).rowCount === 1;
}

/** Waits until no other instance publishes. The lock ends with the transaction. */
export async function lockPublication(tx: Tx): Promise<void> {
  await tx.query(lock(publicationLock));
}

export async function readUnpublished(tx: Tx, countMax: number): Promise<readonly UnpublishedEvent[]> {
  return (await tx.query<UnpublishedEvent>(readWaiting(countMax))).rows;
}

/** Gives the events their places, in the order of the list, and their bodies. */
export async function publish(
  tx: Tx,
  events: readonly { readonly id: string; readonly body: object }[],
): Promise<void> {
  await tx.query(
    setPlaces(
      events.map(({ id }) => id),
      events.map(({ body }) => JSON.stringify(body)),
    ),
  );
}

/** Returns the event's place in the seller's feed; null if the seller has no such event. */
export async function placeOfEvent(tx: Tx, sellerId: string, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ place: string }>(findPlace(id, sellerId));
  return rows[0]?.place ?? null;
}

/** Returns the bodies of the seller's events after a place, oldest first. */
export async function readFeed(
  tx: Tx,
  sellerId: string,
  {
    after,
    types,
    limit,
  }: { readonly after: string; readonly types: readonly EventType[] | null; readonly limit: number },
): Promise<readonly object[]> {
  const { rows } = await tx.query<{ body: object }>(read(sellerId, after, types, limit));
  return rows.map(({ body }) => body);
}

// Arbitrary, but unique among the advisory locks of this database.
const publicationLock = 710_526_010;

const insert = statement(
  'insert_event',
  `INSERT INTO event (id, type, seller_id, application_id, policy_number, facts, body)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

const readBody = statement('read_event_body', 'SELECT body FROM event WHERE id = $1');

const find = statement('find_unpublished_event', 'SELECT FROM event WHERE place IS NULL LIMIT 1');

const lock = statement('lock_publication', 'SELECT pg_advisory_xact_lock($1)');

const readWaiting = statement(
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

// The subquery draws the places in order.
const setPlaces = statement(
  'publish_events',
  `UPDATE event SET place = told.place, body = told.body
   FROM (
     SELECT id, body, nextval('event_place_seq') AS place
     FROM unnest($1::uuid[], $2::json[]) WITH ORDINALITY AS one (id, body, turn)
     ORDER BY turn
   ) AS told
   WHERE event.id = told.id AND event.place IS NULL`,
);

const findPlace = statement(
  'find_event_place',
  'SELECT place FROM event WHERE id = $1 AND seller_id = $2 AND place IS NOT NULL',
);

const read = statement(
  'read_feed',
  `SELECT body
   FROM event
   WHERE seller_id = $1 AND place > $2 AND ($3::text[] IS NULL OR type = ANY ($3))
   ORDER BY place
   LIMIT $4`,
);

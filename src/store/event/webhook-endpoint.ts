import type { SellerName } from '../../domain/list/sale-rows.ts';
import type { Tx } from '../database.ts';
import { firstIdAt } from '../first-id-at.ts';
import type { AskedPage } from '../list/filter.ts';
import { readPage } from '../list/listing.ts';
import { read, write } from '../statement.ts';
import { actsForSql, deliveryColumnsSql, type WebhookDelivery, type WebhookEndpoint } from './webhook.ts';

/** An endpoint as the operator sees it. */
export interface EndpointRecord extends WebhookEndpoint {
  readonly integration: SellerName;
  /** The seller or OAuth client that made it; neither: it is the operator's, for all sellers of the integration. */
  readonly seller: SellerName | null;
  readonly oauthClient: SellerName | null;
  /** When the deliveries began to fail; null while they succeed. */
  readonly failingSince: string | null;
  readonly lastCause: string | null;
  readonly previousSecretUntil: string | null;
  readonly createdAt: string;
}

const selectSql = `
  SELECT webhook_endpoint.id, webhook_endpoint.url, webhook_endpoint.types, webhook_endpoint.description,
         webhook_endpoint.is_disabled AS "isDisabled", rfc3339(webhook_endpoint.failing_since) AS "failingSince",
         webhook_endpoint.last_error AS "lastCause", rfc3339(webhook_endpoint.previous_secret_until) AS "previousSecretUntil",
         rfc3339(webhook_endpoint.created_at) AS "createdAt",
         json_build_object('id', integration.id, 'name', integration.name) AS integration,
         CASE WHEN seller.id IS NOT NULL THEN json_build_object('id', seller.id, 'name', seller.name) END AS seller,
         CASE WHEN oauth_client.id IS NOT NULL THEN json_build_object('id', oauth_client.id, 'name', oauth_client.name) END AS "oauthClient"
  FROM webhook_endpoint
  LEFT JOIN seller ON seller.id = webhook_endpoint.seller_id
  LEFT JOIN oauth_client ON oauth_client.id = webhook_endpoint.oauth_client_id
  JOIN integration ON integration.id = coalesce(webhook_endpoint.integration_id, seller.integration_id, oauth_client.integration_id)`;

export const readEndpointRecord = read.firstRow<EndpointRecord, [{ readonly id: string }]>(
  'read_endpoint_record',
  `${selectSql} WHERE webhook_endpoint.id = :id`,
);

/** Returns a page of an integration's endpoints: the operator's and its sellers'. */
export function listEndpointRecords(tx: Tx, integrationId: string, { cursor, limit }: AskedPage) {
  const text = `${selectSql}
     WHERE integration.id = :integrationId AND (:cursor::uuid IS NULL OR webhook_endpoint.id > :cursor)
     ORDER BY webhook_endpoint.id
     LIMIT :rowsMax`;
  const values = { integrationId, cursor, rowsMax: limit + 1 };
  return readPage<EndpointRecord>(tx, { text, values, limit, cursorOf: ({ id }) => id });
}

export interface DeliveryRecord extends WebhookDelivery {
  readonly policyNumber: string | null;
  readonly lastCause: string | null;
}

/** Returns a page of an endpoint's deliveries, newest first. */
export function listDeliveryRecords(tx: Tx, endpointId: string, { cursor, limit }: AskedPage) {
  const text = `
    SELECT ${deliveryColumnsSql}, last_error AS "lastCause",
           (SELECT policy_number FROM event WHERE event.id = webhook_delivery.event_id) AS "policyNumber"
    FROM webhook_delivery
    WHERE endpoint_id = :endpointId AND (:cursor::uuid IS NULL OR id < :cursor)
    ORDER BY webhook_delivery.id DESC
    LIMIT :rowsMax`;
  const values = { endpointId, cursor, rowsMax: limit + 1 };
  return readPage<DeliveryRecord>(tx, { text, values, limit, cursorOf: ({ id }) => id });
}

/** `until` is not included; null: to the last. */
interface ReplayRange {
  readonly since: Date;
  readonly until: Date | null;
  readonly countMax: number;
}

// An event is found by its id where it was made about then: its time is that of the transaction, which is not later.
const wantedSql = `
  FROM webhook_endpoint
  LEFT JOIN oauth_client ON oauth_client.id = webhook_endpoint.oauth_client_id
  JOIN seller ON seller.id = webhook_endpoint.seller_id OR seller.integration_id = webhook_endpoint.integration_id
    OR (${actsForSql})
  JOIN event ON event.seller_id = seller.id
  WHERE webhook_endpoint.id = :endpointId AND event.place IS NOT NULL AND event.created_at >= :since AND event.id >= :firstId
    AND (webhook_endpoint.types = '{}' OR event.type = ANY (webhook_endpoint.types))`;

/** An event's id is of its instance's clock, which may be this much behind PostgreSQL's. */
const behindMsMax = 60_000;
const firstIdSince = (since: Date): string => firstIdAt(new Date(since.getTime() - behindMsMax));

/** Returns the time of the endpoint's event after this many; null if there are no more. */
export const timeAfterEvents = read.firstValue<
  string,
  [endpointId: string, range: { readonly since: Date; readonly count: number }]
>(
  null,
  `SELECT rfc3339(event.created_at) ${wantedSql} ORDER BY event.created_at OFFSET :count LIMIT 1`,
  (endpointId, { since, count }) => ({ endpointId, since, firstId: firstIdSince(since), count }),
);

// Deliveries are sent in the order in which they are due.
const inTurnSql = `now() - interval '1 second' + wanted.turn * interval '1 microsecond'`;

/**
 * Makes every event of the time due at the endpoint, in their order, whatever became of it; also those for which there
 * is no delivery, because the endpoint was disabled or not there yet. Returns how many; more than `countMax`: nothing
 * was changed.
 */
export async function replayRange(tx: Tx, endpointId: string, range: ReplayRange): Promise<number> {
  await lockReplay(tx, { endpointId });
  return makeDue(tx, endpointId, range);
}

/** One replay at a time at an endpoint: two would each add the deliveries that are missing. */
const lockReplay = write.runs<[{ readonly endpointId: string }]>(
  'lock_webhook_replay',
  'SELECT pg_advisory_xact_lock(hashtextextended(:endpointId::text, 0))',
);

const makeDue = write.onlyValue<number, [endpointId: string, range: ReplayRange]>(
  null,
  `WITH wanted AS MATERIALIZED (
     SELECT event.id, event.type, row_number() OVER (ORDER BY event.place) AS turn
     FROM (
       SELECT event.id, event.type, event.place
       ${wantedSql} AND event.created_at < coalesce(:until::timestamptz, 'infinity')
       LIMIT :countMax + 1
     ) AS event
   ), counted AS (
     SELECT count(*)::int AS count FROM wanted
   ), again AS (
     UPDATE webhook_delivery
     SET due_at = ${inTurnSql}, delivered_at = NULL, attempts = 0
     FROM wanted, counted
     WHERE webhook_delivery.endpoint_id = :endpointId AND webhook_delivery.event_id = wanted.id AND counted.count <= :countMax
     RETURNING webhook_delivery.event_id
   ), added AS (
     INSERT INTO webhook_delivery (endpoint_id, event_id, type, due_at)
     SELECT :endpointId, wanted.id, wanted.type, ${inTurnSql}
     FROM wanted, counted
     WHERE counted.count <= :countMax
       AND NOT EXISTS (SELECT FROM webhook_delivery WHERE endpoint_id = :endpointId AND event_id = wanted.id)
     ORDER BY wanted.turn
   ), due AS (
     UPDATE webhook_endpoint SET due_at = now() FROM counted WHERE id = :endpointId AND counted.count BETWEEN 1 AND :countMax
   )
   SELECT count FROM counted`,
  (endpointId, { since, until, countMax }) => ({ endpointId, since, firstId: firstIdSince(since), until, countMax }),
);

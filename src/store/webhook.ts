import type { EventType } from '../domain/policy/policy-event.ts';
import { statement, type Tx } from './database.ts';
import { defineWork, heldBy, type TakenWork } from './work.ts';

/** Where the events of a seller are sent, or those of all sellers of an integration. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly EventType[];
  readonly description: string | null;
  readonly isDisabled: boolean;
}

export type WebhookEndpointChange = Partial<Omit<WebhookEndpoint, 'id'>>;

export interface WebhookDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly lastAttemptAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly isDelivered: boolean;
}

/** Who acts on an endpoint: the seller whose it must be; null: the operator, on any. */
export type EndpointActor = string | null;

export type EndpointOwner = { readonly sellerId: string } | { readonly integrationId: string };

/** An endpoint with deliveries that are due, taken by this run. Secrets are encrypted. */
export interface TakenEndpoint extends TakenWork {
  readonly url: string;
  readonly secret: Buffer;
  /** Null once its overlap has ended. */
  readonly previousSecret: Buffer | null;
  /** As it was when taken. */
  readonly dueAt: string;
  /** For how long no delivery has succeeded; 0 while they do. */
  readonly failingSeconds: number;
  /** The seller's name, or the integration's. */
  readonly ownerName: string;
}

export const webhookWork = defineWork<TakenEndpoint>({
  table: 'webhook_endpoint',
  key: 'id',
  facts: `webhook_endpoint.url, webhook_endpoint.secret, webhook_endpoint.due_at::text AS "dueAt",
          coalesce(extract(epoch FROM now() - webhook_endpoint.failing_since), 0)::float8 AS "failingSeconds",
          coalesce((SELECT name FROM seller WHERE id = webhook_endpoint.seller_id),
                   (SELECT name FROM integration WHERE id = webhook_endpoint.integration_id)) AS "ownerName",
          CASE WHEN webhook_endpoint.previous_secret_until > now() THEN webhook_endpoint.previous_secret END AS "previousSecret"`,
  only: { where: 'NOT webhook_endpoint.is_disabled' },
});

/** Locks the owner's endpoints against a concurrent creation and returns how many there are. */
export async function countEndpoints(tx: Tx, owner: EndpointOwner): Promise<number> {
  const [sellerId, integrationId] = columnsOf(owner);
  await tx.query(sellerId === null ? lockIntegration(integrationId) : lockSeller(sellerId));
  return (await tx.query<{ count: number }>(count(sellerId, integrationId))).rows[0]!.count;
}

function columnsOf(owner: EndpointOwner): readonly [sellerId: string | null, integrationId: string | null] {
  return 'sellerId' in owner ? [owner.sellerId, null] : [null, owner.integrationId];
}

export async function insertEndpoint(
  tx: Tx,
  owner: EndpointOwner,
  { url, types, description, secret }: Omit<WebhookEndpoint, 'id' | 'isDisabled'> & { readonly secret: Buffer },
): Promise<WebhookEndpoint> {
  return (await tx.query<WebhookEndpoint>(insert(...columnsOf(owner), url, types, description, secret))).rows[0]!;
}

export async function listEndpoints(tx: Tx, sellerId: string): Promise<readonly WebhookEndpoint[]> {
  return (await tx.query<WebhookEndpoint>(list(sellerId))).rows;
}

/** The functions below return null or false if the actor has no such endpoint. */
export async function readEndpoint(tx: Tx, actor: EndpointActor, id: string): Promise<WebhookEndpoint | null> {
  return (await tx.query<WebhookEndpoint>(read(id, actor))).rows[0] ?? null;
}

export async function changeEndpoint(
  tx: Tx,
  actor: EndpointActor,
  id: string,
  { url, types, description, isDisabled }: WebhookEndpointChange,
): Promise<WebhookEndpoint | null> {
  const { rows } = await tx.query<WebhookEndpoint>(
    change(id, actor, url ?? null, types ?? null, description ?? null, isDisabled ?? null),
  );
  return rows[0] ?? null;
}

export async function deleteEndpoint(tx: Tx, actor: EndpointActor, id: string): Promise<boolean> {
  return (await tx.query(remove(id, actor))).rowCount === 1;
}

/** Both secrets sign until the overlap ends. */
export async function rotateSecret(
  tx: Tx,
  actor: EndpointActor,
  id: string,
  secret: Buffer,
  overlapSeconds: number,
): Promise<WebhookEndpoint | null> {
  return (await tx.query<WebhookEndpoint>(rotate(id, actor, secret, overlapSeconds))).rows[0] ?? null;
}

/** Writes a delivery for each enabled endpoint that wants one of these events. Call it when they are published. */
export async function fanOut(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await tx.query(fanOutEvents(eventIds));
}

/** Writes a delivery that is no event's. */
export async function insertPing(
  tx: Tx,
  endpointId: string,
  { id, body }: { readonly id: string; readonly body: object },
): Promise<WebhookDelivery> {
  return (await tx.query<WebhookDelivery>(ping(endpointId, id, JSON.stringify(body)))).rows[0]!;
}

export async function listDeliveries(
  tx: Tx,
  endpointId: string,
  countMax: number,
): Promise<readonly WebhookDelivery[]> {
  return (await tx.query<WebhookDelivery>(listSent(endpointId, countMax))).rows;
}

/** Makes a delivery due now, whatever became of it. Returns null if the endpoint has none of that id. */
export async function replayDelivery(tx: Tx, endpointId: string, id: string): Promise<WebhookDelivery | null> {
  return (await tx.query<WebhookDelivery>(replay(id, endpointId))).rows[0] ?? null;
}

export interface DueDelivery {
  readonly id: string;
  readonly eventId: string;
  /** JSON text. */
  readonly body: string;
  /** Before this try. */
  readonly attempts: number;
}

/** Returns what is due at the endpoint, oldest first. */
export async function readDueDeliveries(tx: Tx, endpointId: string, countMax: number): Promise<readonly DueDelivery[]> {
  return (await tx.query<DueDelivery>(readDue(endpointId, countMax))).rows;
}

/** Records that a delivery has arrived, and that its endpoint works. */
export async function recordDelivered(tx: Tx, endpointId: string, id: string, status: number): Promise<void> {
  await tx.query(delivered(id, endpointId, status));
}

/** Records a try that failed; without a wait it was the last. Returns for how many seconds the endpoint has failed. */
export async function recordFailed(
  tx: Tx,
  endpointId: string,
  id: string,
  failed: { readonly status: number | null; readonly cause: string; readonly waitSeconds: number | null },
): Promise<number> {
  const { rows } = await tx.query<{ seconds: number }>(
    notDelivered(id, endpointId, failed.status, failed.cause, failed.waitSeconds),
  );
  return rows[0]?.seconds ?? 0;
}

/** Ends the run: the endpoint is due again with its next delivery, but not before the wait. */
export async function restEndpoint(
  tx: Tx,
  { id, owner, dueAt }: TakenEndpoint,
  rest: { readonly waitSeconds: number; readonly cause: string | null; readonly disabledAfterSeconds: number },
): Promise<void> {
  await tx.query(setAside(id, owner, dueAt, rest.waitSeconds, rest.cause, rest.disabledAfterSeconds));
}

/** A mail to the operator, if any, is written in the same statement. */
export async function disableEndpoint(
  tx: Tx,
  id: string,
  cause: string,
  mail: { readonly subject: string; readonly body: string } | null,
): Promise<void> {
  await tx.query(disable(id, cause, mail?.subject ?? null, mail?.body ?? null));
}

export async function listSealedEndpoints(
  tx: Tx,
): Promise<readonly { readonly id: string; readonly secret: Buffer }[]> {
  return (await tx.query<{ id: string; secret: Buffer }>('SELECT id, secret FROM webhook_endpoint')).rows;
}

/** Returns false if the secret was rotated meanwhile. */
export async function replaceSealedEndpoint(
  tx: Tx,
  id: string,
  { before, after }: { readonly before: Buffer; readonly after: Buffer },
): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE webhook_endpoint SET secret = $3 WHERE id = $1 AND secret = $2', [
    id,
    before,
    after,
  ]);
  return rowCount === 1;
}

/** The condition that the actor may act on the endpoint. */
function isOf(actor: string): string {
  return `(${actor}::uuid IS NULL OR seller_id = ${actor})`;
}

const columns = 'id, url, types, description, is_disabled AS "isDisabled"';

const lockSeller = statement('lock_seller', 'SELECT FROM seller WHERE id = $1 FOR NO KEY UPDATE');

const lockIntegration = statement('lock_integration', 'SELECT FROM integration WHERE id = $1 FOR NO KEY UPDATE');

const count = statement(
  'count_webhook_endpoints',
  'SELECT count(*)::int AS count FROM webhook_endpoint WHERE seller_id = $1 OR integration_id = $2',
);

const insert = statement(
  'insert_webhook_endpoint',
  `INSERT INTO webhook_endpoint (seller_id, integration_id, url, types, description, secret)
   VALUES ($1, $2, $3, $4, $5, $6)
   RETURNING ${columns}`,
);

const list = statement(
  'list_webhook_endpoints',
  `SELECT ${columns} FROM webhook_endpoint WHERE seller_id = $1 ORDER BY id`,
);

const read = statement(
  'read_webhook_endpoint',
  `SELECT ${columns} FROM webhook_endpoint WHERE id = $1 AND ${isOf('$2')}`,
);

// Enabled again, it starts anew: what was due is due now, and it has not failed yet.
const change = statement(
  'change_webhook_endpoint',
  `UPDATE webhook_endpoint
   SET url = coalesce($3, url), types = coalesce($4, types), description = coalesce($5, description),
       is_disabled = coalesce($6, is_disabled),
       failing_since = CASE WHEN $6 IS FALSE THEN NULL ELSE failing_since END,
       due_at = CASE WHEN $6 IS FALSE THEN now() ELSE due_at END
   WHERE id = $1 AND ${isOf('$2')}
   RETURNING ${columns}`,
);

const remove = statement('delete_webhook_endpoint', `DELETE FROM webhook_endpoint WHERE id = $1 AND ${isOf('$2')}`);

const rotate = statement(
  'rotate_webhook_secret',
  `UPDATE webhook_endpoint
   SET previous_secret = secret, previous_secret_until = now() + make_interval(secs => $4), secret = $3
   WHERE id = $1 AND ${isOf('$2')}
   RETURNING ${columns}`,
);

// An endpoint that fails has its own time, unless everything before was given up.
const fanOutEvents = statement(
  'fan_out_events',
  `WITH sent AS (
     INSERT INTO webhook_delivery (endpoint_id, event_id, type)
     SELECT webhook_endpoint.id, event.id, event.type
     FROM event
     JOIN seller ON seller.id = event.seller_id
     JOIN webhook_endpoint ON webhook_endpoint.seller_id = seller.id OR webhook_endpoint.integration_id = seller.integration_id
     WHERE event.id = ANY ($1::uuid[]) AND NOT webhook_endpoint.is_disabled
       AND (webhook_endpoint.types = '{}' OR event.type = ANY (webhook_endpoint.types))
     ORDER BY event.place
     RETURNING endpoint_id
   )
   UPDATE webhook_endpoint SET due_at = now()
   FROM (SELECT DISTINCT endpoint_id FROM sent) AS due
   WHERE webhook_endpoint.id = due.endpoint_id
     AND (webhook_endpoint.failing_since IS NULL OR NOT EXISTS (
       SELECT FROM webhook_delivery AS earlier
       WHERE earlier.endpoint_id = webhook_endpoint.id AND earlier.due_at IS NOT NULL))`,
);

export const deliveryColumns = `id, event_id AS "eventId", type, attempts, response_status AS "responseStatus",
  rfc3339(last_attempt_at) AS "lastAttemptAt", rfc3339(due_at) AS "nextAttemptAt", delivered_at IS NOT NULL AS "isDelivered"`;

const ping = statement(
  'ping_webhook_endpoint',
  `WITH due AS (
     UPDATE webhook_endpoint SET due_at = now() WHERE id = $1
   )
   INSERT INTO webhook_delivery (endpoint_id, event_id, type, body)
   VALUES ($1, $2, 'ping', $3)
   RETURNING ${deliveryColumns}`,
);

const listSent = statement(
  'list_webhook_deliveries',
  `SELECT ${deliveryColumns} FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY id DESC LIMIT $2`,
);

const replay = statement(
  'replay_webhook_delivery',
  `WITH due AS (
     UPDATE webhook_endpoint SET due_at = now()
     WHERE id = $2 AND EXISTS (SELECT FROM webhook_delivery WHERE webhook_delivery.id = $1 AND endpoint_id = $2)
   )
   UPDATE webhook_delivery SET due_at = now(), delivered_at = NULL, attempts = 0
   WHERE id = $1 AND endpoint_id = $2
   RETURNING ${deliveryColumns}`,
);

const readDue = statement(
  'read_due_deliveries',
  `SELECT webhook_delivery.id, webhook_delivery.event_id AS "eventId", webhook_delivery.attempts,
          coalesce(webhook_delivery.body, event.body)::text AS body
   FROM webhook_delivery
   LEFT JOIN event ON event.id = webhook_delivery.event_id
   WHERE webhook_delivery.endpoint_id = $1 AND webhook_delivery.due_at <= now()
     AND (webhook_delivery.body IS NOT NULL OR event.body IS NOT NULL)
   ORDER BY webhook_delivery.due_at, webhook_delivery.id
   LIMIT $2`,
);

const delivered = statement(
  'deliver_webhook',
  `WITH works AS (
     UPDATE webhook_endpoint SET failing_since = NULL WHERE id = $2 AND failing_since IS NOT NULL
   )
   UPDATE webhook_delivery
   SET due_at = NULL, delivered_at = now(), attempts = attempts + 1, response_status = $3, last_error = NULL,
       last_attempt_at = now()
   WHERE id = $1`,
);

const notDelivered = statement(
  'fail_webhook',
  `WITH tried AS (
     UPDATE webhook_delivery
     SET due_at = now() + make_interval(secs => $5), attempts = attempts + 1, response_status = $3, last_error = $4,
         last_attempt_at = now()
     WHERE id = $1
   )
   UPDATE webhook_endpoint SET failing_since = coalesce(failing_since, now())
   WHERE id = $2
   RETURNING extract(epoch FROM now() - failing_since)::float8 AS seconds`,
);

// A delivery that was written meanwhile has changed the time, which then stays. With no delivery left, an endpoint that
// works is not due, and one that fails is due when it is to be disabled.
const setAside = statement(
  'rest_webhook_endpoint',
  `UPDATE webhook_endpoint
   SET owner = NULL, lease_until = NULL, last_error = $5,
       due_at = CASE
         WHEN due_at <> $3::timestamptz THEN due_at
         ELSE coalesce(
           (SELECT greatest(webhook_delivery.due_at, now() + make_interval(secs => $4))
            FROM webhook_delivery
            WHERE webhook_delivery.endpoint_id = webhook_endpoint.id AND webhook_delivery.due_at IS NOT NULL
            ORDER BY webhook_delivery.due_at
            LIMIT 1),
           failing_since + make_interval(secs => $6))
       END
   WHERE id = $1 AND ${heldBy('$2')}`,
);

const disable = statement(
  'disable_webhook_endpoint',
  `WITH told AS (
     INSERT INTO operator_mail (subject, body) SELECT $3, $4 WHERE $3::text IS NOT NULL
   )
   UPDATE webhook_endpoint
   SET is_disabled = true, due_at = NULL, lease_until = NULL, owner = NULL, last_error = $2
   WHERE id = $1`,
);

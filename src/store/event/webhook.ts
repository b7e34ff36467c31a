import type { EventType } from '../../domain/event/policy-event.ts';
import type { Failed } from '../../domain/work/failure.ts';
import type { Tx } from '../database.ts';
import type { NewOperatorMail } from '../mail/operator-mail.ts';
import { columnsOf, read, write } from '../statement.ts';
import { defineWork, failedSql, heldBySql, type TakenWork } from '../work/work.ts';
import { type PublishedEvent, withSequence } from './event.ts';

/** Where the events of a seller are sent, or those of all sellers of an integration or of an OAuth client. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** Empty: it hears of all types. */
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

/** Who acts on an endpoint: the ids of the sellers and the OAuth client whose it may be; null: the operator, on any. */
export type EndpointActor = readonly string[] | null;

export type EndpointOwner =
  | { readonly sellerId: string }
  | { readonly integrationId: string }
  | { readonly oauthClientId: string };

/** An endpoint with deliveries that are due, taken by this run. */
export interface TakenEndpoint extends TakenWork {
  /** A mail names this address: what is sent goes where `readSending` says. */
  readonly url: string;
  /** When it was due, as it was taken. */
  readonly dueAt: string;
  /** How long no delivery has succeeded; 0 while they do. */
  readonly failingSeconds: number;
  /** The seller's name, the integration's or the client's. */
  readonly ownerName: string;
}

/** Whether the seller may use the service, as `isActive` says: `seller`. */
const isActiveSql = `
  NOT seller.is_disabled AND NOT (SELECT is_disabled FROM integration WHERE integration.id = seller.integration_id)`;

/**
 * Whether anything may be sent to the endpoint: it is enabled, and whoever made it is not shut out. The operator's own
 * hears on.
 */
const mayReceiveSql = `
  NOT webhook_endpoint.is_disabled
  AND (webhook_endpoint.seller_id IS NULL
       OR EXISTS (SELECT FROM seller WHERE seller.id = webhook_endpoint.seller_id AND ${isActiveSql}))
  AND (webhook_endpoint.oauth_client_id IS NULL
       OR EXISTS (SELECT FROM oauth_client
                  JOIN integration ON integration.id = oauth_client.integration_id
                  WHERE oauth_client.id = webhook_endpoint.oauth_client_id
                    AND NOT oauth_client.is_disabled AND NOT integration.is_disabled))`;

export const webhookWork = defineWork<TakenEndpoint>({
  table: 'webhook_endpoint',
  key: 'id',
  facts: `webhook_endpoint.url, webhook_endpoint.due_at::text AS "dueAt",
          coalesce(extract(epoch FROM now() - webhook_endpoint.failing_since), 0)::float8 AS "failingSeconds",
          coalesce((SELECT name FROM seller WHERE id = webhook_endpoint.seller_id),
                   (SELECT name FROM integration WHERE id = webhook_endpoint.integration_id),
                   (SELECT name FROM oauth_client WHERE id = webhook_endpoint.oauth_client_id)) AS "ownerName"`,
  only: { where: mayReceiveSql },
});

/** Locks the owner's endpoints against a concurrent creation and returns how many there are. */
export async function countEndpoints(tx: Tx, owner: EndpointOwner): Promise<number> {
  if ('sellerId' in owner) await lockSeller(tx, { id: owner.sellerId });
  else if ('integrationId' in owner) await lockIntegration(tx, { id: owner.integrationId });
  else await lockClient(tx, { id: owner.oauthClientId });
  return count(tx, owner);
}

const lockSeller = write.runs<[{ readonly id: string }]>(
  'lock_seller',
  'SELECT FROM seller WHERE id = :id FOR NO KEY UPDATE',
);

const lockIntegration = write.runs<[{ readonly id: string }]>(
  'lock_integration',
  'SELECT FROM integration WHERE id = :id FOR NO KEY UPDATE',
);

const lockClient = write.runs<[{ readonly id: string }]>(
  'lock_oauth_client',
  'SELECT FROM oauth_client WHERE id = :id FOR NO KEY UPDATE',
);

const nobody = { sellerId: null, integrationId: null, oauthClientId: null };
const ownerIdsOf = (owner: EndpointOwner) => ({ ...nobody, ...owner });

const count = read.onlyValue<number, [owner: EndpointOwner]>(
  'count_webhook_endpoints',
  'SELECT count(*)::int FROM webhook_endpoint WHERE seller_id = :sellerId OR integration_id = :integrationId OR oauth_client_id = :oauthClientId',
  ownerIdsOf,
);

const columnsSql = 'id, url, types, description, is_disabled AS "isDisabled"';

export const insertEndpoint = write.onlyRow<
  WebhookEndpoint,
  [owner: EndpointOwner, made: Omit<WebhookEndpoint, 'id' | 'isDisabled'> & { readonly secret: Buffer }]
>(
  'insert_webhook_endpoint',
  `INSERT INTO webhook_endpoint (seller_id, integration_id, oauth_client_id, url, types, description, secret)
   VALUES (:sellerId, :integrationId, :oauthClientId, :url, :types, :description, :secret)
   RETURNING ${columnsSql}`,
  (owner, { url, types, description, secret }) => ({ ...ownerIdsOf(owner), url, types, description, secret }),
);

export const listEndpoints = read.allRows<WebhookEndpoint, [{ readonly actor: readonly string[] }]>(
  'list_webhook_endpoints',
  `SELECT ${columnsSql} FROM webhook_endpoint WHERE seller_id = ANY (:actor) OR oauth_client_id = ANY (:actor) ORDER BY id`,
);

/** The condition that the actor may act on the endpoint. */
function isOfSql(actor: string): string {
  return `(${actor}::uuid[] IS NULL OR seller_id = ANY (${actor}) OR oauth_client_id = ANY (${actor}))`;
}

/** The functions below return null or false if the actor has no such endpoint. */
export const readEndpoint = read.firstRow<WebhookEndpoint, [{ readonly actor: EndpointActor; readonly id: string }]>(
  'read_webhook_endpoint',
  `SELECT ${columnsSql} FROM webhook_endpoint WHERE id = :id AND ${isOfSql(':actor')}`,
);

// Enabled again, it starts anew: what was due is due now, and it has not failed yet.
export const changeEndpoint = write.firstRow<
  WebhookEndpoint,
  [actor: EndpointActor, id: string, change: WebhookEndpointChange]
>(
  'change_webhook_endpoint',
  `UPDATE webhook_endpoint
   SET url = coalesce(:url, url), types = coalesce(:types, types), description = coalesce(:description, description),
       is_disabled = coalesce(:isDisabled, is_disabled),
       failing_since = CASE WHEN :isDisabled IS FALSE THEN NULL ELSE failing_since END,
       due_at = CASE WHEN :isDisabled IS FALSE THEN now() ELSE due_at END
   WHERE id = :id AND ${isOfSql(':actor')}
   RETURNING ${columnsSql}`,
  (actor, id, { url, types, description, isDisabled }) => ({ actor, id, url, types, description, isDisabled }),
);

export const deleteEndpoint = write.findsRow<[{ readonly actor: EndpointActor; readonly id: string }]>(
  'delete_webhook_endpoint',
  `DELETE FROM webhook_endpoint WHERE id = :id AND ${isOfSql(':actor')}`,
);

/** Both secrets sign until the overlap ends. */
export const rotateSecret = write.firstRow<
  WebhookEndpoint,
  [{ readonly actor: EndpointActor; readonly id: string; readonly secret: Buffer; readonly overlapSeconds: number }]
>(
  'rotate_webhook_secret',
  `UPDATE webhook_endpoint
   SET previous_secret = secret, previous_secret_until = now() + make_interval(secs => :overlapSeconds), secret = :secret
   WHERE id = :id AND ${isOfSql(':actor')}
   RETURNING ${columnsSql}`,
);

const isUnansweredSql =
  "(webhook_endpoint.failing_since IS NOT NULL AND webhook_endpoint.failure IS NOT DISTINCT FROM 'unavailable')";

/** The statement sees the table as it was before it: what it writes itself is not among them. */
const hasEarlierDeliverySql = `EXISTS (
       SELECT FROM webhook_delivery AS earlier
       WHERE earlier.endpoint_id = webhook_endpoint.id AND earlier.due_at IS NOT NULL)`;

/** Whether the client may act for the seller, as `mayActFor` says: `oauth_client` and `seller`. */
export const actsForSql = `
  oauth_client.integration_id = seller.integration_id AND NOT oauth_client.is_disabled
  AND (oauth_client.seller_ids IS NULL OR seller.id = ANY (oauth_client.seller_ids)) AND ${isActiveSql}`;

/**
 * Writes a delivery for each enabled endpoint that wants one of these events, and says when the endpoint is served. Call it
 * when they are published. A seller or client that is shut out hears nothing more: whoever stole its credentials may have
 * made an endpoint.
 *
 *   the endpoint                                                            is served
 *   works: nothing has failed since the last success                        now
 *   its server has refused something: it answers                            now; what it refused waits for its own time
 *   its server did not answer, and earlier deliveries are yet to be tried   at its own time, as `restEndpoint` has set it
 *   its server did not answer, and all earlier deliveries were given up     now: no other time is set at which it is tried
 */
export const fanOut = write.runs<[{ readonly eventIds: readonly string[] }]>(
  'fan_out_events',
  `WITH sent AS (
     INSERT INTO webhook_delivery (endpoint_id, event_id, type)
     SELECT webhook_endpoint.id, event.id, event.type
     FROM event
     JOIN seller ON seller.id = event.seller_id
     CROSS JOIN LATERAL (
       SELECT * FROM webhook_endpoint WHERE seller_id = seller.id AND ${isActiveSql}
       UNION ALL
       SELECT * FROM webhook_endpoint WHERE integration_id = seller.integration_id
       UNION ALL
       SELECT webhook_endpoint.*
       FROM oauth_client
       JOIN webhook_endpoint ON webhook_endpoint.oauth_client_id = oauth_client.id
       WHERE ${actsForSql}
     ) AS webhook_endpoint
     WHERE event.id = ANY (:eventIds::uuid[]) AND NOT webhook_endpoint.is_disabled
       AND (webhook_endpoint.types = '{}' OR event.type = ANY (webhook_endpoint.types))
     ORDER BY event.place
     RETURNING endpoint_id
   )
   UPDATE webhook_endpoint SET due_at = now()
   FROM (SELECT DISTINCT endpoint_id FROM sent) AS due
   WHERE webhook_endpoint.id = due.endpoint_id AND NOT (${isUnansweredSql} AND ${hasEarlierDeliverySql})`,
);

export const deliveryColumnsSql = `id, event_id AS "eventId", type, attempts, response_status AS "responseStatus",
  rfc3339(last_attempt_at) AS "lastAttemptAt", rfc3339(due_at) AS "nextAttemptAt", delivered_at IS NOT NULL AS "isDelivered"`;

/** Writes a delivery of a message that tells no event. */
export const insertPing = write.onlyRow<
  WebhookDelivery,
  [endpointId: string, ping: { readonly id: string; readonly body: object }]
>(
  'ping_webhook_endpoint',
  `WITH due AS (
     UPDATE webhook_endpoint SET due_at = now() WHERE id = :endpointId
   )
   INSERT INTO webhook_delivery (endpoint_id, event_id, type, body)
   VALUES (:endpointId, :id, 'ping', :body)
   RETURNING ${deliveryColumnsSql}`,
  (endpointId, { id, body }) => ({ endpointId, id, body: JSON.stringify(body) }),
);

export const listDeliveries = read.allRows<
  WebhookDelivery,
  [{ readonly endpointId: string; readonly countMax: number }]
>(
  'list_webhook_deliveries',
  `SELECT ${deliveryColumnsSql} FROM webhook_delivery WHERE endpoint_id = :endpointId ORDER BY id DESC LIMIT :countMax`,
);

/** Makes a delivery due now, whatever became of it. Returns null if the endpoint has none of that id. */
export const replayDelivery = write.firstRow<WebhookDelivery, [{ readonly endpointId: string; readonly id: string }]>(
  'replay_webhook_delivery',
  `WITH due AS (
     UPDATE webhook_endpoint SET due_at = now()
     WHERE id = :endpointId AND EXISTS (SELECT FROM webhook_delivery WHERE webhook_delivery.id = :id AND endpoint_id = :endpointId)
   )
   UPDATE webhook_delivery SET due_at = now(), delivered_at = NULL, attempts = 0
   WHERE id = :id AND endpoint_id = :endpointId
   RETURNING ${deliveryColumnsSql}`,
);

export interface DueDelivery {
  readonly id: string;
  readonly eventId: string;
  /** How often it was tried before this try. */
  readonly attempts: number;
}

/** Returns what is due at the endpoint, oldest first. */
export const readDueDeliveries = read.allRows<
  DueDelivery,
  [{ readonly endpointId: string; readonly countMax: number }]
>(
  'read_due_deliveries',
  `SELECT webhook_delivery.id, webhook_delivery.event_id AS "eventId", webhook_delivery.attempts
   FROM webhook_delivery
   LEFT JOIN event ON event.id = webhook_delivery.event_id
   WHERE webhook_delivery.endpoint_id = :endpointId AND webhook_delivery.due_at <= now()
     AND (webhook_delivery.body IS NOT NULL OR event.body IS NOT NULL)
   ORDER BY webhook_delivery.due_at, webhook_delivery.id
   LIMIT :countMax`,
);

/** Where a delivery goes, what it says and by which secrets it is signed, as they are now. */
export interface Sending {
  readonly url: string;
  /** Both secrets are encrypted by the service's key, so that a copy of the database signs nothing. */
  readonly secret: Buffer;
  /** Null once its overlap has ended. */
  readonly previousSecret: Buffer | null;
  /** JSON text; null if there is nothing to tell any more, as the person was erased. */
  readonly body: string | null;
}

/**
 * Read for each try: an address that was changed, disabled or deleted gets nothing that is begun after that. Returns
 * null if nothing may be sent to the endpoint any more, or another run has taken it.
 */
export async function readSending(tx: Tx, endpoint: TakenEndpoint, deliveryId: string): Promise<Sending | null> {
  const row = await readSendingRow(tx, endpoint, deliveryId);
  if (row === null) return null;
  const { message, event, ...sending } = row;
  const body = message ?? (event && withSequence(event));
  return { ...sending, body: body && JSON.stringify(body) };
}

const readSendingRow = read.firstRow<
  Omit<Sending, 'body'> & {
    /** A test message; null for an event. */
    readonly message: object | null;
    readonly event: PublishedEvent | null;
  },
  [endpoint: TakenEndpoint, deliveryId: string]
>(
  'read_webhook_sending',
  `SELECT webhook_endpoint.url, webhook_endpoint.secret,
          CASE WHEN webhook_endpoint.previous_secret_until > now() THEN webhook_endpoint.previous_secret END AS "previousSecret",
          (SELECT body FROM webhook_delivery WHERE id = :deliveryId) AS message,
          (SELECT json_build_object('place', event.place::text, 'body', event.body)
           FROM webhook_delivery
           JOIN event ON event.id = webhook_delivery.event_id
           WHERE webhook_delivery.id = :deliveryId AND event.place IS NOT NULL) AS event
   FROM webhook_endpoint
   WHERE id = :id AND ${heldBySql(':owner')} AND ${mayReceiveSql}`,
  ({ id, owner }, deliveryId) => ({ id, owner, deliveryId }),
);

/** A delivery that the endpoint has accepted. */
export interface Arrived {
  readonly id: string;
  readonly status: number;
}

/** Records that deliveries have arrived, and that their endpoint works. */
export const recordDelivered = write.runs<[endpointId: string, arrived: readonly Arrived[]]>(
  'deliver_webhooks',
  `WITH works AS (
     UPDATE webhook_endpoint SET failing_since = NULL WHERE id = :endpointId AND failing_since IS NOT NULL
   )
   UPDATE webhook_delivery
   SET due_at = NULL, delivered_at = now(), attempts = attempts + 1, response_status = arrived.status, last_error = NULL,
       last_attempt_at = now()
   FROM unnest(:id::uuid[], :status::integer[]) AS arrived (id, status)
   WHERE webhook_delivery.id = arrived.id`,
  (endpointId, arrived) => ({ endpointId, ...columnsOf(arrived, 'id', 'status') }),
);

interface FailedDelivery {
  readonly status: number | null;
  readonly cause: string;
  /** Null: it was the last try. */
  readonly waitSeconds: number | null;
}

/**
 * Records a try that failed. Returns for how many seconds the endpoint has failed; null if it was deleted. The delivery
 * is locked before its endpoint, as by a partner who has it sent again.
 */
export const recordFailed = write.firstValue<number, [endpointId: string, id: string, failed: FailedDelivery]>(
  'fail_webhook',
  `WITH tried AS (
     UPDATE webhook_delivery
     SET due_at = now() + make_interval(secs => :waitSeconds), attempts = attempts + 1, response_status = :status, last_error = :cause,
         last_attempt_at = now()
     WHERE id = :id
     RETURNING id
   )
   UPDATE webhook_endpoint SET failing_since = coalesce(failing_since, now())
   FROM (SELECT count(*) FROM tried) AS first
   WHERE webhook_endpoint.id = :endpointId
   RETURNING extract(epoch FROM now() - failing_since)::float8 AS seconds`,
  (endpointId, id, { status, cause, waitSeconds }) => ({ endpointId, id, status, cause, waitSeconds }),
);

/**
 * Ends the run, and says when the endpoint is due again:
 *   - if an event was published meanwhile, at the time that this has set;
 *   - else with its next delivery, but not before the wait;
 *   - without any delivery left, when it is to be disabled, if it fails; an endpoint that works is not due.
 * `failed` is why its server did not answer, by which `fanOut` knows to leave it alone.
 */
export const restEndpoint = write.runs(
  'rest_webhook_endpoint',
  `UPDATE webhook_endpoint
   SET owner = NULL, lease_until = NULL, ${failedSql},
       due_at = CASE
         WHEN due_at <> :dueAt::timestamptz THEN due_at
         ELSE coalesce(
           (SELECT greatest(webhook_delivery.due_at, now() + make_interval(secs => :waitSeconds))
            FROM webhook_delivery
            WHERE webhook_delivery.endpoint_id = webhook_endpoint.id AND webhook_delivery.due_at IS NOT NULL
            ORDER BY webhook_delivery.due_at
            LIMIT 1),
           failing_since + make_interval(secs => :disabledAfterSeconds))
       END
   WHERE id = :id AND ${heldBySql(':owner')}`,
  (
    { id, owner, dueAt }: TakenEndpoint,
    rest: { readonly waitSeconds: number; readonly failed: Failed | null; readonly disabledAfterSeconds: number },
  ) => ({
    id,
    owner,
    dueAt,
    waitSeconds: rest.waitSeconds,
    failure: rest.failed?.failure ?? null,
    cause: rest.failed?.cause ?? null,
    disabledAfterSeconds: rest.disabledAfterSeconds,
  }),
);

/**
 * Disables the endpoint, unless its address was changed since `last`, which says nothing of the new one. A mail to
 * the operator, if any, is written in the same statement. Returns whether it was disabled.
 */
export const disableEndpoint = write.findsRow(
  'disable_webhook_endpoint',
  `WITH disabled AS (
     UPDATE webhook_endpoint
     SET is_disabled = true, due_at = NULL, lease_until = NULL, owner = NULL, ${failedSql}
     WHERE id = :id AND ${heldBySql(':owner')} AND url = coalesce(:url, url)
     RETURNING id
   ), mailed AS (
     INSERT INTO operator_mail (id, subject, body)
     SELECT :mailId, :subject, :body FROM disabled WHERE :mailId::uuid IS NOT NULL
   )
   SELECT FROM disabled`,
  (
    { id, owner }: TakenEndpoint,
    { failure, cause }: Failed,
    mail: NewOperatorMail | null,
    last: Pick<WebhookEndpoint, 'url'> | null,
  ) => ({ id, failure, cause, mailId: mail?.id, subject: mail?.subject, body: mail?.body, owner, url: last?.url }),
);

export const listSealedEndpoints = read.allRows<{ readonly id: string; readonly secret: Buffer }>(
  null,
  'SELECT id, secret FROM webhook_endpoint',
);

/** Returns false if the secret was rotated meanwhile. */
export const replaceSealedEndpoint = write.findsRow(
  null,
  'UPDATE webhook_endpoint SET secret = :after WHERE id = :id AND secret = :before',
  (id: string, { before, after }: { readonly before: Buffer; readonly after: Buffer }) => ({ id, before, after }),
);

export interface WebhookBacklog {
  readonly waiting: number;
  /** How late the endpoint is that has been due for longest; 0 if none is. */
  readonly lateSeconds: number;
  /** How long the endpoint that has failed for longest has taken nothing; 0 if all take what they are sent. */
  readonly failingSeconds: number;
}

export const readWebhookBacklog = read.onlyRow<WebhookBacklog>(
  'read_webhook_backlog',
  `SELECT (SELECT count(*)::int FROM webhook_delivery WHERE due_at IS NOT NULL) AS waiting,
          coalesce(greatest(extract(epoch FROM now() - min(due_at)), 0), 0)::float8 AS "lateSeconds",
          coalesce((SELECT extract(epoch FROM now() - min(failing_since)) FROM webhook_endpoint WHERE NOT is_disabled), 0)::float8
            AS "failingSeconds"
   FROM webhook_endpoint
   WHERE due_at IS NOT NULL AND ${mayReceiveSql}`,
);

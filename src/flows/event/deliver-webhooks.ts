import { createHmac, randomInt } from 'node:crypto';
import type { Failed } from '../../domain/work/failure.ts';
import type { WebhookOutcome } from '../../ports/webhook-sender.ts';
import {
  type Arrived,
  type DueDelivery,
  disableEndpoint,
  readDueDeliveries,
  readSending,
  recordDelivered,
  recordFailed,
  restEndpoint,
  type Sending,
  type TakenEndpoint,
  webhookWork,
} from '../../store/event/webhook.ts';
import { writeEndpointDisabled } from '../mail/operator-notices.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { readJustNow } from '../work/just-now.ts';
import { type Lease, leaseFor } from '../work/run-due-work.ts';

export type DeliverWebhooksParts = Parts<'database' | 'log' | 'clock' | 'webhooks' | 'webhookBox'>;

/**
 * How many endpoints an instance serves at once. Each is served by one lane, so a slow one holds up only itself, and a
 * lane is little more than a socket: there are enough for dozens of slow ones (ADR 0038).
 */
const lanes = 256;
const leaseSeconds = 60;
// Long before the lease ends: a call may take ten seconds.
const serveSeconds = 30;
const batchMax = 100;

const minute = 60;
const hour = 60 * minute;
// How long a delivery waits after each of its first eight tries, if it failed. After the ninth it is given up, and a
// person may send it again.
const deliveryRetrySeconds = [5, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour, 24 * hour] as const;
// How long nothing may succeed at an endpoint before it is switched off. An answer of 410 does so at once.
const disabledAfterSeconds = 72 * hour;

export interface WebhookDelivery {
  /** Begins to serve the endpoints that are due. Returns without waiting for their answers. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Waits for the calls that are running. */
  readonly close: () => Promise<void>;
}

export function makeWebhookDelivery(parts: DeliverWebhooksParts): WebhookDelivery {
  const serving = new Set<Promise<void>>();
  return {
    run: async (signal) => {
      while (serving.size < lanes && !signal.aborted) {
        const lease = leaseFor(serveSeconds, signal);
        const endpoint = await webhookWork.take(parts.database, leaseSeconds);
        if (endpoint === null) return;
        const served: Promise<void> = serve(parts, endpoint, lease, signal)
          .catch((error: unknown) =>
            parts.log.error('webhook endpoint not served', { endpointId: endpoint.id, error: String(error) }),
          )
          .finally(() => serving.delete(served));
        serving.add(served);
      }
    },
    close: async () => {
      await Promise.all(serving);
    },
  };
}

/**
 * Sends what is due, one after the other, until nothing is, the turn is over or the server does not answer. New
 * deliveries are in the order of the feed. One that is refused waits for its own time, and later ones overtake it: a
 * partner tells by `sequence` what is older.
 */
async function serve(parts: DeliverWebhooksParts, endpoint: TakenEndpoint, lease: Lease, signal: AbortSignal) {
  const { database, log } = parts;
  const records = recordBeside(database, endpoint.id);
  let isIdle = true;
  for await (const delivery of dueDeliveries(database, endpoint.id, records)) {
    isIdle = false;
    const sending = await readJustNow(lease, () => readSending(database, endpoint, delivery.id));
    if (sending === null) break;
    if (sending.body === null) continue;
    const signed = sign(parts, sending, delivery.eventId, sending.body);
    const outcome = signed === null ? unsigned : await parts.webhooks.send({ url: sending.url, ...signed }, signal);
    if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) {
      await records.add({ id: delivery.id, status: outcome.status });
    } else {
      await records.flush();
      // The service is stopping and broke the call off: another instance sends it again at once.
      if (signal.aborted && outcome.kind === 'unanswered') break;
      const wait = jittered(deliveryRetrySeconds[delivery.attempts] ?? null);
      const failed = failedBy(outcome);
      const { cause } = failed;
      const status = outcome.kind === 'answered' ? outcome.status : null;
      const tried = { status, cause, waitSeconds: wait };
      const failingSeconds = (await recordFailed(database, endpoint.id, delivery.id, tried)) ?? 0;
      log.warn('webhook not delivered', { endpointId: endpoint.id, deliveryId: delivery.id, cause, waitSeconds: wait });
      const isOver = status === gone || failingSeconds >= disabledAfterSeconds;
      if (isOver && (await disable(parts, endpoint, failed, { status, url: sending.url }))) return;
      // A server that does not answer will not answer the next one either.
      if (outcome.kind === 'unanswered')
        return restEndpoint(database, endpoint, {
          waitSeconds: wait ?? deliveryRetrySeconds[0],
          failed,
          disabledAfterSeconds,
        });
    }
  }
  if (isIdle && endpoint.failingSeconds >= disabledAfterSeconds)
    await disable(parts, endpoint, { failure: 'unavailable', cause: 'no delivery succeeded' });
  await records.flush();
  await restEndpoint(database, endpoint, { waitSeconds: 0, failed: null, disabledAfterSeconds });
}

/** The longest due first, batch by batch: what is recorded as delivered is not due any more. */
async function* dueDeliveries(
  database: DeliverWebhooksParts['database'],
  endpointId: string,
  records: ReturnType<typeof recordBeside>,
): AsyncGenerator<DueDelivery> {
  for (;;) {
    const batch = await readDueDeliveries(database, { endpointId, countMax: batchMax });
    yield* batch;
    if (batch.length < batchMax) return;
    await records.flush();
  }
}

// After a crash as many are sent again, and one more commit's.
const unrecordedMax = 10;

/**
 * Records what has arrived while the next one is sent: to wait for each commit would take longer than the calls. What
 * arrives during a commit is recorded by the next one.
 */
function recordBeside(database: DeliverWebhooksParts['database'], endpointId: string) {
  let unrecorded: Arrived[] = [];
  let running: Promise<void> | null = null;
  const record = async (): Promise<void> => {
    while (unrecorded.length > 0) {
      const some = unrecorded;
      unrecorded = [];
      await recordDelivered(database, endpointId, some);
    }
    running = null;
  };
  const flush = async (): Promise<void> => {
    await running;
  };
  return {
    add: async (arrived: Arrived): Promise<void> => {
      unrecorded.push(arrived);
      if (running === null) {
        running = record();
        running.catch(() => undefined); // It is thrown where it is waited for.
      }
      if (unrecorded.length >= unrecordedMax) await flush();
    },
    /** Returns when all is recorded. */
    flush,
  };
}

const gone = 410;

/** Tried again like a server that does not answer: another instance may have the key, or the secret is rotated. */
const unsigned: WebhookOutcome = { kind: 'unanswered', cause: 'its secret was closed with another SECRET_KEY' };

/**
 * The operator is told, unless the partner's server itself asked for it by 410. Returns false if the address was
 * changed meanwhile: what failed was the one before.
 */
async function disable(
  { database, log }: DeliverWebhooksParts,
  endpoint: TakenEndpoint,
  failed: Failed,
  last: { readonly status: number | null; readonly url: string } | null = null,
): Promise<boolean> {
  const mail = last?.status === gone ? null : { id: newId(), ...writeEndpointDisabled(endpoint, failed.cause) };
  const isDisabled = await disableEndpoint(database, endpoint, failed, mail, last);
  if (isDisabled) log.error('webhook endpoint disabled', { endpointId: endpoint.id, ...failed });
  return isDisabled;
}

/**
 * Signs as the Standard Webhooks specification says. During a rotation both secrets sign. Null if the key to both was
 * lost.
 */
function sign({ webhookBox, clock }: DeliverWebhooksParts, sending: Sending, eventId: string, body: string) {
  const timestamp = Math.floor(clock().getTime() / 1_000);
  const signatures = [sending.secret, sending.previousSecret]
    .map((secret) => secret && webhookBox.open(secret))
    .filter((secret) => secret !== null)
    .map((secret) => createHmac('sha256', secret).update(`${eventId}.${timestamp}.${body}`).digest('base64'));
  if (signatures.length === 0) return null;
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Northbind-Webhooks',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
    },
  };
}

function failedBy(outcome: WebhookOutcome): Failed {
  return outcome.kind === 'answered'
    ? { failure: 'refused', cause: `answered ${outcome.status}` }
    : { failure: 'unavailable', cause: outcome.cause };
}

/** A tenth more or less, so that endpoints that failed together do not all return at once. */
function jittered(seconds: number | null): number | null {
  return seconds === null ? null : (seconds * randomInt(900, 1_101)) / 1_000;
}

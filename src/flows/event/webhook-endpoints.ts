import { randomBytes } from 'node:crypto';
import type { Log } from '../../domain/log.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { type Database, transact } from '../../store/database.ts';
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  insertPing,
  listDeliveries,
  listEndpoints,
  listSealedEndpoints,
  readEndpoint,
  replaceSealedEndpoint,
  replayDelivery,
  rotateSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointChange,
} from '../../store/event/webhook.ts';
import { replayRange, timeAfterEvents } from '../../store/event/webhook-endpoint.ts';
import { type Reach, reachId, sellersIn } from '../call/reach.ts';
import { reseal, type SecretBox } from '../credential/secret-box.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { publishEvents } from './publish-events.ts';

export type WebhookEndpointParts = Parts<'database' | 'webhooks' | 'webhookBox'>;

export type { WebhookDelivery as EndpointDelivery, WebhookEndpoint as Endpoint } from '../../store/event/webhook.ts';
export type WithSecret = WebhookEndpoint & { readonly secret: string };
export type NewEndpoint = Omit<WebhookEndpoint, 'id' | 'isDisabled'>;

export const endpointsMax = 5;
export const overlapSeconds = 24 * 60 * 60;
const deliveriesShown = 100;

const notFound = refusal('WebhookEndpointNotFound', 'id');
const urlInvalid = refusal('WebhookUrlInvalid', 'url');
const tooMany = refusal('WebhookEndpointLimit');

/** Makes an endpoint, or tells whether its address can't be called and whether there are as many as there may be. */
export async function createEndpoint(
  { database, webhooks, webhookBox }: WebhookEndpointParts,
  reach: Reach,
  asked: NewEndpoint,
): Promise<WithSecret | readonly Refusal[]> {
  const secret = newSigningSecret();
  const id = reachId(reach);
  const owner = reach.kind === 'seller' ? { sellerId: id } : { oauthClientId: id };
  await publishEvents({ database }); // It gets what happens from now on.
  return transact(database, async (tx) => {
    const refusals = [
      ...(webhooks.isUrlAllowed(asked.url) ? [] : [urlInvalid]),
      ...((await countEndpoints(tx, owner)) < endpointsMax ? [] : [tooMany]),
    ];
    if (refusals.length > 0) return refusals;
    const created = { ...asked, secret: webhookBox.close(secret.bytes) };
    return { ...(await insertEndpoint(tx, owner, created)), secret: secret.written };
  });
}

/** An endpoint of a client is seen by it alone; those of its sellers by both. */
function ownersIn(reach: Reach): readonly string[] {
  const ofSellers = sellersIn(reach).map(({ id }) => id);
  return reach.kind === 'seller' ? ofSellers : [reach.clientId, ...ofSellers];
}

export function endpointsOf({ database }: WebhookEndpointParts, reach: Reach): Promise<readonly WebhookEndpoint[]> {
  return listEndpoints(database, { actor: ownersIn(reach) });
}

export async function findEndpoint(
  { database }: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
): Promise<WebhookEndpoint | Refusal> {
  return (id && (await readEndpoint(database, { actor: ownersIn(reach), id }))) || notFound;
}

export async function removeEndpoint(
  { database }: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
): Promise<Refusal | null> {
  return id !== null && (await deleteEndpoint(database, { actor: ownersIn(reach), id })) ? null : notFound;
}

export async function editEndpoint(
  { database, webhooks }: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
  change: WebhookEndpointChange,
): Promise<WebhookEndpoint | Refusal> {
  if (id === null || (await readEndpoint(database, { actor: ownersIn(reach), id })) === null) return notFound;
  if (change.url !== undefined && !webhooks.isUrlAllowed(change.url)) return urlInvalid;
  return (await changeEndpoint(database, ownersIn(reach), id, change)) ?? notFound;
}

export async function rotateEndpointSecret(
  { database, webhookBox }: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
): Promise<WithSecret | Refusal> {
  const secret = newSigningSecret();
  const endpoint =
    id &&
    (await rotateSecret(database, {
      actor: ownersIn(reach),
      id,
      secret: webhookBox.close(secret.bytes),
      overlapSeconds,
    }));
  return endpoint ? { ...endpoint, secret: secret.written } : notFound;
}

/** Sends a message of the type `ping`, which is no event. */
export async function pingEndpoint(
  parts: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
  now: Date,
): Promise<WebhookDelivery | Refusal> {
  const endpoint = await findEndpoint(parts, reach, id);
  return 'code' in endpoint ? endpoint : insertPing(parts.database, endpoint.id, newPing(now));
}

export function newPing(now: Date): { readonly id: string; readonly body: object } {
  const id: string = newId();
  return { id, body: { id, type: 'ping', createdAt: now.toISOString(), data: {} } };
}

export async function deliveriesOf(
  parts: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
): Promise<readonly WebhookDelivery[] | Refusal> {
  const endpoint = await findEndpoint(parts, reach, id);
  return 'code' in endpoint
    ? endpoint
    : listDeliveries(parts.database, { endpointId: endpoint.id, countMax: deliveriesShown });
}

export async function replay(
  parts: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
  deliveryId: string | null,
): Promise<WebhookDelivery | Refusal> {
  const endpoint = await findEndpoint(parts, reach, id);
  if ('code' in endpoint) return endpoint;
  const replayed = deliveryId && (await replayDelivery(parts.database, { endpointId: endpoint.id, id: deliveryId }));
  return replayed || refusal('WebhookDeliveryNotFound', 'deliveryId');
}

export interface ReplayedEvents {
  readonly eventCount: number;
  /** There are more from this time on; null: these were all. */
  readonly nextSince: string | null;
}

/** One call makes no more than these due: its transaction keeps others waiting for moments only. */
const replayedAtOnce = 1_000;
export const replayedMax = 10_000;

/** Sends the events from a time on again, also those that were never sent: the endpoint was disabled, or not there. */
export async function replaySince(
  parts: WebhookEndpointParts,
  reach: Reach,
  id: string | null,
  since: Date,
): Promise<ReplayedEvents | Refusal> {
  const endpoint = await findEndpoint(parts, reach, id);
  if ('code' in endpoint) return endpoint;
  return transact(parts.database, async (tx) => {
    const next = await timeAfterEvents(tx, endpoint.id, { since, count: replayedAtOnce });
    // What one transaction told has one time: the next call begins after this one in any case.
    const until = next === null ? null : new Date(Math.max(Date.parse(next), since.getTime() + 1));
    const eventCount = await replayRange(tx, endpoint.id, { since, until, countMax: replayedMax });
    return { eventCount, nextSince: until?.toISOString() ?? null };
  });
}

/** A secret, and as the Standard Webhooks specification writes it. */
export function newSigningSecret(): { readonly bytes: Buffer; readonly written: string } {
  const bytes = randomBytes(24);
  return { bytes, written: `whsec_${bytes.toString('base64')}` };
}

/** The secret before ends with its overlap: it stays as it is. */
export async function resealWebhookSecrets(database: Database, box: SecretBox, log: Log): Promise<void> {
  const endpoints = await listSealedEndpoints(database);
  const secrets = endpoints.map(({ id, secret: sealed }) => ({
    sealed,
    replace: (after: Buffer) => replaceSealedEndpoint(database, id, { before: sealed, after }),
  }));
  await reseal({ box, log }, 'webhook secrets', secrets);
}

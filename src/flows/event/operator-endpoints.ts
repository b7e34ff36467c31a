import { type EventType, eventTypes } from '../../domain/event/policy-event.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  insertPing,
  replayDelivery,
  rotateSecret,
} from '../../store/event/webhook.ts';
import { type EndpointRecord, readEndpointRecord, replayRange } from '../../store/event/webhook-endpoint.ts';
import { readIntegration } from '../../store/partner/integration.ts';
import { type ActorAndReason, changesBetween, type OnboardParts } from '../operator/actor-and-reason.ts';
import { actionOf } from '../partner/integrations.ts';
import { publishEvents } from './publish-events.ts';
import {
  endpointsMax,
  newPing,
  newSigningSecret,
  overlapSeconds,
  replayedMax,
  type WebhookEndpointParts,
} from './webhook-endpoints.ts';

/*
 * The operator's acts on webhook endpoints. An endpoint of the operator's own hears of all sellers of an integration.
 * One that a seller has made can be disabled, enabled, tested and replayed; its address and secret are the seller's.
 */

export interface GivenEndpoint {
  readonly url: string;
  /** An empty list subscribes to all events. */
  readonly types: readonly string[];
  readonly description: string | null;
}

export interface IssuedEndpoint {
  readonly endpoint: EndpointRecord;
  /** Shown only here: it is stored encrypted. */
  readonly secret: string;
}

const descriptionLengthMax = 200;

export async function createIntegrationEndpoint(
  { database, webhooks, webhookBox }: WebhookEndpointParts,
  integrationId: string,
  given: GivenEndpoint,
  { actor, reason }: ActorAndReason,
): Promise<IssuedEndpoint | OperatorRefusal> {
  const fault = faultOf(given, webhooks);
  if (fault !== null) return fault;
  const secret = newSigningSecret();
  await publishEvents({ database }); // It gets what happens from now on.
  return transact(database, async (tx) => {
    if ((await readIntegration(tx, { id: integrationId })) === null) return refuseOperator('NotFound');
    const owner = { integrationId };
    if ((await countEndpoints(tx, owner)) >= endpointsMax) return refuseOperator('WebhookEndpointLimit');
    const types = given.types as readonly EventType[];
    const { id } = await insertEndpoint(tx, owner, { ...given, types, secret: webhookBox.close(secret.bytes) });
    const endpoint = (await readEndpointRecord(tx, { id }))!;
    const facts = { integration: endpoint.integration.name, types };
    await recordAct(tx, { actor, reason, action: 'create webhook endpoint', subject: id, facts });
    return { endpoint, secret: secret.written };
  });
}

export type EndpointChanges = Partial<GivenEndpoint & { readonly isDisabled: boolean }>;

/** What is left out stays. */
export async function changeIntegrationEndpoint(
  { database, webhooks }: Pick<WebhookEndpointParts, 'database' | 'webhooks'>,
  id: string,
  changes: EndpointChanges,
  { actor, reason }: ActorAndReason,
): Promise<EndpointRecord | OperatorRefusal> {
  const fault = faultOf(changes, webhooks);
  if (fault !== null) return fault;
  return transact(database, async (tx) => {
    const before = await readEndpointRecord(tx, { id });
    if (before === null) return refuseOperator('NotFound');
    const { isDisabled: _, ...ofOwner } = changes;
    if (isOfPartner(before) && Object.keys(ofOwner).length > 0) return refuseOperator('WebhookEndpointOfSeller');
    const { types, ...others } = changes;
    await changeEndpoint(tx, null, id, { ...others, ...(types && { types: types as readonly EventType[] }) });
    // An address may contain a secret: it is recorded that it changed, and not to what.
    const { url, ...known } = changesBetween<object>(before, changes) as Readonly<Record<string, unknown>>;
    const facts = { ...known, ...(url !== undefined && { url: 'changed' }) };
    await recordAct(tx, { actor, reason, action: actionOf(facts, 'webhook endpoint'), subject: id, facts });
    return (await readEndpointRecord(tx, { id }))!;
  });
}

export async function removeIntegrationEndpoint(
  { database }: OnboardParts,
  id: string,
  by: ActorAndReason,
): Promise<undefined | OperatorRefusal> {
  return ofOperator(database, id, by, 'remove webhook endpoint', async (tx) => {
    await deleteEndpoint(tx, { actor: null, id });
    return undefined;
  });
}

/** Gives a new secret. Both secrets are used for a day. */
export async function rotateIntegrationEndpoint(
  { database, webhookBox }: Pick<WebhookEndpointParts, 'database' | 'webhookBox'>,
  id: string,
  by: ActorAndReason,
): Promise<IssuedEndpoint | OperatorRefusal> {
  const secret = newSigningSecret();
  return ofOperator(database, id, by, 'rotate webhook secret', async (tx) => {
    await rotateSecret(tx, { actor: null, id, secret: webhookBox.close(secret.bytes), overlapSeconds });
    return { endpoint: (await readEndpointRecord(tx, { id }))!, secret: secret.written };
  });
}

/** Acts on an endpoint that is the operator's own. */
async function ofOperator<T>(
  database: Database,
  id: string,
  { actor, reason }: ActorAndReason,
  action: OperatorAction,
  act: (tx: Tx) => Promise<T>,
): Promise<T | OperatorRefusal> {
  return transact(database, async (tx) => {
    const endpoint = await readEndpointRecord(tx, { id });
    if (endpoint === null) return refuseOperator('NotFound');
    if (isOfPartner(endpoint)) return refuseOperator('WebhookEndpointOfSeller');
    await recordAct(tx, { actor, reason, action, subject: id, facts: { integration: endpoint.integration.name } });
    return act(tx);
  });
}

async function refuseUnlessEnabled(tx: Tx, id: string): Promise<OperatorRefusal | null> {
  const endpoint = await readEndpointRecord(tx, { id });
  if (endpoint === null) return refuseOperator('NotFound');
  return endpoint.isDisabled ? refuseOperator('WebhookEndpointDisabled') : null;
}

/** Sends a message that is no event. */
export async function pingEndpointOf(
  { database }: OnboardParts,
  id: string,
  { actor, reason, now }: ActorAndReason & { readonly now: Date },
): Promise<undefined | OperatorRefusal> {
  return transact(database, async (tx) => {
    const refusal = await refuseUnlessEnabled(tx, id);
    if (refusal !== null) return refusal;
    await insertPing(tx, id, newPing(now));
    await recordAct(tx, { actor, reason, action: 'ping webhook endpoint', subject: id });
    return undefined;
  });
}

/** What is sent again: one delivery, or every event of a time. */
export type Replayed = { readonly deliveryId: string } | { readonly since: Date; readonly until: Date };

/** Returns how many are sent again. */
export async function replayWebhooks(
  { database }: OnboardParts,
  id: string,
  replayed: Replayed,
  { actor, reason }: ActorAndReason,
): Promise<{ readonly count: number } | OperatorRefusal> {
  if ('since' in replayed && !(replayed.since < replayed.until)) return refuseOperator('TimesOutOfRange', 'until');
  return transact(database, async (tx) => {
    const refusal = await refuseUnlessEnabled(tx, id);
    if (refusal !== null) return refusal;
    const count = await replay(tx, id, replayed);
    if (count === 0 && 'deliveryId' in replayed) return refuseOperator('NotFound', 'deliveryId');
    if (count > replayedMax) return refuseOperator('ReplayTooLarge', 'until');
    await recordAct(tx, { actor, reason, action: 'replay webhooks', subject: id, facts: { ...replayed, count } });
    return { count };
  });
}

async function replay(tx: Tx, id: string, replayed: Replayed): Promise<number> {
  if ('since' in replayed) return replayRange(tx, id, { ...replayed, countMax: replayedMax });
  return (await replayDelivery(tx, { endpointId: id, id: replayed.deliveryId })) === null ? 0 : 1;
}

function faultOf(
  { url, types, description }: Partial<GivenEndpoint>,
  webhooks: Pick<WebhookEndpointParts['webhooks'], 'isUrlAllowed'>,
): OperatorRefusal | null {
  if (url !== undefined && !webhooks.isUrlAllowed(url)) return refuseOperator('WebhookUrlInvalid', 'url');
  if (types?.some((type) => !(eventTypes as readonly string[]).includes(type)))
    return refuseOperator('EventTypesInvalid', 'types', { types: eventTypes.join(', ') });
  if (description != null && description.length > descriptionLengthMax)
    return refuseOperator('DescriptionInvalid', 'description');
  return null;
}

/** Its address and secret are the seller's or the client's. */
function isOfPartner({ seller, oauthClient }: Pick<EndpointRecord, 'seller' | 'oauthClient'>): boolean {
  return seller !== null || oauthClient !== null;
}

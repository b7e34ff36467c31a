import { type Static, Type } from 'typebox';
import { type EventType, eventTypes } from '../../domain/policy/policy-event.ts';
import { count, flag, limit, moment, orNull, text, uuid } from './parts.ts';

/** Webhook endpoints in the operator's API: the operator's own, and those of sellers. */
const reason = Type.Optional(Type.String({ maxLength: 500 }));
const named = Type.Object({ id: uuid, name: text });
const url = Type.String({ maxLength: 2_000 });
const types = Type.Array(Type.String({ maxLength: 40 }), { maxItems: eventTypes.length });
const description = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 500 });

/** `GET /api/webhook-endpoints/:id`; `GET /api/integrations/:id/webhook-endpoints` lists them, the oldest first. */
export const webhookEndpoint = Type.Object({
  id: uuid,
  integration: named,
  /** The seller that made it; null: the operator's own, for all sellers of the integration. */
  seller: orNull(named),
  url: text,
  /** Empty: all. */
  types: Type.Array(Type.Unsafe<EventType>(text)),
  description: orNull(text),
  isDisabled: flag,
  /** Since when nothing has arrived; null while it does. */
  failingSince: orNull(moment),
  lastCause: orNull(text),
  previousSecretUntil: orNull(moment),
  createdAt: moment,
});
export type WireWebhookEndpoint = Static<typeof webhookEndpoint>;

export const pageQuery = Type.Object({ cursor: Type.Optional(uuid), limit });

/** `POST /api/integrations/:id/webhook-endpoints`. */
export const newWebhookEndpoint = Type.Object({
  url,
  types: Type.Optional(types),
  description: Type.Optional(description),
  reason,
});
export type NewWebhookEndpoint = Static<typeof newWebhookEndpoint>;

/** Also of `POST /api/webhook-endpoints/:id/secret`. The secret is shown this once. */
export const issuedWebhookEndpoint = Type.Object({ endpoint: webhookEndpoint, secret: text });
export type IssuedWebhookEndpoint = Static<typeof issuedWebhookEndpoint>;

/** `PATCH /api/webhook-endpoints/:id`. What is left out stays. Of a seller's endpoint only the state can be changed. */
export const webhookEndpointChanges = Type.Partial(Type.Object({ url, types, description, isDisabled: flag, reason }));
export type WebhookEndpointChanges = Static<typeof webhookEndpointChanges>;

/** `GET /api/webhook-endpoints/:id/deliveries`, newest first. */
export const webhookDelivery = Type.Object({
  id: uuid,
  eventId: uuid,
  type: text,
  policyNumber: orNull(text),
  attempts: count,
  responseStatus: orNull(count),
  lastCause: orNull(text),
  lastAttemptAt: orNull(moment),
  nextAttemptAt: orNull(moment),
  isDelivered: flag,
});
export type WireWebhookDelivery = Static<typeof webhookDelivery>;

/** `POST /api/webhook-endpoints/:id/ping` and `/secret`. */
export const reasonGiven = Type.Object({ reason });

/** `POST /api/webhook-endpoints/:id/replay`: one delivery, or every event from `since` until before `until`. */
export const webhookReplay = Type.Object({
  deliveryId: Type.Optional(uuid),
  since: Type.Optional(Type.String({ format: 'date-time' })),
  until: Type.Optional(Type.String({ format: 'date-time' })),
  reason,
});
export type WebhookReplay = Static<typeof webhookReplay>;

export const replayedWebhooks = Type.Object({ count });
export type ReplayedWebhooks = Static<typeof replayedWebhooks>;

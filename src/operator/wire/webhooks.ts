import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import { eventTypes } from '../../domain/event/policy-event.ts';
import type { DeliveryRecord, EndpointRecord } from '../../store/event/webhook-endpoint.ts';
import { flag, limit, uuid } from './parts.ts';

const reason = Type.Optional(Type.String({ maxLength: 500 }));
const url = Type.String({ maxLength: 2_000 });
const types = Type.Array(Type.String({ maxLength: 40 }), { maxItems: eventTypes.length });
const description = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 500 });

/** `GET /api/webhook-endpoints/:id`; `GET /api/integrations/:id/webhook-endpoints` lists them, the oldest first. */
export type WireWebhookEndpoint = EndpointRecord;

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
export type { IssuedEndpoint as IssuedWebhookEndpoint } from '../../flows/event/operator-endpoints.ts';

/** `PATCH /api/webhook-endpoints/:id`. What is left out stays. Of a seller's endpoint only the state can be changed. */
export const webhookEndpointChanges = Type.Partial(Type.Object({ url, types, description, isDisabled: flag, reason }));
export type WebhookEndpointChanges = Static<typeof webhookEndpointChanges>;

/** `GET /api/webhook-endpoints/:id/deliveries`, newest first. */
export type WireWebhookDelivery = DeliveryRecord;

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

export interface ReplayedWebhooks {
  readonly count: number;
}

import type { AnswerOf } from '@northbind/contract/operation.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  pingWebhookEndpoint,
  replayWebhookDelivery,
  rotateWebhookSecret,
  webhookDeliveries,
  webhookEndpoint,
  webhookEndpoints,
} from '@northbind/contract/webhook-endpoints.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { parseUuid } from '../domain/ids.ts';
import type { Refusal } from '../domain/refusal.ts';
import {
  createEndpoint,
  deliveriesOf,
  type Endpoint,
  type EndpointDelivery,
  editEndpoint,
  endpointsOf,
  findEndpoint,
  pingEndpoint,
  removeEndpoint,
  replay,
  rotateEndpointSecret,
  type WebhookEndpointParts,
} from '../flows/webhook-endpoints.ts';
import { type Answer, done, ok, refused } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export interface WebhookHandlerParts extends WebhookEndpointParts {
  readonly clock: Clock;
}

const valid = { isValid: true, errors: [] as never[] };

/** The operations on webhook endpoints, which share their parts. */
export function addWebhookEndpoints(add: AddOperation, parts: WebhookHandlerParts): void {
  add(createWebhookEndpoint, async ({ seller, body: { url, types = [], description = null } }) =>
    answered(await createEndpoint(parts, seller, { url, types, description }), (made) => ({
      ...valid,
      ...wireEndpoint(made),
      secret: made.secret,
    })),
  );
  add(webhookEndpoints, async ({ seller }) =>
    ok({ ...valid, webhookEndpoints: (await endpointsOf(parts, seller)).map(wireEndpoint) }),
  );
  add(webhookEndpoint, async ({ seller, params }) =>
    answered(await findEndpoint(parts, seller, parseUuid(params.id)), (found) => ({
      ...valid,
      ...wireEndpoint(found),
    })),
  );
  add(changeWebhookEndpoint, async ({ seller, params, body: { status, ...change } }) => {
    const isDisabled = status === undefined ? {} : { isDisabled: status === 'Disabled' };
    const changed = await editEndpoint(parts, seller, parseUuid(params.id), { ...change, ...isDisabled });
    return answered(changed, (endpoint) => ({ ...valid, ...wireEndpoint(endpoint) }));
  });
  add(deleteWebhookEndpoint, async ({ seller, params }) => {
    const refusal = await removeEndpoint(parts, seller, parseUuid(params.id));
    return refusal === null ? done : refused([refusal]);
  });
  add(rotateWebhookSecret, async ({ seller, params }) =>
    answered(await rotateEndpointSecret(parts, seller, parseUuid(params.id)), (rotated) => ({
      ...valid,
      ...wireEndpoint(rotated),
      secret: rotated.secret,
    })),
  );
  add(pingWebhookEndpoint, async ({ seller, params }) =>
    answered(await pingEndpoint(parts, seller, parseUuid(params.id), parts.clock()), (delivery) => ({
      ...valid,
      delivery: wireDelivery(delivery),
    })),
  );
  add(webhookDeliveries, async ({ seller, params }) =>
    answered(await deliveriesOf(parts, seller, parseUuid(params.id)), (deliveries) => ({
      ...valid,
      deliveries: deliveries.map(wireDelivery),
    })),
  );
  add(replayWebhookDelivery, async ({ seller, params }) =>
    answered(await replay(parts, seller, parseUuid(params.id), parseUuid(params.deliveryId)), (delivery) => ({
      ...valid,
      delivery: wireDelivery(delivery),
    })),
  );
}

function answered<T extends object, A>(result: T | Refusal, write: (value: T) => A): Answer<A> {
  return 'code' in result ? refused([result]) : ok(write(result as T));
}

function wireEndpoint({ id, url, types, description, isDisabled }: Endpoint) {
  const status: 'Disabled' | 'Enabled' = isDisabled ? 'Disabled' : 'Enabled';
  return { id, url, types: [...types], description, status };
}

type WireDelivery = AnswerOf<typeof webhookDeliveries>['deliveries'][number];

function wireDelivery({ isDelivered, nextAttemptAt, ...delivery }: EndpointDelivery): WireDelivery {
  const status = isDelivered ? 'Delivered' : nextAttemptAt === null ? 'Failed' : 'Pending';
  return { ...delivery, nextAttemptAt, status };
}

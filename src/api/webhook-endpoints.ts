import type { AnswerOf } from '@northbind/contract/operation.ts';
import * as contract from '@northbind/contract/webhook-endpoints.ts';
import { parseUuid } from '../domain/ids.ts';
import type { Refusal } from '../domain/refusal.ts';
import * as flows from '../flows/event/webhook-endpoints.ts';
import { type Answer, done, ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

/** The operations on webhook endpoints, which share their parts. */
export function addWebhookEndpoints(add: AddOperation, parts: flows.WebhookEndpointParts): void {
  add(contract.createWebhookEndpoint, async ({ reach, body: { url, types = [], description = null } }) => {
    const made = await flows.createEndpoint(parts, reach, { url, types, description });
    return 'id' in made ? ok({ ...valid, ...withSecret(made) }) : refused(made);
  });
  add(contract.webhookEndpoints, async ({ reach }) =>
    ok({ ...valid, webhookEndpoints: (await flows.endpointsOf(parts, reach)).map(wireEndpoint) }),
  );
  add(contract.webhookEndpoint, async ({ reach, params }) =>
    answered(await flows.findEndpoint(parts, reach, parseUuid(params.id)), wireEndpoint),
  );
  add(contract.changeWebhookEndpoint, async ({ reach, params, body: { status, ...change } }) => {
    const isDisabled = status === undefined ? {} : { isDisabled: status === 'Disabled' };
    const changed = await flows.editEndpoint(parts, reach, parseUuid(params.id), { ...change, ...isDisabled });
    return answered(changed, wireEndpoint);
  });
  add(contract.deleteWebhookEndpoint, async ({ reach, params }) => {
    const refusal = await flows.removeEndpoint(parts, reach, parseUuid(params.id));
    return refusal === null ? done : refused([refusal]);
  });
  add(contract.rotateWebhookSecret, async ({ reach, params }) =>
    answered(await flows.rotateEndpointSecret(parts, reach, parseUuid(params.id)), withSecret),
  );
  add(contract.pingWebhookEndpoint, async ({ reach, now, params }) =>
    answered(await flows.pingEndpoint(parts, reach, parseUuid(params.id), now), oneDelivery),
  );
  add(contract.webhookDeliveries, async ({ reach, params }) =>
    answered(await flows.deliveriesOf(parts, reach, parseUuid(params.id)), (deliveries) => ({
      deliveries: deliveries.map(wireDelivery),
    })),
  );
  add(contract.replayWebhookDelivery, async ({ reach, params }) =>
    answered(await flows.replay(parts, reach, parseUuid(params.id), parseUuid(params.deliveryId)), oneDelivery),
  );
  add(contract.replayWebhookEvents, async ({ reach, params, body: { since } }) =>
    answered(await flows.replaySince(parts, reach, parseUuid(params.id), new Date(since)), (replayed) => replayed),
  );
}

function answered<T extends object, A>(result: T | Refusal, write: (value: T) => A): Answer<typeof valid & A> {
  return 'code' in result ? refused([result]) : ok({ ...valid, ...write(result as T) });
}

function wireEndpoint({ id, url, types, description, isDisabled }: flows.Endpoint) {
  const status: 'Disabled' | 'Enabled' = isDisabled ? 'Disabled' : 'Enabled';
  return { id, url, types: [...types], description, status };
}

const withSecret = (made: flows.WithSecret) => ({ ...wireEndpoint(made), secret: made.secret });

type WireDelivery = AnswerOf<typeof contract.webhookDeliveries>['deliveries'][number];

function wireDelivery({ isDelivered, nextAttemptAt, ...delivery }: flows.EndpointDelivery): WireDelivery {
  const status = isDelivered ? 'Delivered' : nextAttemptAt === null ? 'Failed' : 'Pending';
  return { ...delivery, nextAttemptAt, status };
}

const oneDelivery = (delivery: flows.EndpointDelivery) => ({ delivery: wireDelivery(delivery) });

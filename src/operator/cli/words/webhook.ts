import type * as wire from '../../wire/webhooks.ts';
import { misuse, type Values } from '../command-kit.ts';
import { command, definedOf, disabling, group, type Reader, shownOnce } from '../command-words.ts';
import { byIntegration } from '../names.ts';
import { facts, minute, type Shown, shownRows, stateOf } from '../table.ts';

const endpointTerms = {
  types: '<types> the types of events, separated by commas; by default all',
  description: 'what it is for',
};
const endpointId: Reader = { property: 'id', read: (text) => text };

function endpointFacts(after: wire.WireWebhookEndpoint): Shown {
  return facts({ Id: after.id, Address: after.url, State: stateOf(after) });
}

function endpointSecret({ endpoint, secret }: wire.IssuedWebhookEndpoint): Shown {
  return shownOnce('secret', facts({ id: endpoint.id, secret }));
}

export const webhookWords = group('webhook', 'where events are sent, what became of them, replay', [
  command('create <url>', 'an endpoint for all sellers of an integration', {
    route: 'POST /api/integrations/:id/webhook-endpoints',
    needs: 'webhooks',
    options: { id: byIntegration('the integration whose events it gets'), ...endpointTerms },
    shows: endpointSecret,
  }),
  command('list', 'the endpoints of an integration: yours, and those that its sellers have made', {
    route: 'GET /api/integrations/:id/webhook-endpoints',
    options: { id: byIntegration('the integration') },
    shows: shownRows<wire.WireWebhookEndpoint>(
      {
        id: 'id',
        seller: (row) => row.seller?.name ?? 'all',
        address: 'url',
        types: (row) => (row.types.length === 0 ? 'all' : row.types.join(' ')),
        state: stateOf,
        'failing since (UTC)': (row) => minute(row.failingSince),
      },
      'No webhook endpoint.',
    ),
  }),
  command('update <id>', 'change your endpoint; what is left out stays', {
    route: 'PATCH /api/webhook-endpoints/:id',
    needs: 'webhooks',
    without: ['isDisabled'],
    options: { url: '<url> its address', ...endpointTerms },
    shows: endpointFacts,
  }),
  ...disabling<wire.WireWebhookEndpoint>('id', endpointId, 'PATCH /api/webhook-endpoints/:id', {
    about: {
      disable: 'nothing is sent there any more',
      enable: 'it gets events again; what it missed can be replayed',
    },
    shows: endpointFacts,
  }).map((words) => ({ ...words, needs: 'webhooks' as const })),
  command('rotate <id>', 'a new secret, shown once; both sign for a day', {
    route: 'POST /api/webhook-endpoints/:id/secret',
    needs: 'webhooks',
    shows: endpointSecret,
  }),
  command('remove <id>', 'delete your endpoint with its deliveries', {
    route: 'DELETE /api/webhook-endpoints/:id',
    shows: () => 'It was removed.',
  }),
  command('ping <id>', 'send a test message', {
    route: 'POST /api/webhook-endpoints/:id/ping',
    shows: () => 'It is sent by the service: see the deliveries.',
  }),
  command('deliveries <id>', 'what was sent there, newest first', {
    route: 'GET /api/webhook-endpoints/:id/deliveries',
    shows: shownRows<wire.WireWebhookDelivery>(
      {
        delivery: 'id',
        event: 'type',
        policy: 'policyNumber',
        state: (row) => (row.isDelivered ? 'delivered' : row.nextAttemptAt === null ? 'failed' : 'pending'),
        attempts: 'attempts',
        answer: 'responseStatus',
        'last try (UTC)': (row) => minute(row.lastAttemptAt),
        'next try (UTC)': (row) => minute(row.nextAttemptAt),
        cause: 'lastCause',
      },
      'No delivery.',
    ),
  }),
  command<wire.ReplayedWebhooks>('replay <id>', 'send one delivery again, or every event of a period', {
    route: 'POST /api/webhook-endpoints/:id/replay',
    options: {
      deliveryId: '--delivery <id> this delivery',
      since: '--from every event from this time on, as 2026-11-15 or 2026-11-15T14:00:00Z',
      until: '--to up to this time; by default until now',
    },
    adjust: (values, { clock }): Values => {
      const { deliveryId, since } = values;
      if ((deliveryId === undefined) === (since === undefined)) misuse('Name one: --delivery <id> or --from <time>.');
      return since === undefined ? values : { until: clock().toISOString(), ...definedOf(values) };
    },
    shows: ({ count }) => `${count === 1 ? '1 event is' : `${count} events are`} sent again.`,
  }),
]);

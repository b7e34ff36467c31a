import { parseUuid } from '../../../domain/ids.ts';
import {
  changeIntegrationEndpoint,
  createIntegrationEndpoint,
  type EndpointChanges,
  type IssuedEndpoint,
  pingEndpointOf,
  removeIntegrationEndpoint,
  replayWebhooks,
  rotateIntegrationEndpoint,
} from '../../../flows/event/operator-endpoints.ts';
import {
  type DeliveryRecord,
  type EndpointRecord,
  listDeliveryRecords,
  listEndpointRecords,
  readEndpointRecord,
} from '../../../store/event/webhook-endpoint.ts';
import { accepted, refuse } from '../../kit/accepted.ts';
import { type Answer, type Commands, misuse, type OpenLine } from '../command-kit.ts';
import { addDisabling } from '../disabling-commands.ts';
import { option, reason, required, wordsIn } from '../options.ts';
import { type Columns, facts, minute, pageAnswer, stateOf } from '../table.ts';
import { integrationOf } from './find-by-name.ts';

const pageRows = 50;

/** What is no id is nobody's. */
const idOf = (text: string): string => parseUuid(text) ?? '00000000-0000-0000-0000-000000000000';

const cursor = option('<id>', 'go on after this one', idOf);

const terms = {
  types: option('<types>', 'the types of events, separated by commas; by default all', wordsIn),
  description: option('<text>', 'what it is for'),
};

/** `northbind webhook …`: where events are sent, and what became of them. */
export function webhookCommands(program: Commands): void {
  const webhook = program.group('webhook', 'where events are sent, what became of them, replay');

  webhook
    .add('create <url>', 'an endpoint for all sellers of an integration', {
      reason,
      integration: required('<client-id>', 'the integration whose events it gets'),
      ...terms,
    })
    .run(async (line, { integration, types = [], description = null }, url) => {
      const { id } = await integrationOf(line, integration);
      const parts = { ...line, ...(await line.openWebhooks()) };
      return withSecret(accepted(await createIntegrationEndpoint(parts, id, { url, types, description }, line.by)));
    });

  webhook
    .add('list', 'the endpoints of an integration: yours, and those that its sellers have made', {
      integration: required('<client-id>', 'the integration'),
      cursor,
    })
    .run(async (line, { integration, cursor = null }) => {
      const { id } = await integrationOf(line, integration);
      const page = await listEndpointRecords(line.database, id, { cursor, limit: pageRows });
      return pageAnswer(page, 'No webhook endpoint.', endpointColumns);
    });

  webhook
    .add('update <id>', 'change your endpoint; what is left out stays', {
      reason,
      ...terms,
      url: option('<url>', 'its address'),
    })
    .run((line, { types, url, description }, id) =>
      change(line, id, {
        ...(url !== undefined && { url }),
        ...(types !== undefined && { types }),
        ...(description !== undefined && { description }),
      }),
    );

  const about = {
    disable: 'nothing is sent there any more',
    enable: 'it gets events again; what it missed can be replayed',
  };
  addDisabling(webhook, '<id>', about, (line, id, isDisabled) => change(line, id, { isDisabled }));

  webhook
    .add('rotate <id>', 'a new secret, shown once; both sign for a day', { reason })
    .run(async (line, _options, id) => {
      const parts = { ...line, ...(await line.openWebhooks()) };
      return withSecret(accepted(await rotateIntegrationEndpoint(parts, idOf(id), line.by)));
    });

  webhook.add('remove <id>', 'delete your endpoint with its deliveries', { reason }).run(async (line, _options, id) => {
    accepted(await removeIntegrationEndpoint(line, idOf(id), line.by));
    return { json: {}, text: 'It was removed.' };
  });

  webhook.add('ping <id>', 'send a test message', { reason }).run(async (line, _options, id) => {
    accepted(await pingEndpointOf(line, idOf(id), line.by));
    return { json: {}, text: 'It is sent by the service: see the deliveries.' };
  });

  webhook
    .add('deliveries <id>', 'what was sent there, newest first', { cursor })
    .run(async ({ database }, { cursor = null }, id) => {
      if ((await readEndpointRecord(database, idOf(id))) === null) refuse('NotFound', '', { endpoint: id });
      const page = await listDeliveryRecords(database, idOf(id), { cursor, limit: pageRows });
      return pageAnswer(page, 'No delivery.', deliveryColumns);
    });

  webhook
    .add('replay <id>', 'send again: one delivery, or every event of a time', {
      reason,
      delivery: option('<id>', 'this delivery'),
      from: option('<time>', 'every event from this time on, as 2026-11-15 or 2026-11-15T14:00:00Z'),
      to: option('<time>', 'up to this time; by default until now'),
    })
    .run(async (line, { delivery, from, to }, id) => {
      if ((delivery === undefined) === (from === undefined)) misuse('Name one: --delivery <id> or --from <time>.');
      const replayed =
        delivery !== undefined
          ? { deliveryId: idOf(delivery) }
          : { since: timeOf(from!), until: to === undefined ? line.clock() : timeOf(to) };
      const done = accepted(await replayWebhooks(line, idOf(id), replayed, line.by));
      return { json: done, text: `${done.count === 1 ? '1 event is' : `${done.count} events are`} sent again.` };
    });
}

function withSecret(issued: IssuedEndpoint): Answer {
  const { endpoint, secret } = issued;
  return { json: issued, text: `${facts({ id: endpoint.id, secret })}\n\nThe secret is shown this once.` };
}

async function change(line: OpenLine, id: string, changes: EndpointChanges): Promise<Answer> {
  const { webhooks } = await line.openWebhooks();
  const after = accepted(await changeIntegrationEndpoint({ ...line, webhooks }, idOf(id), changes, line.by));
  return { json: after, text: facts({ Id: after.id, Address: after.url, State: stateOf(after) }) };
}

function timeOf(text: string): Date {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? misuse('Write a time as 2026-11-15 or 2026-11-15T14:00:00Z.') : time;
}

const endpointColumns: Columns<EndpointRecord> = {
  id: 'id',
  seller: (row) => row.seller?.name ?? 'all',
  address: 'url',
  types: (row) => (row.types.length === 0 ? 'all' : row.types.join(' ')),
  state: stateOf,
  'failing since (UTC)': (row) => minute(row.failingSince),
};

const deliveryColumns: Columns<DeliveryRecord> = {
  delivery: 'id',
  event: 'type',
  policy: 'policyNumber',
  state: (row) => (row.isDelivered ? 'delivered' : row.nextAttemptAt === null ? 'failed' : 'pending'),
  attempts: { right: 'attempts' },
  answer: { right: 'responseStatus' },
  'last try (UTC)': (row) => minute(row.lastAttemptAt),
  'next try (UTC)': (row) => minute(row.nextAttemptAt),
  cause: 'lastCause',
};

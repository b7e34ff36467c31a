import type { Command } from 'commander';
import { parseUuid } from '../../../domain/ids.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../../domain/operator/refusal.ts';
import {
  changeIntegrationEndpoint,
  createIntegrationEndpoint,
  type EndpointChanges,
  type IssuedEndpoint,
  pingEndpointOf,
  type Replayed,
  removeIntegrationEndpoint,
  replayWebhooks,
  rotateIntegrationEndpoint,
} from '../../../flows/onboard/webhook-endpoints.ts';
import {
  type DeliveryRecord,
  type EndpointRecord,
  listDeliveryRecords,
  listEndpointRecords,
  readEndpointRecord,
} from '../../../store/onboard/webhook-endpoint.ts';
import {
  type CommandAnswer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  exitCodes,
  type ReasonOption,
  withReason,
} from '../command-kit.ts';
import { type Column, facts, stateOf, table } from '../table.ts';
import { integrationOf } from './find-by-name.ts';

interface Terms extends ReasonOption {
  readonly url?: string;
  readonly types?: string;
  readonly description?: string;
}

interface PageOptions {
  readonly cursor?: string;
}

const pageRows = 50;

/** `northbind webhook …`: where events are sent, and what became of them. */
export function webhookCommands(webhook: Command, parts: CommandParts): void {
  withTerms(
    withReason(
      webhook.command('create <url>').description('an endpoint for all sellers of an integration'),
    ).requiredOption('--integration <client-id>', 'the integration whose events it gets'),
  ).action(commandAction<Terms & { integration: string }>(parts, create));

  webhook
    .command('list')
    .description('the endpoints of an integration: yours, and those that its sellers have made')
    .requiredOption('--integration <client-id>', 'the integration')
    .option('--cursor <id>', 'go on after this one')
    .action(commandAction<PageOptions & { integration: string }>(parts, list));

  withTerms(withReason(webhook.command('update <id>').description('change your endpoint; what is left out stays')))
    .option('--url <url>', 'its address')
    .action(
      commandAction<Terms>(parts, async (line, { reason, types, url, description }, id = '') =>
        change(line, id, reason, {
          ...(url !== undefined && { url }),
          ...(types !== undefined && { types: typesOf(types) }),
          ...(description !== undefined && { description }),
        }),
      ),
    );

  for (const [verb, isDisabled, meaning] of [
    ['disable', true, 'nothing is sent there any more'],
    ['enable', false, 'it gets events again; what it missed can be replayed'],
  ] as const)
    withReason(webhook.command(`${verb} <id>`).description(meaning)).action(
      commandAction<ReasonOption>(parts, (line, { reason }, id = '') => change(line, id, reason, { isDisabled })),
    );

  withReason(webhook.command('rotate <id>').description('a new secret, shown once; both sign for a day')).action(
    commandAction<ReasonOption>(parts, async (line, { reason }, id = '') => {
      const sealing = await line.openWebhooks();
      return withSecret(await rotateIntegrationEndpoint({ ...line, ...sealing }, idOf(id), byOf(line, reason)));
    }),
  );

  withReason(webhook.command('remove <id>').description('delete your endpoint with its deliveries')).action(
    commandAction<ReasonOption>(
      parts,
      async (line, { reason }, id = '') =>
        (await removeIntegrationEndpoint(line, idOf(id), byOf(line, reason))) ?? { json: {}, text: 'It was removed.' },
    ),
  );

  withReason(webhook.command('ping <id>').description('send a test message')).action(
    commandAction<ReasonOption>(
      parts,
      async (line, { reason }, id = '') =>
        (await pingEndpointOf(line, idOf(id), { ...byOf(line, reason), now: line.clock() })) ?? {
          json: {},
          text: 'It is sent by the service: see the deliveries.',
        },
    ),
  );

  webhook
    .command('deliveries <id>')
    .description('what was sent there, newest first')
    .option('--cursor <id>', 'go on after this one')
    .action(commandAction<PageOptions>(parts, deliveries));

  withReason(webhook.command('replay <id>').description('send again: one delivery, or every event of a time'))
    .option('--delivery <id>', 'this delivery')
    .option('--from <time>', 'every event from this time on, as 2026-11-15 or 2026-11-15T14:00:00Z')
    .option('--to <time>', 'up to this time; by default until now')
    .action(commandAction<ReplayOptions>(parts, replay));
}

function withTerms(command: Command): Command {
  return command
    .option('--types <types>', 'the types of events, separated by commas; by default all')
    .option('--description <text>', 'what it is for');
}

async function create(
  line: CommandLine,
  {
    integration: clientId,
    reason,
    types = '',
    description = null,
  }: Omit<Terms, 'description'> & {
    integration: string;
    description?: string | null;
  },
  url = '',
): Promise<CommandAnswer> {
  const integration = await integrationOf(line.database, clientId);
  if (isOperatorRefusal(integration)) return integration;
  const given = { url, types: typesOf(types), description };
  const sealing = await line.openWebhooks();
  return withSecret(
    await createIntegrationEndpoint({ ...line, ...sealing }, integration.id, given, byOf(line, reason)),
  );
}

function withSecret(issued: IssuedEndpoint | OperatorRefusal): CommandAnswer {
  if (isOperatorRefusal(issued)) return issued;
  const { endpoint, secret } = issued;
  return { json: issued, text: `${facts({ id: endpoint.id, secret })}\n\nThe secret is shown this once.` };
}

async function list(
  { database }: CommandLine,
  { integration: clientId, cursor }: PageOptions & { integration: string },
): Promise<CommandAnswer> {
  const integration = await integrationOf(database, clientId);
  if (isOperatorRefusal(integration)) return integration;
  const page = await listEndpointRecords(database, integration.id, { cursor: cursorOf(cursor), limit: pageRows });
  return { json: page, text: table(page.rows, endpointColumns, 'No webhook endpoint.') + more(page) };
}

async function change(line: CommandLine, id: string, reason: string, changes: EndpointChanges): Promise<CommandAnswer> {
  const { webhooks } = await line.openWebhooks();
  const after = await changeIntegrationEndpoint({ ...line, webhooks }, idOf(id), changes, byOf(line, reason));
  if (isOperatorRefusal(after)) return after;
  return { json: after, text: facts({ Id: after.id, Address: after.url, State: stateOf(after) }) };
}

async function deliveries({ database }: CommandLine, { cursor }: PageOptions, id = ''): Promise<CommandAnswer> {
  if ((await readEndpointRecord(database, idOf(id))) === null) return refuseOperator('NotFound', '', { endpoint: id });
  const page = await listDeliveryRecords(database, idOf(id), { cursor: cursorOf(cursor), limit: pageRows });
  return { json: page, text: table(page.rows, deliveryColumns, 'No delivery.') + more(page) };
}

interface ReplayOptions extends ReasonOption {
  readonly delivery?: string;
  readonly from?: string;
  readonly to?: string;
}

async function replay(line: CommandLine, options: ReplayOptions, id = ''): Promise<CommandAnswer> {
  const { delivery, from, to, reason } = options;
  if ((delivery === undefined) === (from === undefined))
    throw new CommandFault('Name one: --delivery <id> or --from <time>.', exitCodes.usage);
  const replayed: Replayed =
    delivery !== undefined
      ? { deliveryId: idOf(delivery) }
      : { since: timeOf(from!), until: to === undefined ? line.clock() : timeOf(to) };
  const done = await replayWebhooks(line, idOf(id), replayed, byOf(line, reason));
  if (isOperatorRefusal(done)) return done;
  return { json: done, text: `${done.count === 1 ? '1 event is' : `${done.count} events are`} sent again.` };
}

const byOf = ({ actor }: CommandLine, reason: string) => ({ actor, reason });

const typesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');

/** What is no id is nobody's. */
function idOf(text: string): string {
  return parseUuid(text) ?? '00000000-0000-0000-0000-000000000000';
}

function cursorOf(text: string | undefined): string | null {
  return text === undefined ? null : idOf(text);
}

function timeOf(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new CommandFault('Write a time as 2026-11-15 or 2026-11-15T14:00:00Z.', exitCodes.usage);
  return time;
}

const more = ({ nextCursor }: { readonly nextCursor: string | null }): string =>
  nextCursor === null ? '' : `\n\nThere are more: --cursor ${nextCursor}`;

const minute = (moment: string | null): string | null => moment?.slice(0, 16).replace('T', ' ') ?? null;

const endpointColumns: readonly Column<EndpointRecord>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'seller', of: (row) => row.seller?.name ?? 'all' },
  { title: 'address', of: (row) => row.url },
  { title: 'types', of: (row) => (row.types.length === 0 ? 'all' : row.types.join(' ')) },
  { title: 'state', of: stateOf },
  { title: 'failing since (UTC)', of: (row) => minute(row.failingSince) },
];

const deliveryColumns: readonly Column<DeliveryRecord>[] = [
  { title: 'delivery', of: (row) => row.id },
  { title: 'event', of: (row) => row.type },
  { title: 'policy', of: (row) => row.policyNumber },
  {
    title: 'state',
    of: (row) => (row.isDelivered ? 'delivered' : row.nextAttemptAt === null ? 'failed' : 'pending'),
  },
  { title: 'attempts', of: (row) => row.attempts, align: 'right' },
  { title: 'answer', of: (row) => row.responseStatus, align: 'right' },
  { title: 'last try (UTC)', of: (row) => minute(row.lastAttemptAt) },
  { title: 'next try (UTC)', of: (row) => minute(row.nextAttemptAt) },
  { title: 'cause', of: (row) => row.lastCause },
];

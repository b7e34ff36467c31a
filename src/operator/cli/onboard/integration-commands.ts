import type { Command } from 'commander';
import { isOperatorRefusal } from '../../../domain/operator/refusal.ts';
import { createIntegration, type IntegrationChanges, updateIntegration } from '../../../flows/onboard/integrations.ts';
import { listIntegrations } from '../../../store/onboard/integration.ts';
import {
  type CommandAnswer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  withReason,
} from '../command-kit.ts';
import { facts, stateOf } from '../table.ts';
import { integrationOf } from './find-by-name.ts';
import { answerNameList, type NameListOptions, withNameList } from './name-list-command.ts';

interface Terms extends ReasonOption {
  readonly name?: string;
  readonly clientId?: string;
  readonly rateLimit?: string;
}

export function integrationCommands(integration: Command, parts: CommandParts): void {
  withReason(integration.command('create <name>').description('make an integration; its client secret is shown once'))
    .option('--client-id <id>', 'its client id; by default made from the name')
    .option('--rate-limit <requests>', 'requests per 60 seconds; by default the limit of the service')
    .action(commandAction<Terms>(parts, create));

  withNameList(integration.command('list').description('all integrations, by name'), 'client id').action(
    commandAction<NameListOptions>(parts, ({ database }, options) =>
      answerNameList(options, {
        ids: 'uuid',
        read: (query) => listIntegrations(database, { ...query, visible: null }),
        columns: [
          { title: 'client id', of: (row) => row.clientId },
          { title: 'name', of: (row) => row.name },
          { title: 'state', of: stateOf },
          { title: 'sellers', of: (row) => row.sellerCount, align: 'right' },
          { title: 'rate limit', of: (row) => row.rateLimit ?? 'default', align: 'right' },
        ],
        nothing: 'No integration. Make one: npx northbind integration create <name>',
      }),
    ),
  );

  withReason(integration.command('update <client-id>').description('change an integration; what is left out stays'))
    .option('--name <name>', 'its name')
    .option('--rate-limit <requests>', 'requests per 60 seconds, or "default" for the limit of the service')
    .action(
      commandAction<Terms>(parts, (line, { reason, name, rateLimit }, clientId = '') =>
        update(line, clientId, reason, {
          ...(name !== undefined && { name }),
          ...(rateLimit !== undefined && { rateLimit: readLimit(rateLimit) }),
        }),
      ),
    );

  for (const [verb, isDisabled, meaning] of [
    ['disable', true, 'it and its sellers can no longer sign in, from now on'],
    ['enable', false, 'it and its sellers can sign in again'],
  ] as const)
    withReason(integration.command(`${verb} <client-id>`).description(meaning)).action(
      commandAction<ReasonOption>(parts, (line, { reason }, clientId = '') =>
        update(line, clientId, reason, { isDisabled }),
      ),
    );
}

async function create(line: CommandLine, options: Terms, name = ''): Promise<CommandAnswer> {
  const { reason, clientId, rateLimit } = options;
  const given = { name, clientId, rateLimit: rateLimit === undefined ? null : readLimit(rateLimit) };
  const issued = await createIntegration(line, given, { actor: line.actor, reason, now: line.clock() });
  if (isOperatorRefusal(issued)) return issued;
  const { integration, clientSecret } = issued;
  return {
    json: issued,
    text: `${facts({ client_id: integration.clientId, client_secret: clientSecret })}\n\nThe secret is shown this once.`,
  };
}

async function update(
  line: CommandLine,
  clientId: string,
  reason: string,
  changes: IntegrationChanges,
): Promise<CommandAnswer> {
  const found = await integrationOf(line.database, clientId);
  if (isOperatorRefusal(found)) return found;
  const after = await updateIntegration(line, found.id, changes, { actor: line.actor, reason });
  if (isOperatorRefusal(after)) return after;
  const { name, rateLimit } = after;
  return {
    json: after,
    text: facts({
      'Client id': clientId,
      Name: name,
      State: stateOf(after),
      'Rate limit': rateLimit ?? 'default',
    }),
  };
}

/** The flow refuses what is not a number. */
function readLimit(text: string): number | null {
  return text === 'default' ? null : Number(text);
}

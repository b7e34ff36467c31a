import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { scopes } from '../../../domain/oauth.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../../domain/operator/refusal.ts';
import { changeOAuthClient, createOAuthClient } from '../../../flows/onboard/oauth-clients.ts';
import type { Database } from '../../../store/database.ts';
import { findOAuthClient, listOAuthClients, type OAuthClientRecord } from '../../../store/onboard/oauth-client.ts';
import {
  type CommandAnswer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  withReason,
} from '../command-kit.ts';
import { facts, stateOf, table } from '../table.ts';
import { integrationOf, sellerOf } from './find-by-name.ts';

interface Terms extends ReasonOption {
  readonly integration: string;
  readonly clientId?: string;
  readonly sellers?: string;
  readonly scopes: string;
  readonly keys?: string;
}

export function oauthClientCommands(client: Command, parts: CommandParts): void {
  withReason(client.command('create <name>').description('make a client of OAuth 2.0; its secret is shown once'))
    .requiredOption('--integration <client-id>', 'the integration that it belongs to')
    .option('--client-id <id>', 'its client id; by default made from the name')
    .option('--sellers <usernames>', 'the sellers that it acts for, separated by commas; by default all')
    .option('--scopes <scopes>', 'what its tokens may be used for', scopes.join(','))
    .option('--keys <file>', 'its public keys (JWK or JWKS), to prove itself without the secret')
    .action(commandAction<Terms>(parts, create));

  client
    .command('list')
    .description('all clients of OAuth 2.0')
    .action(
      commandAction(parts, async ({ database }) => {
        const rows = await listOAuthClients(database, null);
        return { json: rows, text: rows.length === 0 ? 'No client of OAuth 2.0.' : table(rows, columns) };
      }),
    );

  withReason(client.command('keys <client-id> <file>').description('replace its public keys (JWK or JWKS)')).action(
    commandAction<ReasonOption>(parts, async (line, { reason }, clientId = '', file = '') =>
      change(line, clientId, reason, { keys: await readFile(file, 'utf8') }),
    ),
  );

  for (const [verb, isDisabled, meaning] of [
    ['disable', true, 'it gets no tokens, and those that it has end'],
    ['enable', false, 'it gets tokens again'],
  ] as const)
    withReason(client.command(`${verb} <client-id>`).description(meaning)).action(
      commandAction<ReasonOption>(parts, (line, { reason }, clientId = '') =>
        change(line, clientId, reason, { isDisabled }),
      ),
    );
}

export async function oauthClientOf(
  database: Database,
  clientId: string,
): Promise<OAuthClientRecord | OperatorRefusal> {
  return (await findOAuthClient(database, clientId)) ?? refuseOperator('NotFound', '', { client: clientId });
}

async function create(line: CommandLine, options: Terms, name = ''): Promise<CommandAnswer> {
  const integration = await integrationOf(line.database, options.integration);
  if (isOperatorRefusal(integration)) return integration;
  const sellerIds: string[] = [];
  for (const username of options.sellers?.split(',') ?? []) {
    const seller = await sellerOf(line.database, `${options.integration}/${username.trim()}`);
    if (isOperatorRefusal(seller)) return seller;
    sellerIds.push(seller.id);
  }
  const given = {
    name,
    clientId: options.clientId,
    integrationId: integration.id,
    sellerIds: options.sellers === undefined ? null : sellerIds,
    scopes: options.scopes.split(',').map((scope) => scope.trim()),
    keys: options.keys === undefined ? undefined : await readFile(options.keys, 'utf8'),
  };
  const issued = await createOAuthClient(line, given, { actor: line.actor, reason: options.reason });
  if (isOperatorRefusal(issued)) return issued;
  const { client, clientSecret } = issued;
  return {
    json: issued,
    text: `${facts({ client_id: client.clientId, client_secret: clientSecret })}\n\nThe secret is shown this once.`,
  };
}

async function change(
  line: CommandLine,
  clientId: string,
  reason: string,
  changes: Parameters<typeof changeOAuthClient>[2],
): Promise<CommandAnswer> {
  const client = await oauthClientOf(line.database, clientId);
  if (isOperatorRefusal(client)) return client;
  const after = await changeOAuthClient(line, client, changes, { actor: line.actor, reason });
  if (isOperatorRefusal(after)) return after;
  return { json: after, text: facts({ 'Client id': clientId, State: stateOf(after), Keys: after.keyCount }) };
}

const columns = [
  { title: 'client id', of: (row: OAuthClientRecord) => row.clientId },
  { title: 'integration', of: (row: OAuthClientRecord) => row.integration },
  { title: 'sellers', of: (row: OAuthClientRecord) => row.sellers?.join(' ') ?? 'all' },
  { title: 'scopes', of: (row: OAuthClientRecord) => row.scopes.join(' ') },
  { title: 'keys', of: (row: OAuthClientRecord) => row.keyCount },
  { title: 'state', of: stateOf },
];

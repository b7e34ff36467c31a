import { readFile } from 'node:fs/promises';
import { scopes } from '../../../domain/credential/oauth.ts';
import { changeOAuthClient, createOAuthClient } from '../../../flows/credential/oauth-clients.ts';
import { listOAuthClients, type OAuthClientRecord } from '../../../store/credential/oauth-client.ts';
import { accepted } from '../../kit/accepted.ts';
import type { Answer, Commands, OpenLine } from '../command-kit.ts';
import { addDisabling } from '../disabling-commands.ts';
import { option, optionOr, reason, required } from '../options.ts';
import { type Columns, facts, stateOf, table } from '../table.ts';
import { integrationOf, oauthClientOf, sellerOf } from './find-by-name.ts';

export function oauthClientCommands(program: Commands): void {
  const client = program.group('oauth-client', 'clients of OAuth 2.0: create, keys, remove-keys, disable, enable');

  client
    .add('create <name>', 'make a client of OAuth 2.0; its secret is shown once', {
      reason,
      integration: required('<client-id>', 'the integration that it belongs to'),
      clientId: option('<id>', 'its client id; by default made from the name'),
      sellers: option('<usernames>', 'the sellers that it acts for, separated by commas; by default all'),
      scopes: optionOr('<scopes>', 'what its tokens may be used for', scopes.join(',')),
      keys: option('<file>', 'its public keys (JWK or JWKS), to prove itself without the secret'),
    })
    .run(async (line, options, name) => {
      const integration = await integrationOf(line, options.integration);
      const sellerIds: string[] = [];
      for (const username of options.sellers?.split(',') ?? [])
        sellerIds.push((await sellerOf(line, `${options.integration}/${username.trim()}`)).id);
      const given = {
        name,
        clientId: options.clientId,
        integrationId: integration.id,
        sellerIds: options.sellers === undefined ? null : sellerIds,
        scopes: options.scopes.split(',').map((scope) => scope.trim()),
        keys: options.keys === undefined ? undefined : await readFile(options.keys, 'utf8'),
      };
      const issued = accepted(await createOAuthClient(line, given, line.by));
      const shown = facts({ client_id: issued.client.clientId, client_secret: issued.clientSecret });
      return { json: issued, text: `${shown}\n\nThe secret is shown this once.` };
    });

  client.add('list', 'all clients of OAuth 2.0').run(async ({ database }) => {
    const rows = await listOAuthClients(database, null);
    return { json: rows, text: table(rows, columns, 'No client of OAuth 2.0.') };
  });

  client
    .add('keys <client-id> <file>', 'replace its public keys (JWK or JWKS)', { reason })
    .run(async (line, _options, clientId, file) => change(line, clientId, { keys: await readFile(file, 'utf8') }));

  client
    .add('remove-keys <client-id>', 'take its public keys away; it proves itself by its secret alone', { reason })
    .run(async (line, _options, clientId) => change(line, clientId, { keys: '{"keys":[]}' }));

  const about = { disable: 'it gets no tokens, and those that it has end', enable: 'it gets tokens again' };
  addDisabling(client, '<client-id>', about, (line, clientId, isDisabled) => change(line, clientId, { isDisabled }));
}

async function change(
  line: OpenLine,
  clientId: string,
  changes: Parameters<typeof changeOAuthClient>[2],
): Promise<Answer> {
  const after = accepted(await changeOAuthClient(line, await oauthClientOf(line, clientId), changes, line.by));
  return { json: after, text: facts({ 'Client id': clientId, State: stateOf(after), Keys: after.keyCount }) };
}

const columns: Columns<OAuthClientRecord> = {
  'client id': 'clientId',
  integration: 'integration',
  sellers: (row) => row.sellers?.join(' ') ?? 'all',
  scopes: (row) => row.scopes.join(' '),
  keys: 'keyCount',
  state: stateOf,
};

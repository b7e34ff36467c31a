import { defaultScopes, scopes } from '../../../domain/credential/scope.ts';
import type { CreatedOAuthClient, WireOAuthClient } from '../../wire/onboard.ts';
import { readGivenFile } from '../command-kit.ts';
import { command, disabling, group, shownOnce } from '../command-words.ts';
import { byIntegration, oauthClient, sellerOf } from '../names.ts';
import { facts, type Shown, shownRows, stateOf } from '../table.ts';

const clientChange = { route: 'PATCH /api/oauth-clients/:id', args: { 'client-id': oauthClient } };
const keysFile = async (path: string): Promise<string> => (await readGivenFile(path)).toString();

function clientFacts(after: WireOAuthClient): Shown {
  return facts({ 'Client id': after.clientId, State: stateOf(after), Keys: after.keyCount });
}

export const oauthClientWords = group(
  'oauth-client',
  'clients of OAuth 2.0: create, keys, remove-keys, disable, enable',
  [
    command<CreatedOAuthClient>('create <name>', 'create an OAuth 2.0 client; its secret is shown once', {
      route: 'POST /api/integrations/:id/oauth-clients',
      options: {
        id: { ...byIntegration('the integration that it belongs to'), isRequired: true },
        clientId: '<id> its client id; by default made from the name',
        sellerIds: '--sellers <usernames> the sellers that it acts for, separated by commas; by default all',
        scopes: {
          text: `<scopes> what its tokens may be used for, of ${scopes.join(', ')}`,
          fallback: defaultScopes.join(','),
        },
        keys: { text: '<file> its public keys (JWK or JWKS), to prove itself without the secret', read: keysFile },
      },
      adjust: async (values, line, { texts }) => {
        const names = values.sellerIds as readonly string[] | undefined;
        const sellers = names?.map((name) => sellerOf(line, `${texts.integration}/${name}`));
        return { ...values, sellerIds: sellers && (await Promise.all(sellers)).map(({ id }) => id) };
      },
      shows: (issued) =>
        shownOnce('secret', facts({ client_id: issued.client.clientId, client_secret: issued.clientSecret })),
    }),
    command('list', 'all OAuth 2.0 clients', {
      route: 'GET /api/oauth-clients',
      shows: shownRows<WireOAuthClient>(
        {
          'client id': 'clientId',
          integration: 'integration',
          sellers: (row) => row.sellers?.join(' ') ?? 'all',
          scopes: (row) => row.scopes.join(' '),
          keys: 'keyCount',
          state: stateOf,
        },
        'No client of OAuth 2.0.',
      ),
    }),
    command('keys <client-id> <file>', 'replace its public keys (JWK or JWKS)', {
      ...clientChange,
      args: { ...clientChange.args, file: { property: 'keys', read: keysFile } },
      without: ['isDisabled'],
      shows: clientFacts,
    }),
    command('remove-keys <client-id>', 'remove its public keys; it then proves itself by its secret alone', {
      ...clientChange,
      without: ['isDisabled'],
      fixed: { keys: '{"keys":[]}' },
      shows: clientFacts,
    }),
    ...disabling('client-id', oauthClient, clientChange.route, {
      about: { disable: 'it gets no tokens, and those that it has end', enable: 'it gets tokens again' },
      shows: clientFacts,
    }),
  ],
);

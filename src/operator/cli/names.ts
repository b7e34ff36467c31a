import { findOAuthClient, type OAuthClientRecord } from '../../store/credential/oauth-client.ts';
import { findAccount } from '../../store/operator/operator-account.ts';
import { findIntegration, type IntegrationRecord } from '../../store/partner/integration.ts';
import { findSellers, type SellerRecord } from '../../store/partner/seller.ts';
import { refuse } from '../kit/accepted.ts';
import type { CommandLine } from './command-kit.ts';
import type { OptionWords, Reader } from './command-words.ts';

type Line = Pick<CommandLine, 'database'>;

/** Commands take names instead of ids. */
export async function integrationOf({ database }: Line, clientId: string): Promise<IntegrationRecord> {
  return (await findIntegration(database, { clientId })) ?? refuse('NotFound', '', { integration: clientId });
}

async function oauthClientOf({ database }: Line, clientId: string): Promise<OAuthClientRecord> {
  return (await findOAuthClient(database, { clientId })) ?? refuse('NotFound', '', { client: clientId });
}

/** Finds a seller by its username or, where two integrations have the same, by `client_id/username`. */
export async function sellerOf({ database }: Line, name: string): Promise<SellerRecord> {
  const slash = name.indexOf('/');
  const clientId = slash === -1 ? null : name.slice(0, slash);
  const [found = refuse('NotFound', '', { seller: name }), second] = await findSellers(database, {
    username: name.slice(slash + 1),
    clientId,
  });
  return second === undefined ? found : refuse('SellerAmbiguous', '', { seller: name });
}

function idBy(find: (line: Line, name: string) => Promise<{ readonly id: string }>): Reader {
  return { property: 'id', read: async (name, line) => (await find(line, name)).id };
}

export const account = idBy(
  async ({ database }, name) => (await findAccount(database, { name })) ?? refuse('NotFound', 'name', { name }),
);
export const integration = idBy(integrationOf);
export const oauthClient = idBy(oauthClientOf);
export const seller = idBy(sellerOf);

export function byIntegration(text: string): OptionWords {
  return { text: `--integration <client-id> ${text}`, read: integration.read };
}

export function bySeller(text: string): OptionWords {
  return { text: `--seller <username> ${text}`, read: seller.read };
}

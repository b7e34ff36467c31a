import type { RotatedPassword, RotatedSecret } from '../../wire/onboard.ts';
import { type Given, misuse, type OpenLine } from '../command-kit.ts';
import { command, group } from '../command-words.ts';
import { integration, oauthClient, seller } from '../names.ts';
import { facts } from '../table.ts';

/** Whose a credential is, and where the API has it. */
const owners = {
  integration: { reader: integration, path: '/api/integrations/:id', noun: 'secret' },
  oauthClient: { reader: oauthClient, path: '/api/oauth-clients/:id', noun: 'secret' },
  seller: { reader: seller, path: '/api/sellers/:id', noun: 'password' },
} as const;

const whose = {
  integration: '<client-id> the client secret of this integration',
  oauthClient: '<client-id> the secret of this client of OAuth 2.0',
  seller: '<username> the password of this seller; client_id/username where two have the same',
};

async function ownerOf(line: OpenLine, texts: Given['texts']) {
  const named = (Object.keys(owners) as (keyof typeof owners)[]).filter((kind) => texts[kind] !== undefined);
  if (named.length !== 1)
    misuse('Name one: --integration <client-id>, --oauth-client <client-id> or --seller <username>.');
  const owner = owners[named[0]!];
  return { ...owner, id: await owner.reader.read(texts[named[0]!]!, line) };
}

const rotation = 'POST /api/integrations/:id/secret';

export const credentialsWords = group('credentials', 'client secrets and passwords', [
  command('rotate', 'create a new client secret or password; it is shown once', {
    route: rotation,
    without: ['id'],
    options: {
      overlapHours: {
        text: '<hours> how long the one before stays good; 0 ends it at once, as after a leak',
        fallback: '24',
      },
    },
    extra: whose,
    run: async (line, values, { texts }) => {
      const { path, noun, id } = await ownerOf(line, texts);
      const sent = await line.call<RotatedSecret | RotatedPassword>(`POST ${path}/${noun}`, { ...values, id });
      const [shown, until] =
        'password' in sent
          ? [{ password: sent.password }, sent.previousPasswordUntil]
          : [{ client_secret: sent.clientSecret }, sent.previousSecretUntil];
      const before = until === null ? 'The one before has ended.' : `The one before is good until ${until}.`;
      return { json: sent, text: [facts(shown as Record<string, string>), `It is shown this once. ${before}`] };
    },
  }),
  command('revoke', 'end the previous client secret or password before its overlap does', {
    route: 'DELETE /api/integrations/:id/previous-secret',
    without: ['id'],
    extra: whose,
    run: async (line, values, { texts }) => {
      const { path, noun, id } = await ownerOf(line, texts);
      const sent = await line.call(`DELETE ${path}/previous-${noun}`, { ...values, id });
      return { json: sent, text: 'The previous one has ended, with every token given for it.' };
    },
  }),
]);

import {
  revokePreviousOAuthSecret,
  revokePreviousPassword,
  revokePreviousSecret,
  rotateClientSecret,
  rotateOAuthSecret,
  rotatePassword,
} from '../../../flows/credential/credentials.ts';
import { accepted } from '../../kit/accepted.ts';
import { type Commands, misuse, type OpenLine } from '../command-kit.ts';
import { option, optionOr, reason, type ValuesOf } from '../options.ts';
import { facts } from '../table.ts';
import { integrationOf, oauthClientOf, sellerOf } from './find-by-name.ts';

/** Whose a credential is, and how it is found, rotated and revoked. */
const owners = {
  integration: { find: integrationOf, rotate: rotateClientSecret, revoke: revokePreviousSecret },
  oauthClient: { find: oauthClientOf, rotate: rotateOAuthSecret, revoke: revokePreviousOAuthSecret },
  seller: { find: sellerOf, rotate: rotatePassword, revoke: revokePreviousPassword },
} as const;

const whose = {
  integration: option('<client-id>', 'the client secret of this integration'),
  oauthClient: option('<client-id>', 'the secret of this client of OAuth 2.0'),
  seller: option('<username>', 'the password of this seller; client_id/username where two have the same'),
};

export function credentialsCommands(program: Commands): void {
  const credentials = program.group('credentials', 'client secrets and passwords');

  credentials
    .add('rotate', 'make a new client secret or password; it is shown once', {
      ...whose,
      reason,
      overlapHours: optionOr('<hours>', 'how long the one before stays good; 0 ends it at once, as after a leak', '24'),
    })
    .run(async (line, { overlapHours, ...options }) => {
      const { kind, id } = await findOwner(line, options);
      const rotation = { overlapHours: Number(overlapHours), ...line.by };
      const { secret, previousUntil } = accepted(await owners[kind].rotate(line, id, rotation));
      const until = previousUntil?.toISOString() ?? null;
      const before = until === null ? 'The one before has ended.' : `The one before is good until ${until}.`;
      const isPassword = kind === 'seller';
      return {
        json: isPassword
          ? { password: secret, previousPasswordUntil: until }
          : { clientSecret: secret, previousSecretUntil: until },
        text: `${facts({ [isPassword ? 'password' : 'client_secret']: secret })}\n\nIt is shown this once. ${before}`,
      };
    });

  credentials
    .add('revoke', 'end the previous client secret or password before its overlap does', { ...whose, reason })
    .run(async (line, options) => {
      const { kind, id } = await findOwner(line, options);
      accepted(await owners[kind].revoke(line, id, line.by));
      return { json: {}, text: 'The previous one has ended, with every token given for it.' };
    });
}

async function findOwner(line: OpenLine, { integration, oauthClient, seller }: ValuesOf<typeof whose>) {
  const named = Object.entries({ integration, oauthClient, seller }).filter(([, name]) => name !== undefined);
  if (named.length !== 1)
    misuse('Name one: --integration <client-id>, --oauth-client <client-id> or --seller <username>.');
  const [kind, name] = named[0] as [keyof typeof owners, string];
  return { kind, id: (await owners[kind].find(line, name)).id };
}

import type { Command } from 'commander';
import { isOperatorRefusal, type OperatorRefusal } from '../../../domain/operator/refusal.ts';
import {
  revokePreviousOAuthSecret,
  revokePreviousPassword,
  revokePreviousSecret,
  rotateClientSecret,
  rotateOAuthSecret,
  rotatePassword,
} from '../../../flows/onboard/credentials.ts';
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
import { facts } from '../table.ts';
import { integrationOf, sellerOf } from './find-by-name.ts';
import { oauthClientOf } from './oauth-client-commands.ts';

interface Whose extends ReasonOption {
  readonly integration?: string;
  readonly oauthClient?: string;
  readonly seller?: string;
}

/** What a credential is called, and how it is rotated and revoked. */
const kinds = {
  integration: {
    name: 'client_secret',
    json: 'clientSecret',
    rotate: rotateClientSecret,
    revoke: revokePreviousSecret,
  },
  oauthClient: {
    name: 'client_secret',
    json: 'clientSecret',
    rotate: rotateOAuthSecret,
    revoke: revokePreviousOAuthSecret,
  },
  seller: { name: 'password', json: 'password', rotate: rotatePassword, revoke: revokePreviousPassword },
} as const;
type Kind = keyof typeof kinds;

export function credentialsCommands(credentials: Command, parts: CommandParts): void {
  withReason(ofOne(credentials.command('rotate').description('make a new client secret or password; it is shown once')))
    .option('--overlap-hours <hours>', 'how long the one before stays good; 0 ends it at once, as after a leak', '24')
    .action(commandAction<Whose & { overlapHours: string }>(parts, rotate));

  withReason(
    ofOne(
      credentials.command('revoke').description('end the previous client secret or password before its overlap does'),
    ),
  ).action(commandAction<Whose>(parts, revoke));
}

function ofOne(command: Command): Command {
  return command
    .option('--integration <client-id>', 'the client secret of this integration')
    .option('--oauth-client <client-id>', 'the secret of this client of OAuth 2.0')
    .option('--seller <username>', 'the password of this seller; client_id/username where two have the same');
}

async function rotate(line: CommandLine, options: Whose & { overlapHours: string }): Promise<CommandAnswer> {
  const whose = await findWhose(line, options);
  if (isOperatorRefusal(whose)) return whose;
  const { reason } = options;
  const rotation = { overlapHours: Number(options.overlapHours), reason, actor: line.actor, now: line.clock() };
  const { name, json, rotate: rotateIt } = kinds[whose.kind];
  const rotated = await rotateIt(line, whose.id, rotation);
  if (isOperatorRefusal(rotated)) return rotated;
  const { secret, previousUntil } = rotated;
  const until = previousUntil?.toISOString() ?? null;
  const before = until === null ? 'The one before has ended.' : `The one before is good until ${until}.`;
  return {
    json: { [json]: secret, [json === 'password' ? 'previousPasswordUntil' : 'previousSecretUntil']: until },
    text: `${facts({ [name]: secret })}\n\nIt is shown this once. ${before}`,
  };
}

async function revoke(line: CommandLine, options: Whose): Promise<CommandAnswer> {
  const whose = await findWhose(line, options);
  if (isOperatorRefusal(whose)) return whose;
  const by = { actor: line.actor, reason: options.reason, now: line.clock() };
  const refusal = await kinds[whose.kind].revoke(line, whose.id, by);
  return refusal ?? { json: {}, text: 'The previous one has ended, with every token given for it.' };
}

async function findWhose(
  { database }: CommandLine,
  { integration, oauthClient, seller }: Whose,
): Promise<{ readonly kind: Kind; readonly id: string } | OperatorRefusal> {
  const named = Object.entries({ integration, oauthClient, seller }).filter(([, name]) => name !== undefined);
  if (named.length !== 1)
    throw new CommandFault(
      'Name one: --integration <client-id>, --oauth-client <client-id> or --seller <username>.',
      exitCodes.usage,
    );
  const [kind, name] = named[0] as [Kind, string];
  const found = await { integration: integrationOf, oauthClient: oauthClientOf, seller: sellerOf }[kind](
    database,
    name,
  );
  return isOperatorRefusal(found) ? found : { kind, id: found.id };
}

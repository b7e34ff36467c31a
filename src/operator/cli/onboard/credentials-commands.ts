import type { Command } from 'commander';
import { isOperatorRefusal, type OperatorRefusal } from '../../../domain/operator/refusal.ts';
import {
  revokePreviousPassword,
  revokePreviousSecret,
  rotateClientSecret,
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

interface Whose extends ReasonOption {
  readonly integration?: string;
  readonly seller?: string;
}

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
    .option('--seller <username>', 'the password of this seller; client_id/username where two have the same');
}

async function rotate(line: CommandLine, options: Whose & { overlapHours: string }): Promise<CommandAnswer> {
  const whose = await findWhose(line, options);
  if (isOperatorRefusal(whose)) return whose;
  const { reason } = options;
  const rotation = { overlapHours: Number(options.overlapHours), reason, actor: line.actor, now: line.clock() };
  const rotated = await (whose.isIntegration ? rotateClientSecret : rotatePassword)(line, whose.id, rotation);
  if (isOperatorRefusal(rotated)) return rotated;
  const { secret, previousUntil } = rotated;
  const until = previousUntil?.toISOString() ?? null;
  const before = until === null ? 'The one before has ended.' : `The one before is good until ${until}.`;
  return {
    json: whose.isIntegration
      ? { clientSecret: secret, previousSecretUntil: until }
      : { password: secret, previousPasswordUntil: until },
    text: `${facts({ [whose.isIntegration ? 'client_secret' : 'password']: secret })}\n\nIt is shown this once. ${before}`,
  };
}

async function revoke(line: CommandLine, options: Whose): Promise<CommandAnswer> {
  const whose = await findWhose(line, options);
  if (isOperatorRefusal(whose)) return whose;
  const by = { actor: line.actor, reason: options.reason, now: line.clock() };
  const refusal = await (whose.isIntegration ? revokePreviousSecret : revokePreviousPassword)(line, whose.id, by);
  return refusal ?? { json: {}, text: 'The previous one has ended, with every token given for it.' };
}

async function findWhose(
  { database }: CommandLine,
  { integration, seller }: Whose,
): Promise<{ readonly isIntegration: boolean; readonly id: string } | OperatorRefusal> {
  if ((integration === undefined) === (seller === undefined))
    throw new CommandFault('Name one: --integration <client-id> or --seller <username>.', exitCodes.usage);
  const isIntegration = integration !== undefined;
  const found = isIntegration ? await integrationOf(database, integration) : await sellerOf(database, seller!);
  return isOperatorRefusal(found) ? found : { isIntegration, id: found.id };
}

import type { Command } from 'commander';
import { dateIn } from '../../../domain/calendar/calendar.ts';
import type { LicenceHolder } from '../../../domain/licence.ts';
import { readProvince } from '../../../domain/operator/onboard/judge-entry.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../../domain/operator/refusal.ts';
import {
  keepLicence,
  readLicencePage,
  readRequirements,
  removeLicence,
  requireLicences,
} from '../../../flows/onboard/licences.ts';
import {
  type CommandAnswer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  exitCodes,
  type ReasonOption,
  readDay,
  withReason,
} from '../command-kit.ts';
import { table } from '../table.ts';
import { sellerOf } from './find-by-name.ts';
import { answerNameList, type NameListOptions } from './name-list-command.ts';

interface HolderOptions {
  readonly seller?: string;
  readonly dealer?: string;
}

interface NameOptions extends HolderOptions, ReasonOption {
  readonly province: string;
  readonly class: string;
}

interface SetOptions extends NameOptions {
  readonly number: string;
  readonly expires: string;
}

/** `northbind licence …`: licences of sellers and dealers, and where they are needed. */
export function licenceCommands(licence: Command, parts: CommandParts): void {
  withHolder(licence.command('list').description('licences, the first to expire first'))
    .option('--within <days>', 'only those that expire within so many days, or have expired')
    .option('--limit <rows>', 'rows to show, at most 100', '50')
    .option('--cursor <text>', 'go on where the last list ended')
    .action(commandAction<NameListOptions & HolderOptions & { within?: string }>(parts, list));

  withName(licence.command('set').description('add a licence, or change the one of that class and province'))
    .requiredOption('--number <number>', 'its number')
    .requiredOption('--expires <date>', 'its last day: YYYY-MM-DD')
    .action(commandAction<SetOptions>(parts, set));

  withName(licence.command('remove').description('remove a licence')).action(commandAction<NameOptions>(parts, remove));

  licence
    .command('required')
    .description('where a licence is needed, and from when on')
    .action(commandAction(parts, showRequirements));

  for (const [verb, isNeeded, meaning] of [
    ['require', true, 'refuse to sell in a province without a valid licence'],
    ['waive', false, 'need no licence in a province any more'],
  ] as const)
    withReason(licence.command(`${verb} <province>`).description(meaning), true)
      .option('--from <date>', 'the first day: YYYY-MM-DD; today if left out')
      .action(
        commandAction<ReasonOption & { from?: string }>(parts, (line, options, province = '') =>
          decide(line, { ...options, province, isNeeded }),
        ),
      );
}

function withHolder(command: Command): Command {
  return command.option('--seller <username>', 'of this seller').option('--dealer <id>', 'of this dealer');
}

function withName(command: Command): Command {
  return withReason(withHolder(command))
    .requiredOption('--province <code>', 'where it is valid, such as AB')
    .requiredOption('--class <class>', 'its class, as the province calls it');
}

async function list(
  line: CommandLine,
  { within, seller, dealer, ...options }: NameListOptions & HolderOptions & { within?: string },
): Promise<CommandAnswer> {
  const holder = seller === undefined && dealer === undefined ? null : await holderOf(line, { seller, dealer });
  if (isOperatorRefusal(holder)) return holder;
  if (within !== undefined && !/^\d{1,4}$/.test(within))
    throw new CommandFault(`${within} is not a number of days.`, exitCodes.usage);
  const withinDays = within === undefined ? null : Number(within);
  return answerNameList(options, {
    ids: 'uuid',
    read: ({ after, limit }) => readLicencePage(line, { holder, withinDays, visible: null, after, limit }),
    columns: [
      { title: 'expires', of: (row) => row.expiresOn },
      { title: 'days left', of: (row) => row.daysLeft, align: 'right' },
      { title: 'province', of: (row) => row.province },
      { title: 'class', of: (row) => row.class },
      { title: 'number', of: (row) => row.number },
      { title: 'of', of: (row) => `${row.holder.kind} ${row.holder.name}` },
    ],
    nothing: within === undefined ? 'No licence.' : 'No licence expires so soon.',
  });
}

async function set(line: CommandLine, options: SetOptions): Promise<CommandAnswer> {
  const holder = await holderOf(line, options);
  if (isOperatorRefusal(holder)) return holder;
  const { province, class: licenceClass, number, expires: expiresOn, reason } = options;
  const given = { province, class: licenceClass, number, expiresOn };
  const kept = await keepLicence(line, holder, given, { actor: line.actor, reason });
  if (isOperatorRefusal(kept)) return kept;
  return {
    json: kept,
    text: `${kept.holder.name} has a licence in ${kept.province} (${kept.class}, ${kept.number}) to ${kept.expiresOn}.`,
  };
}

async function remove(line: CommandLine, options: NameOptions): Promise<CommandAnswer> {
  const holder = await holderOf(line, options);
  if (isOperatorRefusal(holder)) return holder;
  const { province, class: licenceClass, reason } = options;
  const refusal = await removeLicence(line, holder, { province, class: licenceClass }, { actor: line.actor, reason });
  return refusal ?? { json: {}, text: 'The licence was removed.' };
}

/** One of the two has to be named. */
async function holderOf(
  { database }: CommandLine,
  { seller, dealer }: { readonly seller?: string | undefined; readonly dealer?: string | undefined },
): Promise<LicenceHolder | OperatorRefusal> {
  if ((seller === undefined) === (dealer === undefined))
    throw new CommandFault('Name either --seller or --dealer.', exitCodes.usage);
  if (dealer !== undefined) return { kind: 'dealer', id: dealer };
  const found = await sellerOf(database, seller!);
  return isOperatorRefusal(found) ? found : { kind: 'seller', id: found.id };
}

interface Decision extends ReasonOption {
  readonly province: string;
  readonly from?: string;
  readonly isNeeded: boolean;
}

async function decide(
  line: CommandLine,
  { province: given, from, isNeeded, reason }: Decision,
): Promise<CommandAnswer> {
  const province = readProvince(given);
  if (province === null) return refuseOperator('ProvinceInvalid', 'province');
  const fromDay = from === undefined ? dateIn(province, line.clock()) : readDay(from);
  const decided = await requireLicences(line, { province, fromDay, isNeeded }, { actor: line.actor, reason });
  return isOperatorRefusal(decided) ? decided : showRequirements(line);
}

async function showRequirements(line: CommandLine): Promise<CommandAnswer> {
  const rows = await readRequirements(line);
  const columns = [
    { title: 'province', of: (row: (typeof rows)[number]) => row.province },
    { title: 'from', of: (row: (typeof rows)[number]) => row.fromDay },
    { title: 'licence', of: (row: (typeof rows)[number]) => (row.isNeeded ? 'needed' : 'not needed') },
  ];
  return { json: { rows, nextCursor: null }, text: table(rows, columns, 'No province needs a licence.') };
}

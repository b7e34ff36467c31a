import { type FileHandle, open, rm } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDate } from '../../domain/calendar/calendar.ts';
import { isOperatorRefusal, type OperatorRefusal } from '../../domain/operator/refusal.ts';
import { moneyStatuses } from '../../domain/policy/policy-view.ts';
import { type ExportKind, exportList } from '../../flows/lists/export-list.ts';
import { type ListRequest, readFilter, seesAll } from '../../flows/lists/read-filter.ts';
import type { Database } from '../../store/database.ts';
import { type Listing, readList } from '../../store/lists/listing.ts';
import { recordViews, type ViewedSale } from '../../store/operator-act.ts';
import {
  type CommandAnswer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  exitCodes,
  type ReasonOption,
  withReason,
} from './command-kit.ts';
import { sellerOf } from './onboard/find-by-name.ts';
import { type Column, table } from './table.ts';

export interface ListShown<Row> {
  readonly what: ExportKind;
  readonly listing: Listing<Row>;
  readonly columns: readonly Column<Row>[];
}

/** Adds `list`, page by page, and `export`, the whole list as a file, with the same filters. */
export function addListCommands<Row extends ViewedSale>(
  group: Command,
  parts: CommandParts,
  shown: ListShown<Row>,
): void {
  withFilters(group.command('list [search]'), shown)
    .description('newest first; or by policy number, id, VIN, e-mail address or name, of which a beginning is enough')
    .option('--limit <count>', 'at most so many, up to 100', count)
    .option('--cursor <id>', 'go on after this one')
    .action(commandAction<ListOptions>(parts, (line, options, search) => showPage(line, shown, options, search)));
  withReason(withFilters(group.command('export [search]'), shown), true)
    .description(
      'all that the list shows, as CSV: at most 100,000 rows, with personal data; it is recorded in the audit log',
    )
    .option('--out <file>', 'into this new file, which only you can read, instead of the standard output')
    .action(
      commandAction<ExportOptions>(parts, (line, options, search) => writeAll(line, shown.what, options, search)),
    );
}

interface FilterOptions extends Omit<ListRequest, 'search' | 'sellerId' | 'moneyStatus' | 'cursor' | 'limit'> {
  readonly seller?: string;
  readonly money?: string;
}

interface ListOptions extends FilterOptions, Pick<ListRequest, 'cursor' | 'limit'> {}

interface ExportOptions extends FilterOptions, ReasonOption {
  readonly out?: string;
}

function withFilters<Row>(command: Command, { listing }: ListShown<Row>): Command {
  if (listing.hasMoneyStatus)
    command.addOption(new Option('--money <state>', 'whose money is in this state').choices(moneyStatuses));
  return command
    .option('--seller <username>', 'of this seller')
    .addOption(new Option('--state <state>', 'in this state').choices(listing.states))
    .option('--from <date>', 'from this day on, as 2026-11-15', day)
    .option('--to <date>', 'up to this day', day)
    .option('--zone <name>', 'whose days these are', Intl.DateTimeFormat().resolvedOptions().timeZone);
}

async function showPage<Row extends ViewedSale>(
  { database, clock, actor }: CommandLine,
  { listing, columns }: ListShown<Row>,
  { cursor, limit, ...options }: ListOptions,
  search: string | undefined,
): Promise<CommandAnswer> {
  const filters = await filtersOf(database, options, search);
  if (isOperatorRefusal(filters)) return filters;
  const filter = readFilter(listing, { ...filters, cursor, limit }, seesAll(clock()));
  if (isOperatorRefusal(filter)) return filter;
  const page = await readList(database, listing, filter);
  await recordViews(database, actor, page.rows);
  const more = page.nextCursor === null ? '' : `\n\nThere are more: --cursor ${page.nextCursor}`;
  return { json: page, text: table(page.rows, columns, 'None.') + more };
}

/** Creates the file before the export is recorded, so that a file that can't be written records nothing. */
async function writeAll(
  { database, actor, clock }: CommandLine,
  what: ExportKind,
  { out, reason, ...options }: ExportOptions,
  search: string | undefined,
): Promise<CommandAnswer> {
  const filters = await filtersOf(database, options, search);
  if (isOperatorRefusal(filters)) return filters;
  const begin = () => exportList({ database }, { what, filters, actor, reason, visible: null, now: clock() });
  if (out === undefined) {
    const lines = await begin();
    return isOperatorRefusal(lines) ? lines : { lines };
  }
  const refused = await fillFile(out, begin);
  return refused ?? { json: { what, file: out }, text: `The ${what} are in ${out}.` };
}

/** Deletes an incomplete file, which would look like a whole one. */
export async function fillFile(
  path: string,
  begin: () => Promise<AsyncIterable<string> | OperatorRefusal>,
): Promise<OperatorRefusal | null> {
  const file = await makeFile(path);
  let isWhole = false;
  try {
    const lines = await begin();
    if (isOperatorRefusal(lines)) return lines;
    await file.writeFile(lines);
    isWhole = true;
    return null;
  } finally {
    await file.close();
    if (!isWhole) await rm(path);
  }
}

async function makeFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const sentence = code === 'EEXIST' ? `There is a file ${path} already.` : `The file can't be written: ${message}.`;
    throw new CommandFault(sentence, exitCodes.usage);
  }
}

type Filters = Omit<ListRequest, 'cursor' | 'limit'>;

/** Commands take a seller's name, and a zone only with days. */
async function filtersOf(
  database: Database,
  { seller, state, money, from, to, zone }: FilterOptions,
  search: string | undefined,
): Promise<Filters | OperatorRefusal> {
  const found = seller === undefined ? undefined : await sellerOf(database, seller);
  if (isOperatorRefusal(found)) return found;
  const isOfDays = from !== undefined || to !== undefined;
  return { search, sellerId: found?.id, state, moneyStatus: money, from, to, zone: isOfDays ? zone : undefined };
}

function day(text: string): string {
  const date = parseDate(text);
  if (date === null) throw new InvalidArgumentError('Write a day as 2026-11-15.');
  return date;
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 100) throw new InvalidArgumentError('From 1 to 100.');
  return number;
}

import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { daysOf, type Period, parseMonth } from '../../domain/books/period.ts';
import { type SettlementParty, settlementParties } from '../../domain/books/reconcile.ts';
import { parseDate } from '../../domain/calendar/calendar.ts';
import { formatDollars } from '../../domain/money/money.ts';
import { isOperatorRefusal } from '../../domain/operator/refusal.ts';
import { reconcileFile } from '../../flows/books/reconcile-file.ts';
import { writeBordereau, writeStatement, writeTaxReport } from '../../flows/books/write-reports.ts';
import { type BooksFault, checkBooks } from '../../store/books/check-books.ts';
import { listSettlementFiles, type SettlementFileRow } from '../../store/books/settlement.ts';
import {
  type Answer,
  type CommandAnswer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  commandGroup,
  exitCodes,
} from './command-kit.ts';
import { fillFile } from './list-commands.ts';
import { sellerOf } from './onboard/find-by-name.ts';
import { table } from './table.ts';

interface OutOption {
  readonly out?: string;
}

/** `northbind books …`: whether they balance, and the reports that come from them. */
export function booksCommands(program: Command, parts: CommandParts): void {
  const books = commandGroup(program, 'books', 'do they balance; statements, bordereaux, taxes, settlement files');
  books
    .command('check')
    .description('whether every sale and every day balances, and nothing is missing')
    .action(commandAction(parts, check));
  withFile(books.command('statement <seller>'))
    .description('what a seller has sold, earned and collected in a month, as CSV')
    .requiredOption('--month <month>', 'as 2026-11', month)
    .action(
      commandAction<OutOption & { month: Period }>(parts, async (line, { month: period, out }, name = '') => {
        const seller = await sellerOf(line.database, name);
        return isOperatorRefusal(seller) ? seller : write(writeStatement(line.database, seller.id, period), out);
      }),
    );
  withFile(books.command('bordereau'))
    .description('the policies that were bound and cancelled in a month, for their insurers, as CSV')
    .requiredOption('--month <month>', 'as 2026-11', month)
    .option('--insurer <code>', 'only of this insurer')
    .action(
      commandAction<OutOption & { month: Period; insurer?: string }>(parts, async ({ database }, options) =>
        write(writeBordereau(database, options.insurer ?? null, options.month), options.out),
      ),
    );
  withFile(books.command('taxes'))
    .description('what is owed to authorities, by province and rate, as CSV')
    .requiredOption('--from <date>', 'from this day on, as 2026-11-15', day)
    .requiredOption('--to <date>', 'up to this day', day)
    .action(
      commandAction<OutOption & Period>(parts, async ({ database }, { from, to, out }) => {
        if (daysOf({ from, to }) === null)
          throw new CommandFault('The last day is before the first, or ten years later.', exitCodes.usage);
        return write(writeTaxReport(database, { from, to }), out);
      }),
    );
  addReconciling(books, parts);
}

interface ReconcileOptions extends Period {
  readonly party: SettlementParty;
  readonly reference: string;
  readonly amount: string;
  readonly kind?: string;
  readonly refundWord?: string;
}

function addReconciling(books: Command, parts: CommandParts): void {
  books
    .command('reconcile <file>')
    .description('compare a settlement file (CSV) with the books; each difference then needs attention')
    .addOption(new Option('--party <party>', 'whose file it is').choices(settlementParties).makeOptionMandatory())
    .requiredOption('--from <date>', 'the first day that it is about, as 2026-11-01', day)
    .requiredOption('--to <date>', 'the last day that it is about', day)
    .requiredOption('--reference <column>', 'its column with the charge’s reference or the loan number')
    .requiredOption('--amount <column>', 'its column with the amount; what was taken back is below zero')
    .option('--kind <column>', 'where amounts have no sign: its column that says what a line is')
    .option('--refund-word <word>', 'and the word there that makes it a refund; “refund” by default')
    .action(commandAction<ReconcileOptions>(parts, reconcile));
  books
    .command('settlements')
    .description('the settlement files that were compared, latest first')
    .action(
      commandAction(parts, async ({ database }) => {
        const rows = await listSettlementFiles(database, settlementsMax);
        return { json: { rows }, text: table(rows, settlementColumns, 'None.') };
      }),
    );
}

const settlementsMax = 100;

async function reconcile(
  { database, actor }: CommandLine,
  { party, from, to, reference, amount, kind, refundWord }: ReconcileOptions,
  path = '',
): Promise<CommandAnswer> {
  await access(path).catch(() => {
    throw new CommandFault(`The file ${path} can't be read.`, exitCodes.usage);
  });
  const columns = { reference, amount, kind, refundWord };
  const order = { party, fileName: basename(path), period: { from, to }, columns };
  const found = await reconcileFile(database, actor, order, createReadStream(path));
  if (isOperatorRefusal(found)) return found;
  const { lines, matched, missing, different, unknown } = found;
  const counted = `${lines} lines: ${matched} matched, ${different} different, ${unknown} unknown; ${missing} missing.`;
  const isWhole = missing + different + unknown === 0;
  return { json: found, text: isWhole ? counted : `${counted}\nnpx northbind stuck list --kind differences` };
}

const settlementColumns = [
  { title: 'file', of: (file: SettlementFileRow) => file.name },
  { title: 'of', of: (file: SettlementFileRow) => file.party },
  { title: 'from', of: (file: SettlementFileRow) => file.from },
  { title: 'to', of: (file: SettlementFileRow) => file.to },
  { title: 'lines', of: (file: SettlementFileRow) => file.lines, align: 'right' },
  { title: 'matched', of: (file: SettlementFileRow) => file.matched, align: 'right' },
  { title: 'open', of: (file: SettlementFileRow) => file.open, align: 'right' },
] as const;

async function check({ database }: CommandLine): Promise<Answer> {
  const found = await checkBooks(database, null);
  const faults = [...found.unbalanced, ...found.different];
  const counted = `${found.policies} policies, ${found.entries} entries, ${found.unbalanced.length} unbalanced, ${found.different.length} different`;
  return {
    json: found,
    text: faults.length === 0 ? `The books balance: ${counted}.` : `${table(faults, faultColumns)}\n\n${counted}.`,
    exitCode: faults.length === 0 ? exitCodes.ok : exitCodes.fault,
  };
}

const dollars = (cents: number | null): string => (cents === null ? 'missing' : formatDollars(cents));

const faultColumns = [
  { title: 'sale or day', of: (fault: BooksFault) => fault.where },
  { title: 'fact', of: (fault: BooksFault) => fault.fact },
  { title: 'expected', of: (fault: BooksFault) => dollars(fault.expectedCents), align: 'right' },
  { title: 'found', of: (fault: BooksFault) => dollars(fault.foundCents), align: 'right' },
] as const;

async function write(lines: AsyncIterable<string>, out: string | undefined): Promise<CommandAnswer> {
  if (out === undefined) return { lines };
  const refused = await fillFile(out, async () => lines);
  return refused ?? { json: { file: out }, text: `It is in ${out}.` };
}

function withFile(command: Command): Command {
  return command.option('--out <file>', 'into this new file, which only you can read, instead of the standard output');
}

function month(text: string): Period {
  const period = parseMonth(text);
  if (period === null) throw new InvalidArgumentError('Write a month as 2026-11.');
  return period;
}

function day(text: string): string {
  const date = parseDate(text);
  if (date === null) throw new InvalidArgumentError('Write a day as 2026-11-15.');
  return date;
}

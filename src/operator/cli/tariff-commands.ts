import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { parseDate } from '../../domain/calendar/calendar.ts';
import { isOperatorRefusal } from '../../domain/operator/refusal.ts';
import { activateBook, goBack } from '../../flows/tariff/activate-rate-book.ts';
import { compareRateBooks } from '../../flows/tariff/compare-rate-books.ts';
import { examineRateBook, examineTaxTable } from '../../flows/tariff/examine-tariff.ts';
import { loadBook } from '../../flows/tariff/load-rate-book.ts';
import { loadTable } from '../../flows/tariff/load-tax-table.ts';
import { operatorDay } from '../../flows/tariff/operator-day.ts';
import { checkAnswer, comparisonAnswer, rateBookPage, taxTablePage } from '../tariff-answers.ts';
import {
  type Answer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  exitCodes,
  type ReasonOption,
  withConfirmation,
  withReason,
} from './command-kit.ts';
import { comparisonText, faultsText, rateBooksText, taxTablesText } from './tariff-text.ts';

/** `northbind ratebook …` and `northbind taxtable …`: prices and taxes. */
export function tariffCommands(program: Command, parts: CommandParts): void {
  rateBookCommands(program.command('ratebook').description('prices: check, compare, load, activate, go back'), parts);
  taxTableCommands(program.command('taxtable').description('tax rates: check and load'), parts);
}

function rateBookCommands(ratebook: Command, parts: CommandParts): void {
  ratebook
    .command('list')
    .description('all rate books, and which one is in force')
    .action(commandAction(parts, showRateBooks));

  addCheck(ratebook, parts, examineRateBook);

  ratebook
    .command('diff <file>')
    .description('what a file would do to prices, on a sample of vehicles; nothing is loaded')
    .option('--against <version>', 'compare with this one, not with the one in force')
    .action(
      commandAction<{ against?: string }>(parts, async (line, { against }, file = '') => {
        const document = await readJson(file);
        const compared = await compareRateBooks(line, { document, ...(against !== undefined && { against }) });
        if (isOperatorRefusal(compared)) return compared;
        const answer = comparisonAnswer(compared);
        return { json: answer, text: comparisonText(answer) };
      }),
    );

  withReason(ratebook.command('load <file>').description('store a rate book; it prices nothing until it is activated'))
    .option('--from <date>', 'activate it, too, for quotes made on this day and later')
    .action(
      commandAction<ReasonOption & { from?: string }>(parts, async (line, { from, reason }, file = '') => {
        const activeFrom = from === undefined ? {} : { activeFrom: readDay(from) };
        const loaded = await loadBook(line, {
          document: await readJson(file),
          ...activeFrom,
          reason,
          actor: line.actor,
        });
        return isOperatorRefusal(loaded) ? loaded : showRateBooks(line);
      }),
    );

  withReason(ratebook.command('activate <version>').description('price by this book from a day on'), true)
    .requiredOption('--from <date>', 'the first day on which quotes are made by it: YYYY-MM-DD, or "today"')
    .action(
      commandAction<ReasonOption & { from: string }>(parts, async (line, { from, reason }, version = '') => {
        const activeFrom = from === 'today' ? operatorDay(line.clock()) : readDay(from);
        const decided = await activateBook(line, { version, activeFrom, reason, actor: line.actor });
        return isOperatorRefusal(decided) ? decided : showRateBooks(line);
      }),
    );

  withConfirmation(
    withReason(
      ratebook.command('go-back').description('return to the previous book at once; or drop what is only planned'),
      true,
    ),
  ).action(
    commandAction<ReasonOption>(parts, async (line, { reason }) => {
      const { former } = await rateBookPage(line.database, operatorDay(line.clock()));
      if (former !== null) await line.confirm(`Price by ${former} from now on?`);
      const decided = await goBack(line, { ...(former !== null && { to: former }), reason, actor: line.actor });
      return isOperatorRefusal(decided) ? decided : showRateBooks(line);
    }),
  );
}

function taxTableCommands(taxtable: Command, parts: CommandParts): void {
  taxtable
    .command('list')
    .description('all tax tables; the one loaded last is in force')
    .action(commandAction(parts, showTaxTables));

  addCheck(taxtable, parts, examineTaxTable);

  withReason(taxtable.command('load <file>').description('load a tax table; it is in force from then on')).action(
    commandAction<ReasonOption>(parts, async (line, { reason }, file = '') => {
      const loaded = await loadTable(line, { document: await readJson(file), reason, actor: line.actor });
      return isOperatorRefusal(loaded) ? loaded : showTaxTables(line);
    }),
  );
}

async function showRateBooks({ database, clock }: CommandLine): Promise<Answer> {
  const page = await rateBookPage(database, operatorDay(clock()), { limit: listMax });
  return { json: page, text: rateBooksText(page) };
}

async function showTaxTables({ database }: CommandLine): Promise<Answer> {
  const page = await taxTablePage(database, { limit: listMax });
  return { json: page, text: taxTablesText(page) };
}

const listMax = 100;

function addCheck(group: Command, parts: CommandParts, examine: typeof examineRateBook): void {
  group
    .command('check <file>')
    .description('find every error of a file; nothing is loaded')
    .action(
      commandAction(parts, async ({ database }, _options, file = '') => {
        const answer = checkAnswer(await examine(database, await readJson(file)));
        return { json: answer, text: faultsText(answer), exitCode: answer.isGood ? exitCodes.ok : exitCodes.refused };
      }),
    );
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFault(`${file} is not JSON: ${error.message}`, exitCodes.usage);
    throw new CommandFault(`${file} can't be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

function readDay(text: string): string {
  const day = text.length === 10 ? parseDate(text) : null;
  if (day === null) throw new CommandFault(`${text} is not a day: write YYYY-MM-DD.`, exitCodes.usage);
  return day;
}

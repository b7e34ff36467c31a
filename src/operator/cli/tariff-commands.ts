import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { type Province, provinces } from '../../domain/address/province.ts';
import { isOperatorRefusal } from '../../domain/operator/refusal.ts';
import { type PaymentMethod, paymentMethods } from '../../domain/payment-method.ts';
import { activateBook, goBack } from '../../flows/tariff/activate-rate-book.ts';
import { compareRateBooks } from '../../flows/tariff/compare-rate-books.ts';
import { examineFile, examineRateBook } from '../../flows/tariff/examine-tariff.ts';
import { loadBook } from '../../flows/tariff/load-rate-book.ts';
import { operatorDay } from '../../flows/tariff/operator-day.ts';
import { disclosureTexts, type FileKind, loadFile, taxTables } from '../../flows/tariff/operator-files.ts';
import { previewDisclosures } from '../../flows/tariff/preview-disclosures.ts';
import { checkAnswer, comparisonAnswer, filePage, rateBookPage } from '../tariff-answers.ts';
import {
  type Answer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  exitCodes,
  type ReasonOption,
  readDay,
  readGivenFile,
  withConfirmation,
  withReason,
} from './command-kit.ts';
import { comparisonText, faultsText, filesText, previewText, rateBooksText } from './tariff-text.ts';

/** `northbind ratebook …`, `taxtable …` and `disclosures …`: prices, taxes, and what customers are given to read. */
export function tariffCommands(program: Command, parts: CommandParts): void {
  rateBookCommands(program.command('ratebook').description('prices: check, compare, load, activate, go back'), parts);
  const taxtable = program.command('taxtable').description('tax rates: check and load');
  fileCommands(taxtable, parts, taxTables, 'a tax table');
  const disclosures = program.command('disclosures').description('what customers are given before they agree');
  fileCommands(disclosures, parts, disclosureTexts, 'a file of texts');
  addPreview(disclosures, parts);
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
    .option('--from <date>', 'activate it, too, for quotes made on this day and later: YYYY-MM-DD, or "today"')
    .action(
      commandAction<ReasonOption & { from?: string }>(parts, async (line, { from, reason }, file = '') => {
        const activeFrom = from === undefined ? {} : { activeFrom: firstDay(line, from) };
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
        const activeFrom = firstDay(line, from);
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

/** Of a kind of file that is in force as soon as it is loaded. `what` is one of them, such as `a tax table`. */
function fileCommands(group: Command, parts: CommandParts, kind: FileKind, what: string): void {
  const show = async ({ database }: CommandLine): Promise<Answer> => {
    const page = await filePage(database, kind, { limit: listMax });
    return { json: page, text: filesText(page, `There is none. Load one: npx northbind ${group.name()} load <file>`) };
  };
  group.command('list').description('all versions; the one loaded last is in force').action(commandAction(parts, show));

  addCheck(group, parts, (tx, document) => examineFile(tx, kind, document));

  withReason(group.command('load <file>').description(`load ${what}; it is in force from then on`)).action(
    commandAction<ReasonOption>(parts, async (line, { reason }, file = '') => {
      const loaded = await loadFile(line, kind, { document: await readJson(file), reason, actor: line.actor });
      return isOperatorRefusal(loaded) ? loaded : show(line);
    }),
  );
}

interface PreviewOptions {
  readonly province: Province;
  readonly paymentMethod: PaymentMethod;
  readonly language: 'en' | 'fr';
  readonly products?: string;
  readonly out: string;
}

function addPreview(disclosures: Command, parts: CommandParts): void {
  disclosures
    .command('preview <file>')
    .description('print all that the customer of a sample sale would be given; nothing is loaded')
    .addOption(new Option('--province <code>', "the seller's").choices(provinces).makeOptionMandatory())
    .addOption(new Option('--payment-method <code>', 'how it is paid').choices(paymentMethods).makeOptionMandatory())
    .addOption(new Option('--language <code>', "the customer's").choices(['en', 'fr']).default('en'))
    .option('--products <codes>', 'what is sold, such as RPL,DED; the replacement of the vehicle if not said')
    .requiredOption('--out <folder>', 'where the PDFs are written')
    .action(
      commandAction<PreviewOptions>(parts, async (line, { out, products, ...sale }, file = '') => {
        const document = await readJson(file);
        const codes = products?.split(',').map((code) => code.trim());
        const { province, paymentMethod, language } = sale;
        const papers = await previewDisclosures(
          { ...line, printer: await line.openPrinter() },
          { document, province, paymentMethod, language, ...(codes && { products: codes }) },
        );
        if (isOperatorRefusal(papers)) return papers;
        await mkdir(out, { recursive: true });
        for (const { filename, bytes } of papers) await writeFile(join(out, filename), bytes);
        const rows = papers.map(({ bytes, ...paper }) => paper);
        return { json: { papers: rows }, text: previewText(rows) };
      }),
    );
}

async function showRateBooks({ database, clock }: CommandLine): Promise<Answer> {
  const page = await rateBookPage(database, operatorDay(clock()), { limit: listMax });
  return { json: page, text: rateBooksText(page) };
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
  const text = (await readGivenFile(file)).toString();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFault(`${file} is not JSON: ${(error as Error).message}`, exitCodes.usage);
  }
}

/** The day from which a book prices; "today" is the operator's, which the machine's own clock and zone may not have. */
function firstDay({ clock }: CommandLine, from: string): string {
  return from === 'today' ? operatorDay(clock()) : readDay(from);
}

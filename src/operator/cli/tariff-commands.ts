import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paymentMethods } from '../../domain/payment-method.ts';
import { provinces } from '../../domain/province.ts';
import { previewDisclosures } from '../../flows/disclosure/preview-disclosures.ts';
import { activateBook, goBack } from '../../flows/tariff/activate-rate-book.ts';
import { compareRateBooks } from '../../flows/tariff/compare-rate-books.ts';
import { examineFile, examineRateBook } from '../../flows/tariff/examine-tariff.ts';
import { loadBook } from '../../flows/tariff/load-rate-book.ts';
import { operatorDay } from '../../flows/tariff/operator-day.ts';
import { disclosureTexts, type FileKind, loadFile, taxTables } from '../../flows/tariff/operator-files.ts';
import { accepted } from '../kit/accepted.ts';
import { checkAnswer, comparisonAnswer, filePage, rateBookPage } from '../tariff-answers.ts';
import {
  type Answer,
  type CommandLine,
  type Commands,
  exitCodes,
  misuse,
  readDay,
  readGivenFile,
} from './command-kit.ts';
import { choiceOr, option, reason, required, requiredChoice, requiredReason, yes } from './options.ts';
import { comparisonText, faultsText, filesText, previewText, rateBooksText } from './tariff-text.ts';

/** `northbind ratebook …`, `taxtable …` and `disclosures …`: prices, taxes, and what customers are given to read. */
export function tariffCommands(program: Commands): void {
  rateBookCommands(program.group('ratebook', 'prices: check, compare, load, activate, go back'));
  fileCommands(program.group('taxtable', 'tax rates: check and load'), taxTables, 'taxtable', 'a tax table');
  const disclosures = program.group('disclosures', 'what customers are given before they agree');
  fileCommands(disclosures, disclosureTexts, 'disclosures', 'a file of texts');
  addPreview(disclosures);
}

function rateBookCommands(ratebook: Commands): void {
  ratebook.add('list', 'all rate books, and which one is in force').run(showRateBooks);

  addCheck(ratebook, examineRateBook);

  ratebook
    .add('diff <file>', 'what a file would do to prices, on a sample of vehicles; nothing is loaded', {
      against: option('<version>', 'compare with this one, not with the one in force'),
    })
    .run(async (line, { against }, file) => {
      const document = await readJson(file);
      const answer = comparisonAnswer(accepted(await compareRateBooks(line, { document, against })));
      return { json: answer, text: comparisonText(answer) };
    });

  ratebook
    .add('load <file>', 'store a rate book; it prices nothing until it is activated', {
      reason,
      from: option('<date>', 'activate it, too, for quotes made on this day and later: YYYY-MM-DD, or "today"'),
    })
    .run(async (line, { from }, file) => {
      const activeFrom = from === undefined ? undefined : firstDay(line, from);
      accepted(await loadBook(line, { document: await readJson(file), activeFrom, ...line.by }));
      return showRateBooks(line);
    });

  ratebook
    .add('activate <version>', 'price by this book from a day on', {
      reason: requiredReason,
      from: required('<date>', 'the first day on which quotes are made by it: YYYY-MM-DD, or "today"'),
    })
    .run(async (line, { from }, version) => {
      accepted(await activateBook(line, { version, activeFrom: firstDay(line, from), ...line.by }));
      return showRateBooks(line);
    });

  ratebook
    .add('go-back', 'return to the previous book at once; or drop what is only planned', {
      reason: requiredReason,
      yes,
    })
    .run(async (line) => {
      const { former } = await rateBookPage(line.database, operatorDay(line.clock()));
      if (former !== null) await line.confirm(`Price by ${former} from now on?`);
      accepted(await goBack(line, { to: former ?? undefined, ...line.by }));
      return showRateBooks(line);
    });
}

/** Of a kind of file that is in force as soon as it is loaded. `what` is one of them, such as `a tax table`. */
function fileCommands(group: Commands, kind: FileKind, name: string, what: string): void {
  const show = async ({ database }: CommandLine): Promise<Answer> => {
    const page = await filePage(database, kind, { limit: listMax });
    return { json: page, text: filesText(page, `There is none. Load one: npx northbind ${name} load <file>`) };
  };
  group.add('list', 'all versions; the one loaded last is in force').run(show);

  addCheck(group, (tx, document) => examineFile(tx, kind, document));

  group
    .add('load <file>', `load ${what}; it is in force from then on`, { reason })
    .run(async (line, _options, file) => {
      accepted(await loadFile(line, kind, { document: await readJson(file), ...line.by }));
      return show(line);
    });
}

function addPreview(disclosures: Commands): void {
  disclosures
    .add('preview <file>', 'print all that the customer of a sample sale would be given; nothing is loaded', {
      province: requiredChoice('<code>', "the seller's", provinces),
      paymentMethod: requiredChoice('<code>', 'how it is paid', paymentMethods),
      language: choiceOr('<code>', "the customer's", ['en', 'fr'], 'en'),
      products: option('<codes>', 'what is sold, such as RPL,DED; the replacement of the vehicle if not said'),
      out: required('<folder>', 'where the PDFs are written'),
    })
    .run(async (line, { out, products: codes, province, paymentMethod, language }, file) => {
      const document = await readJson(file);
      const products = codes?.split(',').map((code) => code.trim());
      const parts = { ...line, printer: await line.openPrinter() };
      const sale = { province, paymentMethod, language, products };
      const papers = accepted(await previewDisclosures(parts, { document, ...sale }));
      await mkdir(out, { recursive: true });
      for (const { filename, bytes } of papers) await writeFile(join(out, filename), bytes);
      const rows = papers.map(({ bytes, ...paper }) => paper);
      return { json: { papers: rows }, text: previewText(rows) };
    });
}

async function showRateBooks({ database, clock }: CommandLine): Promise<Answer> {
  const page = await rateBookPage(database, operatorDay(clock()), { limit: listMax });
  return { json: page, text: rateBooksText(page) };
}

const listMax = 100;

function addCheck(group: Commands, examine: typeof examineRateBook): void {
  group
    .add('check <file>', 'find every error of a file; nothing is loaded')
    .run(async ({ database }, _options, file) => {
      const answer = checkAnswer(await examine(database, await readJson(file)));
      return { json: answer, text: faultsText(answer), exitCode: answer.isGood ? exitCodes.ok : exitCodes.refused };
    });
}

async function readJson(file: string): Promise<unknown> {
  const text = (await readGivenFile(file)).toString();
  try {
    return JSON.parse(text);
  } catch (error) {
    return misuse(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** The day from which a book prices; "today" is the operator's, which the machine's own clock and zone may not have. */
function firstDay({ clock }: CommandLine, from: string): string {
  return from === 'today' ? operatorDay(clock()) : readDay(from);
}

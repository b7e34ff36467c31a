import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDate } from '../../../domain/calendar.ts';
import { operatorDay } from '../../../flows/tariff/operator-day.ts';
import type {
  ComparisonAnswer,
  Confirmed,
  FileRow,
  PreviewAnswer,
  RateBookPage,
  RescissionPreview,
  TariffCheck,
  TextsPreview,
} from '../../wire/tariff.ts';
import type { WordingRow } from '../../wire/wordings.ts';
import { exitCodes, misuse, readGivenFile, readJsonFile } from '../command-kit.ts';
import { command, group, type OptionWords, type Reader, type Words, yes } from '../command-words.ts';
import { wordsIn } from '../schema-options.ts';
import { shownRows } from '../table.ts';
import { comparisonText, faultsText, previewText, rateBooksText } from '../tariff-text.ts';

const document: Reader = { property: 'document', read: readJsonFile };

/** The day from which a book prices; "today" is the operator's, which the machine's own clock and zone may not have. */
function from(text: string): OptionWords {
  return { text: `--from <date> ${text}: YYYY-MM-DD, or "today"`, read: readDay };
}

const readDay: NonNullable<OptionWords['read']> = (given, { clock }) =>
  given === 'today' ? operatorDay(clock()) : (parseDate(given) ?? misuse(`${given} is not a day: write YYYY-MM-DD.`));

function checking(path: string): Words {
  return command<TariffCheck>('check <file>', 'find every error in a file; nothing is loaded', {
    route: `POST ${path}/check`,
    args: { file: document },
    shows: faultsText,
    exitCode: ({ isGood }) => (isGood ? exitCodes.ok : exitCodes.refused),
  });
}

const rateBookWords = group('ratebook', 'prices: check, compare, load, activate, go back', [
  command('list', 'all rate books, and which one is in force', {
    route: 'GET /api/rate-books',
    shows: rateBooksText,
  }),
  checking('/api/rate-books'),
  command<ComparisonAnswer>(
    'diff <file>',
    'what a file would do to prices, on a sample of vehicles; nothing is loaded',
    {
      route: 'POST /api/rate-books/compare',
      args: { file: document },
      without: ['version'],
      options: { against: '<version> compare with this one, not with the one in force' },
      shows: comparisonText,
    },
  ),
  command('load <file>', 'store a rate book; it prices nothing until it is activated', {
    route: 'POST /api/rate-books',
    args: { file: document },
    options: { activeFrom: from('activate it, too, for quotes made on this day and later') },
    shows: rateBooksText,
  }),
  command('activate <version>', 'price by this book from the given day on', {
    route: 'POST /api/rate-books/:version/activate',
    options: { activeFrom: from('the first day on which quotes are made by it') },
    shows: rateBooksText,
  }),
  command('go-back', 'return to the previous book at once, or drop a planned activation', {
    route: 'POST /api/rate-books/go-back',
    without: ['to'],
    extra: yes,
    run: async (line, values) => {
      const { former } = await line.call<RateBookPage>('GET /api/rate-books');
      if (former !== null) await line.confirm(`Price by ${former} from now on?`);
      const page = await line.call<RateBookPage>('POST /api/rate-books/go-back', {
        ...values,
        to: former ?? undefined,
      });
      return { json: page, text: rateBooksText(page) };
    },
  }),
]);

/** The commands of a kind of file that is in force as soon as it is loaded. `what` is one of them, such as `a tax table`. */
function fileWords(path: string, name: string, what: string): readonly Words[] {
  const shows = shownRows<FileRow>(
    {
      version: 'version',
      state: (row) => (row.isInForce ? 'in force' : 'former'),
      loaded: (row) => row.loadedAt.slice(0, 10),
    },
    `There is none. Load one: npx northbind ${name} load <file>`,
  );
  return [
    command('list', 'all versions; the one loaded last is in force', { route: `GET ${path}`, shows }),
    checking(path),
    command('load <file>', `load ${what}; it is in force from then on`, {
      route: `POST ${path}`,
      args: { file: document },
      shows,
    }),
  ];
}

/** Saves what an own file begins with. */
function builtInWords(path: string, text: string): Words {
  return command('built-in', text, {
    route: `GET ${path}/built-in`,
    extra: { out: { text: '<file> where it is written', isRequired: true } },
    run: async (line, values, { texts: { out = '' } }) => {
      await writeFile(out, await line.call<Buffer>(`GET ${path}/built-in`, values));
      return { json: { out }, text: `It is in ${out}. Keep what you change, and give it a version of its own.` };
    },
  });
}

const previewing = command(
  'preview <file>',
  'print everything that the customer of a sample sale would be given; nothing is loaded',
  {
    route: 'POST /api/disclosure-texts/preview',
    args: { file: document },
    needs: 'printer',
    without: ['version'],
    options: {
      province: "<code> the seller's",
      paymentMethod: '<code> how it is paid',
      language: { text: "<code> the customer's", fallback: 'en' },
      products: '<codes> what is sold, such as RPL,DED; the replacement of the vehicle if not said',
    },
    extra: { out: { text: '<folder> where the PDFs are written', isRequired: true } },
    run: async (line, values, { texts: { out = '' } }) => {
      const { papers } = await line.call<PreviewAnswer>('POST /api/disclosure-texts/preview', values);
      await mkdir(out, { recursive: true });
      for (const { filename, pdf } of papers) await writeFile(join(out, filename), Buffer.from(pdf, 'base64'));
      const rows = papers.map(({ pdf: _, ...paper }) => paper);
      return { json: { papers: rows }, text: previewText(rows) };
    },
  },
);

const wordingRows = shownRows<WordingRow>(
  {
    id: 'id',
    form: 'form',
    version: 'version',
    language: 'language',
    products: (row) => row.products?.join(' ') ?? 'all',
    provinces: (row) => row.provinces?.join(' ') ?? 'all',
    from: 'from',
    KB: { right: (row) => Math.ceil(row.size / 1_000) },
  },
  'There is none. Load one: npx northbind wordings load <file>',
);

const codes = (text: string): OptionWords => ({
  text,
  read: (given) => wordsIn(given.toUpperCase()),
});

const wordingWords = group('wordings', 'the full texts of forms: list, load, save', [
  command('list', 'all wordings, loaded last first', { route: 'GET /api/wordings', shows: wordingRows }),
  command('load <file>', 'add a PDF; policies are bound on it from its day on', {
    route: 'POST /api/wordings',
    args: { file: { property: 'pdf', read: async (path) => (await readGivenFile(path)).toString('base64') } },
    options: {
      form: '<name> the form, as declarations name it: "Q.P.F. No. 5"',
      version: '--form-version <version> its version',
      language: '<code> the language of the PDF',
      from: 'the first day on which policies are bound on it: YYYY-MM-DD',
      products: codes('<codes> of these products alone, such as RPL,LIM'),
      provinces: codes('<codes> in these provinces alone, such as ON,QC'),
    },
    shows: wordingRows,
  }),
  command('save <id>', 'write a wording to a file', {
    route: 'GET /api/wordings/:id/content',
    extra: { out: { text: '<file> where the PDF is written', isRequired: true } },
    run: async (line, values, { texts: { out = '' } }) => {
      await writeFile(out, await line.call<Buffer>('GET /api/wordings/:id/content', values));
      return { json: { id: values.id, out }, text: `It is in ${out}.` };
    },
  }),
]);

/** The words of papers, mails and the payment page. */
const textWords = group('texts', 'your own words on papers, in mails and on the payment page', [
  ...fileWords('/api/customer-texts', 'texts', 'a file of your own words'),
  builtInWords('/api/customer-texts', 'write a file of all texts in their built-in words, to begin with'),
  command('preview <file>', 'print papers and write mails and pages of a sample sale; nothing is loaded', {
    route: 'POST /api/customer-texts/preview',
    args: { file: document },
    needs: 'printer',
    without: ['version'],
    options: { language: { text: "<code> the customer's", fallback: 'en' } },
    extra: { out: { text: '<folder> where PDFs and texts are written', isRequired: true } },
    run: async (line, values, { texts: { out = '' } }) => {
      const { papers, messages } = await line.call<TextsPreview>('POST /api/customer-texts/preview', values);
      await mkdir(out, { recursive: true });
      for (const paper of papers) await writeFile(join(out, fileOf(paper)), Buffer.from(paper.pdf, 'base64'));
      for (const kind of ['mail', 'page'] as const) {
        const texts = messages.filter((one) => one.of === kind).map(({ title, text }) => `${title}\n\n${text}\n`);
        await writeFile(join(out, `${kind}s.txt`), texts.join(`\n${'='.repeat(60)}\n\n`));
      }
      const names = [...papers.map(fileOf), 'mails.txt', 'pages.txt'];
      return { json: { files: names }, text: names.join('\n') };
    },
  }),
]);

function fileOf({ kind, isRescission }: TextsPreview['papers'][number]): string {
  return `${isRescission ? 'rescission' : kind}.pdf`;
}

const rescissionWords = group('rescission', 'until when customers may rescind: days and holidays', [
  ...fileWords('/api/rescission-rules', 'rescission', 'a file of rules'),
  builtInWords('/api/rescission-rules', 'write the built-in rules to a file, to begin with'),
  command<RescissionPreview>('preview <file>', 'print the last day to rescind in every province; nothing is loaded', {
    route: 'POST /api/rescission-rules/preview',
    args: { file: document },
    without: ['version'],
    options: {
      boundOn: { text: '<day> of the bind: YYYY-MM-DD, or "today"', read: readDay },
      products: codes('<codes> what is sold, such as RPL,DED; if not said, a product that no rule names'),
    },
    shows: shownRows<RescissionPreview['rows'][number]>(
      { province: 'province', 'last day': 'lastDay', 'without a notice': 'lastDayWithoutNotice' },
      '',
    ),
  }),
]);

export const tariffWords = [
  rateBookWords,
  group('taxtable', 'tax rates: check, load and confirm', [
    ...fileWords('/api/tax-tables', 'taxtable', 'a tax table'),
    command<Confirmed>('confirm <version>', 'record that you have compared its rates with the law', {
      route: 'POST /api/tax-tables/:version/confirm',
      shows: ({ confirmedAt }) => `Confirmed on ${confirmedAt.slice(0, 10)}.`,
    }),
  ]),
  group('disclosures', 'what customers are given before they agree', [
    ...fileWords('/api/disclosure-texts', 'disclosures', 'a file of texts'),
    previewing,
  ]),
  wordingWords,
  textWords,
  rescissionWords,
];

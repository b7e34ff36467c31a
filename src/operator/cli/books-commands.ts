import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { daysOf, type Period, parseMonth } from '../../domain/books/period.ts';
import { payoutParties } from '../../domain/books/reconcile.ts';
import { reconcileFile } from '../../flows/books/reconcile-file.ts';
import { writeBordereau, writeStatement, writeTaxReport } from '../../flows/books/write-reports.ts';
import { type BooksFault, checkBooks } from '../../store/books/check-books.ts';
import { listPayoutFiles } from '../../store/books/payout-file.ts';
import { accepted } from '../kit/accepted.ts';
import { type Answer, type CommandLine, type Commands, exitCodes, misuse } from './command-kit.ts';
import { sellerOf } from './onboard/find-by-name.ts';
import { day, option, out, required, requiredChoice } from './options.ts';
import { linesTo } from './out-file.ts';
import { type Columns, dollars, table } from './table.ts';

const month = required('<month>', 'as 2026-11', (text): Period => {
  const period = parseMonth(text);
  if (period === null) throw new InvalidArgumentError('Write a month as 2026-11.');
  return period;
});

/** `northbind books …`: whether they balance, and the reports that come from them. */
export function booksCommands(program: Commands): void {
  const books = program.group('books', 'do they balance; statements, bordereaux, taxes, payout files');
  books.add('check', 'whether every sale and every day balances, and nothing is missing').run(check);
  books
    .add('statement <seller>', 'what a seller has sold, earned and collected in a month, as CSV', { out, month })
    .run(async (line, { month, out }, name) => {
      const { id } = await sellerOf(line, name);
      return write(writeStatement(line.database, id, month), out);
    });
  books
    .add('bordereau', 'the policies that were bound and cancelled in a month, for their insurers, as CSV', {
      out,
      month,
      insurer: option('<code>', 'only of this insurer'),
    })
    .run(({ database }, { insurer = null, month, out }) => write(writeBordereau(database, insurer, month), out));
  books
    .add('taxes', 'what is owed to authorities, by province and rate, as CSV', {
      out,
      from: required('<date>', 'from this day on, as 2026-11-15', day),
      to: required('<date>', 'up to this day', day),
    })
    .run(async ({ database }, { from, to, out }) => {
      if (daysOf({ from, to }) === null) misuse('The last day is before the first, or ten years later.');
      return write(writeTaxReport(database, { from, to }), out);
    });
  addReconciling(books);
}

function addReconciling(books: Commands): void {
  books
    .add('reconcile <file>', 'compare a payout file (CSV) with the books; each difference then needs attention', {
      party: requiredChoice('<party>', 'whose file it is', payoutParties),
      from: required('<date>', 'the first day that it is about, as 2026-11-01', day),
      to: required('<date>', 'the last day that it is about', day),
      reference: required('<column>', 'its column with the charge’s reference or the loan number'),
      amount: required('<column>', 'its column with the amount; what was taken back is below zero'),
      kind: option('<column>', 'where amounts have no sign: its column that says what a line is'),
      refundWord: option('<word>', 'and the word there that makes it a refund; “refund” by default'),
    })
    .run(async ({ database, actor }, { party, from, to, reference, amount, kind, refundWord }, path) => {
      await access(path).catch(() => misuse(`The file ${path} can't be read.`));
      const columns = { reference, amount, kind, refundWord };
      const order = { party, fileName: basename(path), period: { from, to }, columns };
      const found = accepted(await reconcileFile(database, actor, order, createReadStream(path)));
      const { lines, matched, missing, different, unknown } = found;
      const counted = `${lines} lines: ${matched} matched, ${different} different, ${unknown} unknown; ${missing} missing.`;
      const isWhole = missing + different + unknown === 0;
      return { json: found, text: isWhole ? counted : `${counted}\nnpx northbind stuck list --kind differences` };
    });
  books.add('settlements', 'the payout files that were compared, latest first').run(async ({ database }) => {
    const rows = await listPayoutFiles(database, payoutFilesMax);
    const counts = { lines: { right: 'lines' }, matched: { right: 'matched' }, open: { right: 'open' } } as const;
    const text = table(rows, { file: 'name', of: 'party', from: 'from', to: 'to', ...counts }, 'None.');
    return { json: { rows }, text };
  });
}

const payoutFilesMax = 100;

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

const faultColumns: Columns<BooksFault> = {
  'sale or day': 'where',
  fact: 'fact',
  expected: { right: ({ expectedCents }) => dollars(expectedCents) ?? 'missing' },
  found: { right: ({ foundCents }) => dollars(foundCents) ?? 'missing' },
};

function write(lines: AsyncIterable<string>, out: string | undefined): Promise<Answer> {
  return linesTo(out, () => lines, 'It is');
}

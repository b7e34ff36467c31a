import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BooksFault } from '../../../store/books/books-fault.ts';
import { checkBooks } from '../../../store/books/check-books.ts';
import type { AccountBalance, BookLine, FileDifference, PayoutFileResult, PayoutFileRow } from '../../wire/books.ts';
import { type Answer, exitCodes, misuse, type OpenLine } from '../command-kit.ts';
import { command, group } from '../command-words.ts';
import { bySeller, seller } from '../names.ts';
import { type Columns, dollars, shownRows, table } from '../table.ts';

const month = { text: '<month> as 2026-11', example: '2026-11' };
const days = { from: 'from this day on, as 2026-11-15', to: 'up to this day' };

async function check({ database }: OpenLine): Promise<Answer> {
  const found = await checkBooks(database, null);
  const faults = [...found.unbalanced, ...found.different];
  const counted = `${found.policies} policies, ${found.entries} entries, ${found.unbalanced.length} unbalanced, ${found.different.length} different`;
  return {
    json: found,
    text: faults.length === 0 ? `The books balance: ${counted}.` : [table(faults, faultColumns), `${counted}.`],
    exitCode: faults.length === 0 ? exitCodes.ok : exitCodes.fault,
  };
}

const faultColumns: Columns<BooksFault> = {
  'sale, day or file': 'where',
  what: 'what',
  expected: { right: ({ expectedCents }) => dollars(expectedCents) ?? '' },
  found: { right: ({ foundCents }) => dollars(foundCents) ?? 'missing' },
};

function compared(answer: PayoutFileResult): string {
  const { fileId, lines, matched, disputes, missing, different, unknown, sums } = answer;
  const net = sums.map((sum) => `${sum.kind} ${dollars(sum.amountCents)}`).join(', ');
  const told = disputes === 0 ? '' : ` Recorded of disputes: ${disputes}.`;
  const counted = `${lines} lines: ${matched} matched, ${different} different, ${unknown} unknown; ${missing} missing.${told} In all: ${net}.`;
  const isWhole = missing + different + unknown === 0;
  if (fileId === null) return `${counted} Nothing was written: it was a dry run.`;
  return isWhole ? counted : `${counted}\nnpx northbind stuck list --kind differences`;
}

export const booksWords = group('books', 'do they balance; statements, bordereaux, taxes, payout files', [
  command('check', 'whether every sale and every day balances, and nothing is missing', { run: check }),
  command('balances', 'what each account comes to, and what moved in these days', {
    route: 'GET /api/books/balances',
    options: { ...days, sellerId: bySeller('only of this seller') },
    shows: shownRows<AccountBalance>(['account', 'debitCents', 'creditCents', 'balanceCents'], 'The books are empty.'),
  }),
  command('lines <account>', 'the lines of an account, latest first', {
    route: 'GET /api/books/lines',
    options: { ...days, sellerId: bySeller('only of this seller') },
    shows: shownRows<BookLine>(
      ['day', { policy: 'policyNumber' }, 'seller', 'kind', 'amountCents', 'reference'],
      'None.',
    ),
  }),
  command('statement <seller>', 'what a seller has sold, earned and collected in a month, as CSV', {
    route: 'GET /api/books/statements/:sellerId/:month',
    args: { seller: { ...seller, property: 'sellerId' } },
    without: ['as'],
    options: { month },
    file: 'It is',
  }),
  command('bordereau', 'the policies that were bound and cancelled in a month, for their insurers, as CSV', {
    route: 'GET /api/books/bordereaux/:month',
    options: { month, insurer: '<code> only of this insurer' },
    file: 'It is',
  }),
  command('taxes', 'what is owed to authorities, by province and rate, as CSV', {
    route: 'GET /api/books/taxes',
    options: days,
    file: 'It is',
  }),
  command<PayoutFileResult>(
    'reconcile <file>',
    'compare a payout file (CSV) with the books, and book its disputes, fees and reserves; each difference then needs attention',
    {
      route: 'POST /api/books/settlements',
      args: {
        file: {
          property: 'file',
          read: async (path) => {
            await access(path).catch(() => misuse(`The file ${path} can't be read.`));
            return createReadStream(path);
          },
        },
      },
      without: ['fileName'],
      options: {
        party: '<party> whose file it is',
        from: 'the first day that it is about, as 2026-11-01',
        to: 'the last day that it is about',
        reference: '<column> its column with the charge’s reference or the loan number',
        amount: '<column> its column with the amount; what was taken back is below zero',
        kind: '<column> its column that says what a line is',
        refundWord: '<word> and the word there that makes it a refund; “refund” by default',
        words:
          '<word=kind> what its other words mean: charge, refund, dispute, dispute won, dispute lost, refund returned, fee, reserve, payout',
        dryRun: 'only say what it would come to',
      },
      adjust: (values, _line, { words }) => ({ ...values, fileName: basename(words.file!) }),
      shows: compared,
    },
  ),
  command('settlements', 'the payout files that were compared, latest first', {
    route: 'GET /api/books/settlements',
    shows: shownRows<PayoutFileRow>(
      [{ file: 'name', of: 'party' }, 'from', 'to', 'lines', 'matched', 'open', 'id'],
      'None.',
    ),
  }),
  command('differences <id>', 'what a payout file and the books disagree about, open ones first', {
    route: 'GET /api/books/settlements/:id/differences',
    shows: shownRows<FileDifference>(
      [
        'kind',
        { of: 'moneyKind' },
        'line',
        'reference',
        { policy: 'policyNumber', books: 'bookedCents', file: 'settledCents' },
        { state: ({ isOpen, settledReference }) => (isOpen ? 'open' : (settledReference ?? 'found')) },
      ],
      'The file and the books agree.',
    ),
  }),
  command(
    'withdraw <id>',
    'withdraw a wrong payout file: what it confirmed is open again, what it brought is voided, its differences are gone',
    {
      route: 'POST /api/books/settlements/:id/withdraw',
      shows: () => 'The file was withdrawn. It can be compared again.',
    },
  ),
]);

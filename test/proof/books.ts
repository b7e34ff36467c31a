import { checkBooks } from '../../src/store/books/check-books.ts';
import { compareDaily } from './books/daily-comparison.ts';
import { type Acts, amend, liveAll } from './books/live.ts';
import { missedDifferences, plantedInRecords } from './books/planted.ts';
import { compareReports } from './books/reports.ts';
import { plantedInFiles, reconcileBoth } from './books/settlement-files.ts';
import { compareRecords } from './books/three-records.ts';
import { type Lane, openLane } from './interleavings/lane.ts';
import { judgeMoney } from './kit/books.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * Thousands of sales, with everything that may become of them and everything that people and banks say of their money,
 * leave books that balance and accounts that are the same when they are worked out anew; that say what the processor and
 * the lender say, and what every notice, receipt and mail has said. Reports add up to them, and planted differences are
 * found: in payout files, in the parties' ledgers, in our own tables and in letters.
 */
export const books: Proof = {
  name: 'books',
  about: '8,000 sales with everything that can happen to their money, compared with ledgers, notices and reports.',
  run: async (testbed) => {
    const sales = testbed.isQuick ? 300 : 8_000;
    const databaseUrl = await testbed.postgres.newDatabase();
    const lanes: Lane[] = [];
    for (const username of ['ontario', 'quebec', 'alberta'] as const) {
      const lane = await openLane(databaseUrl, username);
      testbed.afterwards(lane.close);
      lanes.push(lane);
    }
    const { database } = lanes[0]!;
    const acts = await liveAll(testbed.random, lanes, sales);
    const unamended = await amendSettled(testbed, lanes[0]!);
    const { rows } = await database.query<Counted>(countSql);
    const counted = rows[0]!;
    const found = await checkBooks(database, null);
    const compared = await compareRecords(database, lanes);
    const unbalanced = found.unbalanced.length + found.different.length + compared.different.length;
    const untrue = compared.untrue.length;
    const faults = [
      ...[...found.unbalanced, ...found.different].slice(0, 5).map((fault) => JSON.stringify(fault)),
      ...compared.different.slice(0, 5),
      ...compared.untrue.slice(0, 5),
      ...(await compareReports(database, lanes)),
      ...(await judgeMoney(database)),
      ...(await compareDaily(lanes[0]!))
        .slice(0, 5)
        .map(({ applicationId, kind }) => `${applicationId}: ${kind}, by the daily comparison`),
      ...unamended,
      ...unless(
        testbed.isQuick || Object.values(counted).every((times) => times > 0),
        `never done: ${JSON.stringify(counted)}`,
      ),
    ];
    const inFiles = await reconcileBoth(testbed, lanes[0]!);
    const missed = await missedDifferences(database, lanes);
    const { policies, entries } = found;
    const planted = plantedInFiles + plantedInRecords;
    const plantedFound = inFiles.found + plantedInRecords - missed.length;
    const foundAll = plantedFound === planted && inFiles.wrong.length === 0;
    return {
      did: `${sales} sales of three sellers by referral, card and loan, with refused cards, failed binds, later charges that are made, refused or lost, payment links, cancellations of each kind, ground and method, now and ahead, withdrawn, paid within their notice, written off and undone; disputes opened, won and lost, before and after refunds, told by the sandbox or recorded by operators; cheques in parts, of another day, too much, twice and bounced; refunds by hand though planned to a card, refused for good by the issuer; goodwill; lenders who take more or less than is owed; and what was recorded by mistake and voided. On each of ten days persons and jobs do their work. In the end each account is worked out anew and compared with the stored status, the parties’ ledgers with our books, also by the daily comparison, and the words of every notice, receipt and mail with both; then statements, bordereau and tax report with the books, and ${planted} planted differences must be found.`,
      counts: {
        sales,
        policies,
        'said of money': sum(acts, () => true),
        'refused of it': sum(acts, (what) => /^[A-Z]/.test(what)),
        ...counted,
        entries,
        unbalanced,
        letters: compared.letters,
        'untrue notices': untrue,
        'settlement lines': inFiles.lines,
        'planted found': plantedFound,
      },
      faults: [
        ...faults,
        ...unless(foundAll, `planted: ${plantedFound} found, ${[...inFiles.wrong, ...missed].join('; ')}`),
      ],
      lastLine: `books: policies ${policies}, entries ${entries}, unbalanced ${unbalanced}, untrue notices ${untrue}, disputes ${counted.disputes}, returned ${counted.returned}, by hand ${counted['by hand']}, planted found ${plantedFound} of ${planted}`,
    };
  },
};

function sum(acts: Acts, isMeant: (what: string) => boolean): number {
  return [...acts].reduce((total, [what, times]) => total + (isMeant(what) ? times : 0), 0);
}

/** What has become of the sales. */
type Counted = Readonly<
  Record<
    | 'amendments'
    | 'cancelled'
    | 'withdrawn'
    | 'written off'
    | 'paid by link'
    | 'disputes'
    | 'returned'
    | 'by hand'
    | 'goodwill'
    | 'voided'
    | 'refunds refused'
    | 'notices',
    number
  >
>;

const entriesOf = (kinds: string): string => `(SELECT count(*)::int FROM ledger_entry WHERE ${kinds})`;

const countSql = `
  SELECT (SELECT count(*)::int FROM amendment) AS amendments, (SELECT count(*)::int FROM cancellation) AS cancelled,
         (SELECT count(*)::int FROM withdrawn_cancellation) AS withdrawn, ${entriesOf("kind = 'write-off'")} AS "written off",
         (SELECT count(*)::int FROM card_payment WHERE is_by_link AND status = 'Captured') AS "paid by link",
         ${entriesOf("kind = 'dispute-opened'")} AS disputes, ${entriesOf("kind = 'payment-returned'")} AS returned,
         ${entriesOf("kind = 'payment' OR (kind = 'refund' AND recorded_by = 'operator')")} AS "by hand",
         ${entriesOf("kind = 'goodwill'")} AS goodwill, ${entriesOf("kind = 'void'")} AS voided,
         (SELECT count(*)::int FROM reversal WHERE progress = 'refused') AS "refunds refused",
         (SELECT count(*)::int FROM cancellation WHERE in_effect_at IS NOT NULL) AS notices`;

/**
 * Amends some policies whose charges and refunds are over. A cancelled one is not amended any more. Returns what was
 * otherwise.
 */
async function amendSettled({ random }: Testbed, lane: Lane): Promise<readonly string[]> {
  const { rows } = await lane.database.query<{ policyNumber: string; isCancelled: boolean }>(
    `SELECT policy_number AS "policyNumber", cancellation.policy_number IS NOT NULL AS "isCancelled"
     FROM policy
     LEFT JOIN cancellation USING (policy_number)
     ORDER BY policy_number`,
  );
  const faults: string[] = [];
  for (const { policyNumber, isCancelled } of rows.filter(() => random() < 0.05)) {
    const refused = await amend(lane, policyNumber, { firstOrCompanyName: 'Anne', odometer: 24_600 });
    const expected = isCancelled ? 'PolicyAlreadyCancelled' : null;
    faults.push(...unless(refused === expected, `amendment of ${policyNumber}: ${refused} instead of ${expected}`));
  }
  return faults;
}

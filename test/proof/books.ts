import { checkBooks } from '../../src/store/books/check-books.ts';
import { amend, liveAll } from './books/live.ts';
import { compareReports } from './books/reports.ts';
import { plantedInFiles, reconcileBoth } from './books/settlement-files.ts';
import { compareRecords, missedDifferences, plantedInRecords } from './books/three-records.ts';
import { type Lane, openLane } from './interleavings/lane.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * Ten thousand sales, with everything that may become of them, leave books that balance, that say what the processor
 * and the lender say, and that give what every notice has promised. Reports add up to them, and planted differences are
 * found: in payout files, in the parties' ledgers and in notices.
 */
export const books: Proof = {
  name: 'books',
  run: async (testbed) => {
    const sales = testbed.isQuick ? 300 : 10_000;
    const databaseUrl = await testbed.postgres.newDatabase();
    const lanes: Lane[] = [];
    for (const username of ['ontario', 'quebec', 'alberta'] as const) {
      const lane = await openLane(databaseUrl, username);
      testbed.afterwards(lane.close);
      lanes.push(lane);
    }
    const { database } = lanes[0]!;
    await liveAll(testbed.random, lanes, sales);
    const unamended = await amendSettled(testbed, lanes[0]!);
    const { rows } = await database.query<Counted>(countSql);
    const counted = rows[0]!;
    const found = await checkBooks(database, null);
    const compared = await compareRecords(database);
    const unbalanced = found.unbalanced.length + found.different.length + compared.different.length;
    const untrue = compared.untrueNotices.length;
    const faults = [
      ...[...found.unbalanced, ...found.different].slice(0, 5).map((fault) => JSON.stringify(fault)),
      ...compared.different.slice(0, 5),
      ...compared.untrueNotices.slice(0, 5),
      ...(await compareReports(database, lanes)),
      ...unamended,
    ];
    const inFiles = await reconcileBoth(testbed, database);
    const missed = await missedDifferences(database);
    const { policies, entries } = found;
    const planted = plantedInFiles + plantedInRecords;
    const plantedFound = inFiles.found + plantedInRecords - missed.length;
    const foundAll = plantedFound === planted && inFiles.wrong.length === 0;
    return {
      did: `${sales} sales of three sellers by referral, card and loan, with refused cards, failed binds, later charges that are made, refused or lost, payment links, cheques, cancellations of each kind, ground and method, now and ahead, withdrawn, paid within their notice and written off; on each of ten days persons and jobs do their work. In the end our books, the parties’ ledgers and the words of every notice are compared, then statements, bordereau and tax report with the books, and ${planted} planted differences must be found.`,
      counts: {
        sales,
        policies,
        ...counted,
        entries,
        unbalanced,
        notices: compared.notices,
        'untrue notices': untrue,
        'settlement lines': inFiles.lines,
        'planted found': plantedFound,
      },
      faults: [
        ...faults,
        ...unless(foundAll, `planted: ${plantedFound} found, ${[...inFiles.wrong, ...missed].join('; ')}`),
      ],
      lastLine: `books: policies ${policies}, entries ${entries}, unbalanced ${unbalanced}, untrue notices ${untrue}, planted found ${plantedFound} of ${planted}`,
    };
  },
};

/** What has become of the sales. */
type Counted = Readonly<
  Record<'amendments' | 'cancelled' | 'withdrawn' | 'written off' | 'paid outside' | 'paid by link', number>
>;

const countSql = `
  SELECT (SELECT count(*)::int FROM amendment) AS amendments, (SELECT count(*)::int FROM cancellation) AS cancelled,
         (SELECT count(*)::int FROM withdrawn_cancellation) AS withdrawn,
         (SELECT count(*)::int FROM cancellation WHERE money = 'WrittenOff') AS "written off",
         (SELECT count(*)::int FROM due_charge WHERE state = 'settled') AS "paid outside",
         (SELECT count(*)::int FROM card_payment WHERE is_by_link AND status = 'Captured') AS "paid by link"`;

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

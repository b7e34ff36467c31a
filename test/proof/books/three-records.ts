import { addDays } from '../../../src/domain/calendar.ts';
import type { ApplicationId } from '../../../src/domain/ids.ts';
import type { Database, Tx } from '../../../src/store/database.ts';
import { type Court, judge, noticeSays } from '../interleavings/judge.ts';
import type { Lane } from '../interleavings/lane.ts';
import { differentLedger } from './ledgers.ts';
import { readLetters } from './letters.ts';
import { lastPayDay } from './life.ts';

/*
 * Records of the same money that know nothing of each other: our books and the account that is worked out anew from them,
 * the ledgers of the processor and the lender, and what every customer was told in notices, receipts and mails.
 */

export interface Compared {
  /** Where our books, the account, what partners read and the ledgers differ, sale by sale. */
  readonly different: readonly string[];
  readonly letters: number;
  /** Notices, receipts and mails. */
  readonly untrue: readonly string[];
}

const atOnce = 4;

/** Compares every sale. */
export async function compareRecords(database: Database, lanes: readonly Lane[]): Promise<Compared> {
  const { rows: left } = await database.query<SaleOfSeller>(salesSql);
  const compared: Compared[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop())
        compared.push(await compareSale(database, lanes, one));
    }),
  );
  return {
    different: compared.flatMap(({ different }) => different),
    letters: compared.reduce((sum, { letters }) => sum + letters, 0),
    untrue: compared.flatMap(({ untrue }) => untrue),
  };
}

export interface SaleOfSeller {
  readonly applicationId: ApplicationId;
  readonly sellerId: string;
}

export async function compareSale(
  database: Tx,
  lanes: readonly Lane[],
  { applicationId, sellerId }: SaleOfSeller,
): Promise<Compared> {
  const { seller, today } = lanes.find((lane) => lane.seller.id === sellerId)!;
  const court: Court = { database, seller };
  const judged = await judge(court, { sale: { applicationId }, results: [], day: addDays(today, lastPayDay + 1) });
  const letters = await readLetters(database, applicationId);
  const name = (fault: string): string => `${applicationId}: ${fault}`;
  return {
    different: [
      ...judged.filter((fault) => !fault.startsWith(noticeSays)),
      ...(await differentLedger(database, applicationId)),
    ].map(name),
    letters: letters.count,
    untrue: [...judged.filter((fault) => fault.startsWith(noticeSays)), ...letters.untrue].map(name),
  };
}

const salesSql = `
  SELECT application_id AS "applicationId", application.seller_id AS "sellerId"
  FROM bind
  JOIN application ON application.id = bind.application_id
  ORDER BY 1`;

import { writeBordereau, writeStatement, writeTaxReport } from '../../../src/flows/books/write-reports.ts';
import type { Database } from '../../../src/store/database.ts';
import type { Lane } from '../interleavings/lane.ts';
import { unless } from '../kit/proof.ts';

/** Every report, over all the days that the books have, comes to what the accounts come to. */
export async function compareReports(database: Database, lanes: readonly Lane[]): Promise<readonly string[]> {
  const { rows: spans } = await database.query<{ from: string; to: string }>(
    'SELECT min(booked_on)::text AS "from", max(booked_on)::text AS "to" FROM ledger_entry',
  );
  const period = spans[0]!;
  const booked = async (account: string, sellerId: string | null): Promise<number> => {
    const { rows } = await database.query<{ cents: number }>(
      'SELECT coalesce(sum(amount_cents), 0)::float8 AS cents FROM posted WHERE account = $1 AND ($2::uuid IS NULL OR seller_id = $2)',
      [account, sellerId],
    );
    return rows[0]!.cents;
  };
  const faults: string[] = [];
  const compare = (what: string, found: number, expected: number): void =>
    void faults.push(...unless(found === expected, `${what}: ${found} cents instead of ${expected}`));
  for (const { seller } of lanes) {
    const statement = await readCsv(writeStatement(database, [seller.id], period));
    compare(`premium of ${seller.username}`, total(statement, 'premium'), -(await booked('premium', seller.id)));
    compare(`tax of ${seller.username}`, total(statement, 'tax'), -(await booked('tax', seller.id)));
    compare(`collected by ${seller.username}`, total(statement, 'collected'), await booked('partner', seller.id));
    const earned = -(await booked('commission-due', seller.id));
    compare(`commission of ${seller.username}`, total(statement, 'commission'), earned);
  }
  const bordereau = await readCsv(writeBordereau(database, null, period));
  compare('bordereau premium', total(bordereau, 'premium'), -(await booked('premium', null)));
  compare('bordereau commission', total(bordereau, 'commission'), await booked('commission', null));
  const taxes = await readCsv(writeTaxReport(database, period));
  compare('tax report', total(taxes, 'amount'), -(await booked('tax', null)));
  return faults;
}

type Table = readonly (readonly string[])[];

async function readCsv(lines: AsyncIterable<string>): Promise<Table> {
  let text = '';
  for await (const line of lines) text += line;
  return text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
}

function total([titles, ...rows]: Table, title: string): number {
  const at = titles!.indexOf(title);
  return rows.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);
}

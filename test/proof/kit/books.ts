import pg from 'pg';
import { type Books, booksSql, brokenPromises, untilQuiet } from '../../kit/bind-books.ts';
import type { Sale } from './load.ts';
import type { Counts } from './proof.ts';

/** The one promise, over everything in a database: our tables, the processor's ledger and the lender's. */
export interface Verdict {
  readonly counts: Counts & { readonly duplicates: number; readonly lost: number };
  readonly faults: readonly string[];
}

const quietLimitMs = 120_000;
const faultsShown = 10;

export async function judgeBooks(databaseUrl: string, sales: readonly Sale[]): Promise<Verdict> {
  const settledMs = await untilQuiet(databaseUrl, quietLimitMs);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM application ORDER BY id');
    const salesById = new Map(sales.map((sale) => [sale.applicationId, sale]));
    const judged: Judged[] = [];
    for (const { id } of rows) {
      const [found] = (await client.query<{ books: Books }>(booksSql, [id])).rows;
      judged.push(judge(id, found!.books, salesById.get(id)));
    }
    const money = (await client.query<Money>(moneySql)).rows[0]!;
    const faults = [...judged.flatMap((one) => one.faults), ...moneyFaults(money)];
    const sum = (count: (one: Judged) => number): number => judged.reduce((total, one) => total + count(one), 0);
    return {
      counts: {
        applications: judged.length,
        policies: sum((one) => one.policies),
        charges: sum((one) => one.charges),
        loans: sum((one) => one.loans),
        'given back': sum((one) => one.reversals),
        duplicates: sum((one) => Number(one.isDouble)),
        lost: sum((one) => Number(one.isLost)),
        'quiet after ms': Math.round(settledMs),
      },
      faults: faults
        .slice(0, faultsShown)
        .concat(faults.length > faultsShown ? [`and ${faults.length - faultsShown} more`] : []),
    };
  } finally {
    await client.end();
  }
}

interface Judged {
  readonly policies: number;
  readonly charges: number;
  readonly loans: number;
  readonly reversals: number;
  readonly isDouble: boolean;
  readonly isLost: boolean;
  readonly faults: readonly string[];
}

function judge(id: string, books: Books, sale: Sale | undefined): Judged {
  const { policies, charges, loans, reversals } = books;
  const kept = charges.filter(({ cents, refundedCents }) => refundedCents < cents).length;
  const active = loans.filter(({ isActive }) => isActive).length;
  const isBoundAsTold = policies.some(({ number }) => number === sale?.policyNumber);
  const isLost = sale !== undefined && sale.policyNumber !== null && !isBoundAsTold;
  // A refusal that settles a bind says that there is no policy, except the one that says that there is.
  const isRefused = sale !== undefined && sale.refusedWith !== null && sale.refusedWith !== 'QuoteAlreadyBound';
  const faults = [
    ...brokenPromises(books),
    ...(isLost ? [`policy ${sale.policyNumber} was acknowledged and is not there`] : []),
    ...(isRefused && policies.length > 0 ? [`refused with ${sale.refusedWith}, and bound`] : []),
  ];
  return {
    policies: policies.length,
    charges: kept,
    loans: active,
    reversals: reversals.length,
    isDouble: policies.length > 1 || kept > 1 || active > 1,
    isLost,
    faults: faults.map((fault) => `${id}: ${fault}`),
  };
}

interface Money {
  readonly owed: string;
  readonly booked: string;
  readonly processor: string;
  readonly loans: string;
  readonly lender: string;
}

/** Captured less reversed is what is owed, and what the processor has; loans as the lender counts them. */
function moneyFaults({ owed, booked, processor, loans, lender }: Money): readonly string[] {
  return [
    ...(owed === booked && owed === processor
      ? []
      : [`${owed} cents owed, ${booked} in the books, ${processor} at the processor`]),
    ...(loans === lender ? [] : [`${loans} policies with a loan, ${lender} loans at the lender`]),
  ];
}

const moneySql = `
  SELECT
    (SELECT coalesce(sum(total_cents), 0) FROM policy
     WHERE payment_method = 'CC' AND NOT EXISTS (
       SELECT FROM due_charge WHERE due_charge.application_id = policy.application_id AND due_charge.state <> 'charged')) AS owed,
    (SELECT coalesce(sum(amount_cents), 0) FROM posted WHERE account = 'processor') AS booked,
    (SELECT coalesce(sum(amount_cents - refunded_cents), 0) FROM sandbox_cards.charge) AS processor,
    (SELECT count(*) FROM policy WHERE payment_method = 'PFF') AS loans,
    (SELECT count(*) FROM sandbox_lender.contract WHERE cancelled_at IS NULL) AS lender`;

import pg from 'pg';
import type { Tx } from '../../../src/store/database.ts';
import { type Books, booksSql, brokenPromises, untilQuiet } from '../../kit/invariants/bind-books.ts';
import type { Sale } from './load.ts';
import type { Counts } from './proof.ts';

/**
 * Says whether the one promise holds over everything in a database: our tables, the processor's ledger and the
 * lender's.
 */
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
    const faults = [...judged.flatMap((one) => one.faults), ...(await judgeMoney(client))];
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
  readonly bookedProcessor: string;
  readonly processor: string;
  readonly heldBack: string;
  readonly loans: string;
  readonly lender: string;
}

/**
 * Over all sales: what was sold and is not open, given back or given up is in the books, and what is with the processor
 * is there by its own ledger; loans as the lender counts them.
 */
export async function judgeMoney(database: Tx): Promise<readonly string[]> {
  const { rows } = await database.query<Money>(moneySql);
  const { owed, booked, bookedProcessor, processor, heldBack, loans, lender } = rows[0]!;
  // What a bank holds back may be owed to the customer, and can't be given back before the bank has decided.
  const beyond = Number(booked) - Number(owed);
  return [
    ...(beyond >= 0 && beyond <= Number(heldBack) ? [] : [`${owed} cents owed, ${booked} in the books`]),
    ...(bookedProcessor === processor ? [] : [`${bookedProcessor} cents in the books, ${processor} at the processor`]),
    ...(loans === lender ? [] : [`${loans} policies with a loan, ${lender} loans at the lender`]),
  ];
}

/** Adds up what was paid by card, or is of no policy. */
const bookedSql = (accounts: string): string => `
  (SELECT coalesce(sum(posted.amount_cents), 0) FROM posted LEFT JOIN policy USING (policy_number)
   WHERE account IN (${accounts}) AND coalesce(payment_method, 'CC') = 'CC')`;

// What came by hand and what banks hold back count like what the processor has. What is still to be given back is
// there, too.
const moneySql = `
  SELECT
    (SELECT coalesce(sum(policy.total_cents - coalesce(cancelled.refund_cents, 0) - coalesce(open_charge.amount_cents, 0)), 0)
     FROM policy
     LEFT JOIN cancellation AS cancelled
       ON cancelled.policy_number = policy.policy_number AND cancelled.in_effect_at IS NOT NULL
     LEFT JOIN due_charge AS open_charge
       ON open_charge.card_payment_id = policy.card_payment_id AND open_charge.state IN ('due', 'charging', 'refused')
     WHERE payment_method = 'CC')
    + (SELECT coalesce(sum(amount_cents), 0) FROM reversal
       WHERE policy_number IS NOT NULL AND payee <> 'Lender' AND progress IN ('idle', 'begun'))
    - ${bookedSql(`'write-off', 'goodwill'`)} AS owed,
    ${bookedSql(`'processor', 'outside', 'dispute'`)} AS booked,
    ${bookedSql(`'processor'`)} AS "bookedProcessor",
    (SELECT coalesce(sum(amount_cents - refunded_cents), 0) FROM sandbox_cards.charge)
    - (SELECT coalesce(sum(amount_cents), 0) FROM sandbox_cards.dispute WHERE status <> 'Won')
    -- It goes on telling a refund that came back as made.
    + (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entry WHERE kind = 'refund-returned') AS processor,
    (SELECT coalesce(sum(amount_cents), 0) FROM sandbox_cards.dispute WHERE status = 'Open') AS "heldBack",
    (SELECT count(*) FROM policy
     WHERE payment_method = 'PFF'
       AND NOT EXISTS (SELECT FROM cancellation
                       WHERE cancellation.policy_number = policy.policy_number AND in_effect_at IS NOT NULL)) AS loans,
    (SELECT count(*) FROM sandbox_lender.contract WHERE cancelled_at IS NULL) AS lender`;

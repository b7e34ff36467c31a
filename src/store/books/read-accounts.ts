import type { AccountBalance, BookLine } from '../../domain/books/reports.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { read, sendRead } from '../statement.ts';
import { readAddedUntil } from './account-day.ts';

/** What is asked of the books: the lines of these days, of one seller or of all. */
export interface AccountsAsked {
  readonly from: string;
  readonly to: string;
  readonly sellerId: string | null;
}

/**
 * What was debited and credited to each account in these days, and its balance at the end of the last: what is added up
 * by day, and what was recorded since. That moment is asked for before, too: the plan depends on it. Of a replica that
 * lags behind it may be earlier: then the balances are read once more.
 */
export async function readBalances(tx: Tx, asked: AccountsAsked): Promise<readonly AccountBalance[]> {
  for (let since = await readAddedUntil(tx); ; ) {
    const rows = await readBalancesSince(tx, asked, since);
    const until = rows[0]!.until;
    if (since === null || (until !== null && until >= since))
      return rows.flatMap(({ until: _, ...balance }) => (balance.account === null ? [] : [balance]));
    since = until;
  }
}

/** Returns the balances with the moment up to which they were added up; without an account, that alone. */
async function readBalancesSince(tx: Tx, { from, to, sellerId }: AccountsAsked, since: Date | null) {
  const { rows } = await sendRead<AccountBalance & { readonly until: Date | null }>(
    tx,
    `SELECT until, balance.*
     FROM account_day_until
     LEFT JOIN (
     SELECT account,
            coalesce(sum(debit_cents) FILTER (WHERE day >= :from), 0)::float8 AS "debitCents",
            coalesce(sum(credit_cents) FILTER (WHERE day >= :from), 0)::float8 AS "creditCents",
            (sum(debit_cents) - sum(credit_cents))::float8 AS "balanceCents"
     FROM (
       SELECT day, account, debit_cents, credit_cents
       FROM account_day
       WHERE day <= :to AND ${sellerId === null ? 'seller_id IS NULL' : 'seller_id = :sellerId'}
       UNION ALL
       SELECT booked_on, account, greatest(amount_cents, 0), greatest(-amount_cents, 0)
       FROM posted
       WHERE booked_on <= :to AND (:sellerId::uuid IS NULL OR seller_id = :sellerId) AND recorded_at >= coalesce(:since::timestamptz, '-infinity')
         AND recorded_at >= coalesce((SELECT until FROM account_day_until), '-infinity')
     ) AS moved
     GROUP BY account) AS balance ON true
     ORDER BY account`,
    { from, to, sellerId, since },
  );
  return rows;
}

export interface LinesAsked extends AccountsAsked {
  readonly account: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** The lines of an account, latest first. A cursor is the place of the line before. */
export async function listBookLines(tx: Tx, asked: LinesAsked): Promise<Page<BookLine>> {
  const after = asked.cursor === null ? null : parsePlace(asked.cursor);
  const rows = await readLines(tx, asked, after);
  const page = rows.slice(0, asked.limit);
  const last = page.at(-1);
  const isLast = rows.length <= asked.limit || last === undefined;
  return { rows: page.map(({ turn: _, ...line }) => line), nextCursor: isLast ? null : placeOf(last) };
}

interface PlacedLine extends BookLine {
  readonly turn: number;
}

const readLines = read.allRows<PlacedLine, [asked: LinesAsked, after: readonly string[] | null]>(
  null,
  `SELECT entry.booked_on::text AS day, entry.application_id AS "applicationId", entry.entry_id AS "entryId", entry.turn::float8 AS turn, entry.kind, entry.line,
          entry.policy_number AS "policyNumber", seller.name AS seller, entry.amount_cents::float8 AS "amountCents", entry.reference,
          entry.product, entry.insurer, entry.authority
   FROM posted AS entry
   LEFT JOIN seller ON seller.id = entry.seller_id
   WHERE entry.account = :account AND entry.booked_on BETWEEN :from AND :to AND (:sellerId::uuid IS NULL OR entry.seller_id = :sellerId)
     AND (:after::text[] IS NULL
          OR (entry.booked_on, entry.turn, entry.line)
             < ((:after::text[])[1]::date, (:after::text[])[2]::bigint, (:after::text[])[3]::smallint))
   ORDER BY entry.booked_on DESC, entry.turn DESC, entry.line DESC
   LIMIT :limit`,
  ({ account, from, to, sellerId, limit }, after) => ({ account, from, to, sellerId, limit: limit + 1, after }),
);

function placeOf({ day, turn, line }: PlacedLine): string {
  return Buffer.from(JSON.stringify([day, String(turn), String(line)])).toString('base64url');
}

/** One that was not made here leads to no line. */
function parsePlace(cursor: string): readonly string[] {
  const nowhere = ['0001-01-01', '0', '0'];
  try {
    const [day, turn, line] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as readonly unknown[];
    const isPlace =
      /^\d{4}-\d\d-\d\d$/.test(String(day)) && /^\d{1,15}$/.test(String(turn)) && /^\d{1,4}$/.test(String(line));
    return isPlace && !Number.isNaN(Date.parse(String(day))) ? [String(day), String(turn), String(line)] : nowhere;
  } catch {
    return nowhere;
  }
}

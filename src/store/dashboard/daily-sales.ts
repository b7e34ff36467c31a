import type { PlainDate } from '../../domain/calendar/calendar.ts';
import { statement, type Tx } from '../database.ts';
import { idAt } from '../lists/filter.ts';
import { isVisibleSql } from '../visible.ts';
import type { Days, DaysOfSeller } from './answers.ts';

/** A day in the seller's time zone; `ends` is excluded. */
export interface SellerDay {
  readonly sellerId: string;
  readonly day: PlainDate;
  readonly begins: Date;
  readonly ends: Date;
}

/**
 * Recounts these days from indexes. A quote counts on the day of the application's first quote, a bind on the day of
 * the policy.
 */
export async function rollUpDays(tx: Tx, days: readonly SellerDay[]): Promise<void> {
  await tx.query(
    rollUp(
      days.map(({ sellerId }) => sellerId),
      days.map(({ day }) => day),
      days.map(({ begins }) => idAt(begins)),
      days.map(({ ends }) => idAt(ends)),
      days.map(({ begins }) => begins),
      days.map(({ ends }) => ends),
    ),
  );
}

/** Returns the last day whose counts are final; before the first roll-up, the day before the first application. */
export async function readDoneDay(tx: Tx): Promise<PlainDate | null> {
  const { rows } = await tx.query<{ day: PlainDate | null }>(
    `SELECT coalesce((SELECT day FROM daily_sales_done), (SELECT uuid_extract_timestamp(id)::date - 2 FROM application ORDER BY id LIMIT 1)) AS day`,
  );
  return rows[0]!.day;
}

export async function writeDoneDay(tx: Tx, day: PlainDate): Promise<void> {
  await tx.query(
    'INSERT INTO daily_sales_done (day) VALUES ($1) ON CONFLICT (is_one) DO UPDATE SET day = excluded.day',
    [day],
  );
}

export interface SoldRow {
  readonly quotes: number;
  readonly binds: number;
  readonly premiumCents: number;
  readonly totalCents: number;
}

export async function sumByDay(
  tx: Tx,
  { from, to, sellerId, visible }: DaysOfSeller,
): Promise<readonly (SoldRow & { readonly day: PlainDate })[]> {
  const { rows } = await tx.query<SoldRow & { day: PlainDate }>(
    `SELECT day, ${sums} FROM daily_sales WHERE ${inRange} GROUP BY day ORDER BY day`,
    [from, to, sellerId, visible],
  );
  return rows;
}

export interface SellerSold extends SoldRow {
  readonly seller: { readonly id: string; readonly name: string };
}

/** Ordered by premium, highest first. */
export async function sumBySeller(
  tx: Tx,
  { from, to, sellerId, visible }: DaysOfSeller,
  countMax: number,
): Promise<readonly SellerSold[]> {
  const { rows } = await tx.query<SellerSold>(
    `SELECT json_build_object('id', seller.id, 'name', seller.name) AS seller, ${sums}
     FROM daily_sales
     JOIN seller ON seller.id = daily_sales.seller_id
     WHERE ${inRange}
     GROUP BY seller.id
     ORDER BY sum(premium_cents) DESC, sum(quotes) DESC, seller.id
     LIMIT $5`,
    [from, to, sellerId, visible, countMax],
  );
  return rows;
}

export async function readDays(
  tx: Tx,
  { from, to }: Days,
  sellerIds: readonly string[],
): Promise<readonly (SoldRow & { readonly day: PlainDate; readonly sellerId: string })[]> {
  const { rows } = await tx.query<SoldRow & { day: PlainDate; sellerId: string }>(
    `SELECT day, seller_id AS "sellerId", quotes, binds, premium_cents::float8 AS "premiumCents", total_cents::float8 AS "totalCents"
     FROM daily_sales
     WHERE day BETWEEN $1 AND $2 AND seller_id = ANY ($3)
     ORDER BY day, seller_id`,
    [from, to, sellerIds],
  );
  return rows;
}

const inRange = `day BETWEEN $1 AND $2 AND ($3::uuid IS NULL OR seller_id = $3) AND ${isVisibleSql('seller_id', '$4')}`;
// Doubles are exact far beyond a year's amounts.
const sums = `sum(quotes)::float8 AS quotes, sum(binds)::float8 AS binds, sum(premium_cents)::float8 AS "premiumCents",
            sum(total_cents)::float8 AS "totalCents"`;

const rollUp = statement(
  'roll_up_days',
  `INSERT INTO daily_sales (day, seller_id, quotes, binds, premium_cents, total_cents)
   SELECT one.day, one.seller_id, quoted.quotes, bound.binds, bound.premium_cents, bound.total_cents
   FROM unnest($1::uuid[], $2::date[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[])
          AS one (seller_id, day, first_id, end_id, begins, ends)
   CROSS JOIN LATERAL (
     SELECT count(*) AS quotes
     FROM application
     WHERE seller_id = one.seller_id AND id >= one.first_id AND id < one.end_id
   ) AS quoted
   CROSS JOIN LATERAL (
     SELECT count(*) AS binds, coalesce(sum((snapshot ->> 'premiumCents')::bigint), 0) AS premium_cents,
            coalesce(sum(total_cents), 0) AS total_cents
     FROM policy
     WHERE seller_id = one.seller_id AND bound_at >= one.begins AND bound_at < one.ends
   ) AS bound
   WHERE quoted.quotes > 0 OR bound.binds > 0
   ON CONFLICT (day, seller_id) DO UPDATE
   SET quotes = excluded.quotes, binds = excluded.binds, premium_cents = excluded.premium_cents, total_cents = excluded.total_cents
   WHERE (daily_sales.quotes, daily_sales.binds) IS DISTINCT FROM (excluded.quotes, excluded.binds)`,
);

import type { PlainDate } from '../../domain/calendar.ts';
import type { DaySales } from '../../domain/dashboard/dashboard.ts';
import type { SellerName } from '../../domain/list/sale-rows.ts';
import type { Tx } from '../database.ts';
import { idAt } from '../list/filter.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { columnsOf, read, write } from '../statement.ts';
import type { Days, DaysOfSeller } from './answers.ts';

/** A part of a day in the seller's time zone; `ends` is excluded. */
export interface DayPart {
  readonly sellerId: string;
  readonly day: PlainDate;
  readonly begins: Date;
  readonly ends: Date;
}

export type SoldRow = Omit<DaySales, 'conversion'>;

/** What a seller sold on a day, or in a part of it. */
export interface DaySold extends SoldRow {
  readonly day: PlainDate;
  readonly sellerId: string;
}

/** How far the sales are counted. */
export interface Counted {
  /** The last day whose figures are final. */
  readonly doneDay: PlainDate;
  /** Up to when the days after it are settled; null if not at all. */
  readonly until: Date | null;
}

/** Before the first roll-up, done is the day before the first application; null if there is none. */
export async function readCounted(tx: Tx): Promise<Counted | null> {
  await beginCounting(tx);
  return readDone(tx);
}

const beginCounting = write.runs(
  null,
  `INSERT INTO daily_sales_done (day)
   SELECT uuid_extract_timestamp(id)::date - 2 FROM application ORDER BY id LIMIT 1
   ON CONFLICT (is_one) DO NOTHING`,
);

const readDone = read.firstRow<Counted>(null, 'SELECT day AS "doneDay", counted_until AS until FROM daily_sales_done');

/**
 * Counts these parts. A quote counts on the day of the application's first quote, a bind on the day of the policy.
 * Parts without sales are left out.
 */
export const countSales = read.allRows<DaySold, [parts: readonly DayPart[]]>(
  'count_sales',
  `SELECT one.day, one.seller_id AS "sellerId", quoted.quotes, bound.binds, bound.premium_cents AS "premiumCents",
          bound.total_cents AS "totalCents"
   FROM unnest(:sellerId::uuid[], :day::date[], :firstIds::uuid[], :endIds::uuid[], :begins::timestamptz[], :ends::timestamptz[])
          AS one (seller_id, day, first_id, end_id, begins, ends)
   CROSS JOIN LATERAL (
     SELECT count(*)::float8 AS quotes
     FROM application
     WHERE seller_id = one.seller_id AND id >= one.first_id AND id < one.end_id
   ) AS quoted
   CROSS JOIN LATERAL (
     SELECT count(*)::float8 AS binds, coalesce(sum(premium_cents), 0)::float8 AS premium_cents,
            coalesce(sum(total_cents), 0)::float8 AS total_cents
     FROM policy
     WHERE seller_id = one.seller_id AND bound_at >= one.begins AND bound_at < one.ends
   ) AS bound
   WHERE quoted.quotes > 0 OR bound.binds > 0`,
  (parts) => ({
    ...columnsOf(parts, 'sellerId', 'day'),
    firstIds: parts.map(({ begins }) => idAt(begins)),
    endIds: parts.map(({ ends }) => idAt(ends)),
    ...columnsOf(parts, 'begins', 'ends'),
  }),
);

/** What was counted. A day may have been counted in several parts. */
const givenSql = `(SELECT day, seller_id, sum(quotes)::integer AS quotes, sum(binds)::integer AS binds,
             sum(premium_cents)::bigint AS premium_cents, sum(total_cents)::bigint AS total_cents
      FROM unnest(:day::date[], :sellerId::uuid[], :quotes::integer[], :binds::integer[], :premiumCents::bigint[], :totalCents::bigint[])
             AS part (day, seller_id, quotes, binds, premium_cents, total_cents)
      GROUP BY day, seller_id) AS given`;

const given = (sold: readonly DaySold[]) =>
  columnsOf(sold, 'day', 'sellerId', 'quotes', 'binds', 'premiumCents', 'totalCents');

/**
 * Adds to what is settled, and moves on to `until`. Returns false, and adds nothing, if another run has moved on
 * meanwhile.
 */
export const addUpSales = write.onlyValue<
  boolean,
  [sold: readonly DaySold[], { readonly from: Date | null; readonly until: Date }]
>(
  'settle_sales',
  `WITH moved AS (
     UPDATE daily_sales_done SET counted_until = :until WHERE counted_until IS NOT DISTINCT FROM :from::timestamptz RETURNING day
   ), added AS (
     INSERT INTO daily_sales (day, seller_id, quotes, binds, premium_cents, total_cents,
                              settled_quotes, settled_binds, settled_premium_cents, settled_total_cents)
     SELECT given.day, seller_id, quotes, binds, premium_cents, total_cents, quotes, binds, premium_cents, total_cents
     FROM ${givenSql}
     JOIN moved ON given.day > moved.day
     ON CONFLICT (day, seller_id) DO UPDATE
     SET settled_quotes = daily_sales.settled_quotes + excluded.settled_quotes,
         settled_binds = daily_sales.settled_binds + excluded.settled_binds,
         settled_premium_cents = daily_sales.settled_premium_cents + excluded.settled_premium_cents,
         settled_total_cents = daily_sales.settled_total_cents + excluded.settled_total_cents
   )
   SELECT EXISTS (SELECT FROM moved)`,
  (sold, { from, until }) => ({ from, until, ...given(sold) }),
);

/** Shows the days after the done day: what is settled, and what came since. */
export const showSales = write.runs<[doneDay: PlainDate, since: readonly DaySold[]]>(
  'show_sales',
  `WITH since AS MATERIALIZED (
     SELECT * FROM ${givenSql} WHERE given.day > :doneDay::date
   ), begun AS (
     INSERT INTO daily_sales (day, seller_id, quotes, binds, premium_cents, total_cents)
     SELECT day, seller_id, quotes, binds, premium_cents, total_cents FROM since
     ON CONFLICT (day, seller_id) DO NOTHING
   ), shown AS (
     SELECT day, seller_id, settled_quotes + coalesce(since.quotes, 0) AS quotes,
            settled_binds + coalesce(since.binds, 0) AS binds,
            settled_premium_cents + coalesce(since.premium_cents, 0) AS premium_cents,
            settled_total_cents + coalesce(since.total_cents, 0) AS total_cents
     FROM daily_sales
     LEFT JOIN since USING (day, seller_id)
     WHERE day > :doneDay::date
   )
   UPDATE daily_sales
   SET quotes = shown.quotes, binds = shown.binds, premium_cents = shown.premium_cents, total_cents = shown.total_cents
   FROM shown
   WHERE daily_sales.day = shown.day AND daily_sales.seller_id = shown.seller_id
     AND (daily_sales.quotes, daily_sales.binds, daily_sales.premium_cents, daily_sales.total_cents)
         IS DISTINCT FROM (shown.quotes, shown.binds, shown.premium_cents, shown.total_cents)`,
  (doneDay, since) => ({ doneDay, ...given(since) }),
);

/** Writes the final figures of a day. */
export const finishDay = write.runs<[finished: PlainDate, sold: readonly DaySold[]]>(
  'finish_day_of_sales',
  `WITH done AS (
     UPDATE daily_sales_done SET day = :finished WHERE day < :finished
   )
   INSERT INTO daily_sales (day, seller_id, quotes, binds, premium_cents, total_cents)
   SELECT day, seller_id, quotes, binds, premium_cents, total_cents FROM ${givenSql}
   ON CONFLICT (day, seller_id) DO UPDATE
   SET quotes = excluded.quotes, binds = excluded.binds, premium_cents = excluded.premium_cents, total_cents = excluded.total_cents`,
  (finished, sold) => ({ finished, ...given(sold) }),
);

const inRangeSql = `day BETWEEN :from AND :to AND (:sellerId::uuid IS NULL OR seller_id = :sellerId)
            AND ${isVisibleSql('seller_id', ':visibleIntegrations')}`;
// Doubles are exact far beyond a year's amounts.
const sumsSql = `sum(quotes)::float8 AS quotes, sum(binds)::float8 AS binds, sum(premium_cents)::float8 AS "premiumCents",
            sum(total_cents)::float8 AS "totalCents"`;

export const sumByDay = read.allRows<Omit<DaySold, 'sellerId'>, [days: DaysOfSeller]>(
  null,
  `SELECT day, ${sumsSql} FROM daily_sales WHERE ${inRangeSql} GROUP BY day ORDER BY day`,
  ({ from, to, sellerId, visibleIntegrations }) => ({ from, to, sellerId, visibleIntegrations }),
);

/** Ordered by premium, highest first. */
export const sumBySeller = read.allRows<
  SoldRow & { readonly seller: SellerName },
  [days: DaysOfSeller, countMax: number]
>(
  null,
  `SELECT json_build_object('id', seller.id, 'name', seller.name) AS seller, ${sumsSql}
   FROM daily_sales
   JOIN seller ON seller.id = daily_sales.seller_id
   WHERE ${inRangeSql}
   GROUP BY seller.id
   ORDER BY sum(premium_cents) DESC, sum(quotes) DESC, seller.id
   LIMIT :countMax`,
  ({ from, to, sellerId, visibleIntegrations }, countMax) => ({ from, to, sellerId, visibleIntegrations, countMax }),
);

export const readDays = read.allRows<DaySold, [days: Days, sellerIds: readonly string[]]>(
  null,
  `SELECT day, seller_id AS "sellerId", quotes, binds, premium_cents::float8 AS "premiumCents", total_cents::float8 AS "totalCents"
   FROM daily_sales
   WHERE day BETWEEN :from AND :to AND seller_id = ANY (:sellerIds)
   ORDER BY day, seller_id`,
  ({ from, to }, sellerIds) => ({ from, to, sellerIds }),
);

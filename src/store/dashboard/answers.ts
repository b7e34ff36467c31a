import type { PlainDate } from '../../domain/calendar.ts';
import type { BucketCount } from '../../domain/dashboard/answer-time.ts';
import type { CodeCount, LatencyPoint } from '../../domain/dashboard/dashboard.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { columnsOf, read, write } from '../statement.ts';

export interface ErrorCount {
  /** Null for a call without a valid token. */
  readonly sellerId: string | null;
  readonly code: string;
  readonly count: number;
}

export interface TimeCount extends BucketCount {
  readonly operation: string;
}

export interface Days {
  readonly from: PlainDate;
  /** The day itself is included. */
  readonly to: PlainDate;
}

export interface DaysOfSeller extends Days {
  /** Null for all sellers. */
  readonly sellerId: string | null;
  readonly visibleIntegrations: VisibleIntegrations;
}

/**
 * Adds the counts of an instance since its last call. Rows are written in the same order by all instances, so that they
 * can't deadlock.
 */
export const addAnswers = write.runs<[now: Date, errors: readonly ErrorCount[], times: readonly TimeCount[]]>(
  'add_answers',
  `WITH refused AS (
     INSERT INTO answer_error (day, seller_id, code, count)
     SELECT (:now::timestamptz AT TIME ZONE 'UTC')::date, seller_id, code, count
     FROM unnest(:sellerId::uuid[], :code::text[], :count::bigint[]) AS one (seller_id, code, count)
     ORDER BY code, seller_id
     ON CONFLICT ON CONSTRAINT errors_are_counted_once DO UPDATE SET count = answer_error.count + excluded.count
   )
   INSERT INTO answer_time (hour, operation, bucket, count)
   SELECT date_trunc('hour', :now::timestamptz, 'UTC'), operation, bucket, count
   FROM unnest(:operation::text[], :bucket::smallint[], :timeCounts::bigint[]) AS one (operation, bucket, count)
   ORDER BY operation, bucket
   ON CONFLICT (hour, operation, bucket) DO UPDATE SET count = answer_time.count + excluded.count`,
  (now, errors, times) => ({
    now,
    ...columnsOf(errors, 'sellerId', 'code', 'count'),
    ...columnsOf(times, 'operation', 'bucket'),
    timeCounts: times.map(({ count }) => count),
  }),
);

export const forgetHours = write.runs<[{ readonly before: Date }]>(
  'forget_answer_hours',
  'DELETE FROM answer_time WHERE hour < :before',
);

export interface TimesRow {
  /** The start of the hour or day. */
  readonly since: string;
  readonly operation: string;
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
}

/** Returns the distribution of response times, by hour or by day. */
export const readTimes = read.allRows<TimesRow, [grain: 'hour' | 'day', days: Days]>(
  null,
  `SELECT rfc3339(date_trunc(:grain, hour, 'UTC')) AS since, operation, array_agg(bucket) AS buckets,
          array_agg(count::float8) AS counts
   FROM answer_time
   WHERE hour >= :from::date::timestamp AT TIME ZONE 'UTC' AND hour < (:to::date + 1)::timestamp AT TIME ZONE 'UTC'
   GROUP BY 1, 2
   ORDER BY 1, 2`,
  (grain, { from, to }) => ({ grain, from, to }),
);

export const writeDailyAnswers = write.runs<[points: readonly LatencyPoint[]]>(
  'write_daily_answers',
  `INSERT INTO daily_answers (day, operation, count, p50_ms, p99_ms)
   SELECT * FROM unnest(:points::date[], :operation::text[], :count::bigint[], :p50Ms::float8[], :p99Ms::float8[])
   ON CONFLICT (day, operation) DO UPDATE
   SET count = excluded.count, p50_ms = excluded.p50_ms, p99_ms = excluded.p99_ms`,
  (points) => ({
    points: points.map(({ since }) => since.slice(0, 10)),
    ...columnsOf(points, 'operation', 'count', 'p50Ms', 'p99Ms'),
  }),
);

export const readDailyAnswers = read.allRows<LatencyPoint, [days: Days]>(
  null,
  `SELECT day || 'T00:00:00.000Z' AS since, operation, count::float8 AS count, p50_ms AS "p50Ms", p99_ms AS "p99Ms"
   FROM daily_answers
   WHERE day BETWEEN :from AND :to
   ORDER BY day, operation`,
  ({ from, to }) => ({ from, to }),
);

/** Error codes by integration, most frequent first. */
export const countErrors = read.allRows<CodeCount, [days: DaysOfSeller, countMax: number]>(
  null,
  `SELECT CASE WHEN integration.id IS NOT NULL THEN json_build_object('id', integration.id, 'name', integration.name) END AS integration,
          counted.code, counted.count
   FROM (
     SELECT seller.integration_id, answer_error.code, sum(answer_error.count)::float8 AS count
     FROM answer_error
     LEFT JOIN seller ON seller.id = answer_error.seller_id
     WHERE answer_error.day BETWEEN :from AND :to AND (:sellerId::uuid IS NULL OR answer_error.seller_id = :sellerId)
       AND ${isVisibleSql('answer_error.seller_id', ':visibleIntegrations')}
     GROUP BY seller.integration_id, answer_error.code
   ) AS counted
   LEFT JOIN integration ON integration.id = counted.integration_id
   ORDER BY counted.count DESC, counted.code
   LIMIT :countMax`,
  ({ from, to, sellerId, visibleIntegrations }, countMax) => ({ from, to, sellerId, countMax, visibleIntegrations }),
);

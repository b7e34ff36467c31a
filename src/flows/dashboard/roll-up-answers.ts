import { addDays } from '../../domain/calendar.ts';
import { percentileMs } from '../../domain/dashboard/answer-time.ts';
import type { LatencyPoint } from '../../domain/dashboard/dashboard.ts';
import { forgetHours, readTimes, type TimesRow, writeDailyAnswers } from '../../store/dashboard/answers.ts';
import type { Parts } from '../parts.ts';

const hoursKeptMs = 35 * 24 * 60 * 60 * 1_000;

/** Recounts yesterday and today from their hours. Hours are deleted after some weeks, days are kept. */
export async function rollUpAnswers({ database }: Parts<'database'>, now: Date): Promise<void> {
  const to = now.toISOString().slice(0, 10);
  const days = await readTimes(database, 'day', { from: addDays(to, -1), to });
  await writeDailyAnswers(database, days.map(latencyOf));
  await forgetHours(database, { before: new Date(now.getTime() - hoursKeptMs) });
}

export function latencyOf({ since, operation, buckets, counts }: TimesRow): LatencyPoint {
  const spread = buckets.map((bucket, index) => ({ bucket, count: counts[index]! }));
  return {
    since,
    operation,
    count: counts.reduce((sum, count) => sum + count, 0),
    p50Ms: percentileMs(spread, 0.5),
    p99Ms: percentileMs(spread, 0.99),
  };
}

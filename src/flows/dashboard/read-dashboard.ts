import { addDays } from '../../domain/calendar.ts';
import type { Dashboard, DaySales } from '../../domain/dashboard/dashboard.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { countErrors, type DaysOfSeller, readDailyAnswers, readTimes } from '../../store/dashboard/answers.ts';
import { readDays, type SoldRow, sumByDay, sumBySeller } from '../../store/dashboard/daily-sales.ts';
import { sumOpenCharges } from '../../store/dashboard/open-charges.ts';
import type { Tx } from '../../store/database.ts';
import type { Parts } from '../parts.ts';
import { latencyOf } from './roll-up-answers.ts';

const daysMax = 366;
const daysByHour = 3;
const sellersMax = 100;
const sellersByDay = 8; // More lines would be unreadable.
const codesMax = 200;

/** Returns the dashboard. It reads roll-ups and open charges, so its time does not depend on the number of sales. */
export async function readDashboard(
  { reads }: Parts<'reads'>,
  asked: DaysOfSeller,
): Promise<Dashboard | OperatorRefusal> {
  const { from, to, sellerId } = asked;
  const dayCount = daysIn(asked);
  if (dayCount < 1 || dayCount > daysMax) return refuseOperator('DaysOutOfRange', 'to', { days: String(daysMax) });
  const sellers = await sumBySeller(reads, asked, sellersMax);
  const shown = sellers.slice(0, sellersByDay).map(({ seller }) => seller.id);
  const sold = new Map((await sumByDay(reads, asked)).map((row) => [row.day, row]));
  return {
    from,
    to,
    sellerId,
    days: Array.from({ length: dayCount }, (_, index) => {
      const day = addDays(from, index);
      return { ...withConversion(sold.get(day) ?? nothing), day };
    }),
    sellers: sellers.map((row) => ({ ...withConversion(row), seller: row.seller })),
    daysBySeller: (await readDays(reads, asked, shown)).map((row) => ({
      ...withConversion(row),
      day: row.day,
      sellerId: row.sellerId,
    })),
    openCharges: await sumOpenCharges(reads, asked),
    errors: await countErrors(reads, asked, codesMax),
    latency: await readLatency(reads, asked, dayCount <= daysByHour ? 'hour' : 'day'),
  };
}

/** Response times are of all integrations, so an operator who is limited to some sees none. */
async function readLatency(reads: Tx, asked: DaysOfSeller, grain: 'hour' | 'day'): Promise<Dashboard['latency']> {
  if (asked.visibleIntegrations !== null) return { grain, points: [] };
  return grain === 'hour'
    ? { grain: 'hour', points: (await readTimes(reads, 'hour', asked)).map(latencyOf) }
    : { grain: 'day', points: await readDailyAnswers(reads, asked) };
}

const nothing: SoldRow = { quotes: 0, binds: 0, premiumCents: 0, totalCents: 0 };

function withConversion({ quotes, binds, premiumCents, totalCents }: SoldRow): DaySales {
  return { quotes, binds, premiumCents, totalCents, conversion: quotes === 0 ? null : binds / quotes };
}

function daysIn({ from, to }: DaysOfSeller): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

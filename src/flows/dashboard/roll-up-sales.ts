import { addDays, dateIn, endOfDay, type PlainDate } from '../../domain/calendar.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { Province } from '../../domain/province.ts';
import { TimedOut } from '../../domain/unavailable.ts';
import {
  addUpSales,
  type Counted,
  countSales,
  type DayPart,
  type DaySold,
  finishDay,
  readCounted,
  showSales,
} from '../../store/dashboard/daily-sales.ts';
import type { Database } from '../../store/database.ts';
import type { Parts } from '../parts.ts';

export type RollUpParts = Parts<'database'>;

/** A sale is written within seconds of the time that it counts for; then no transaction can add to that time. */
const countsAfterMs = 5 * 60_000;
// What one statement counts: at a million policies in six hours it takes two seconds.
const stepMs = 60 * 60_000;
const stepMsMin = 60_000;
const sellersMax = 2_000;
// Days per run. The first run may have a year to count.
const daysMax = 400;

/**
 * Counts sales by seller and day for the dashboard. A day is in the time zone of the seller's province. Each run counts
 * only what is new: what is old enough is added up, and the last minutes are counted afresh. Days that are over
 * everywhere are counted once more as a whole, which also finds what an instance wrote late after it was suspended, and
 * are then final.
 */
export async function rollUpSales(
  { database }: RollUpParts,
  sellers: readonly Seller[],
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const counted = await readCounted(database);
  if (counted === null) return;
  const today = now.toISOString().slice(0, 10); // In UTC: no Canadian zone is ahead of it.
  // Two days ago the day is over in every zone.
  const last = addDays(today, -2);
  let { doneDay } = counted;
  for (let days = 0; doneDay < last && days < daysMax && !signal?.aborted; days += 1) {
    doneDay = addDays(doneDay, 1);
    await finishDay(database, doneDay, await countDay(database, sellers, doneDay));
  }
  if (doneDay < last || signal?.aborted) return;
  const open = { first: addDays(doneDay, 1), last: today };
  const addedUp = await addUp(database, sellers, { ...open, until: counted.until, now });
  if (addedUp === null) return; // Another run is at it.
  // PostgreSQL's clock, which dates policies, may be ahead of ours.
  const recent = { ...open, from: addedUp, to: new Date(now.getTime() + countsAfterMs) };
  await showSales(database, doneDay, await countBetween(database, sellers, recent));
}

interface OpenDays extends Pick<Window, 'first' | 'last'>, Pick<Counted, 'until'> {
  readonly now: Date;
}

/** Adds up what is old enough since the last run. Returns up to when. */
async function addUp(database: Database, sellers: readonly Seller[], { first, last, until, now }: OpenDays) {
  const to = new Date(now.getTime() - countsAfterMs);
  const midnight = new Date(first); // In UTC: the day has begun nowhere before it.
  let from = until !== null && until > midnight ? until : midnight;
  let before = until;
  while (from < to) {
    const next = new Date(Math.min(from.getTime() + stepMs, to.getTime()));
    const sold = await countBetween(database, sellers, { from, to: next, first, last });
    if (!(await addUpSales(database, sold, { from: before, until: next }))) return null;
    from = next;
    before = next;
  }
  return from;
}

async function countDay(database: Database, sellers: readonly Seller[], day: PlainDate): Promise<readonly DaySold[]> {
  const sold: DaySold[] = [];
  const end = Date.parse(addDays(day, 2)); // The day is over in every time zone.
  for (let from = Date.parse(day); from < end; from += stepMs) {
    const window = { from: new Date(from), to: new Date(from + stepMs), first: day, last: day };
    sold.push(...(await countBetween(database, sellers, window)));
  }
  return sold;
}

interface Window {
  readonly from: Date;
  readonly to: Date;
  /** Other days are left out. */
  readonly first: PlainDate;
  readonly last: PlainDate;
}

/** If there is more than can be counted within a statement's time limit, each half is counted by itself. */
async function countBetween(
  database: Database,
  sellers: readonly Seller[],
  window: Window,
): Promise<readonly DaySold[]> {
  try {
    return await countAtOnce(database, partsOf(sellers, window));
  } catch (error) {
    const lengthMs = window.to.getTime() - window.from.getTime();
    if (!(error instanceof TimedOut) || lengthMs <= stepMsMin) throw error;
    const middle = new Date(window.from.getTime() + lengthMs / 2);
    return [
      ...(await countBetween(database, sellers, { ...window, to: middle })),
      ...(await countBetween(database, sellers, { ...window, from: middle })),
    ];
  }
}

async function countAtOnce(database: Database, parts: readonly DayPart[]): Promise<readonly DaySold[]> {
  const sold: DaySold[] = [];
  for (let first = 0; first < parts.length; first += sellersMax)
    sold.push(...(await countSales(database, parts.slice(first, first + sellersMax))));
  return sold;
}

/** The days of each seller that the window meets, each cut to the window. */
function partsOf(sellers: readonly Seller[], { from, to, first, last }: Window): readonly DayPart[] {
  if (from >= to) return [];
  const days = new Map<Province, readonly Omit<DayPart, 'sellerId'>[]>();
  return sellers.flatMap(({ id, province }) => {
    const ofProvince = days.get(province) ?? daysBetween(province, from, to);
    days.set(province, ofProvince);
    return ofProvince.filter(({ day }) => day >= first && day <= last).map((part) => ({ ...part, sellerId: id }));
  });
}

function daysBetween(province: Province, from: Date, to: Date): readonly Omit<DayPart, 'sellerId'>[] {
  const parts: Omit<DayPart, 'sellerId'>[] = [];
  for (let begins = from, day = dateIn(province, from); begins < to; day = addDays(day, 1)) {
    const over = endOfDay(day, province);
    const ends = over < to ? over : to;
    parts.push({ day, begins, ends });
    begins = ends;
  }
  return parts;
}

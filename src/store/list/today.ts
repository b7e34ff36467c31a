import { dateIn } from '../../domain/calendar.ts';
import { provinces } from '../../domain/province.ts';
import type { Values } from './values.ts';

/** Writes `today`: the day in each province, for lists of several sellers. */
export function todaySql(values: Values, now: Date): string {
  const { provinces: names, days } = daysByProvince(now);
  return `today (province, day) AS (SELECT * FROM unnest(${values.add('provinces', names)}::text[], ${values.add('todays', days)}::date[]))`;
}

export function daysByProvince(now: Date) {
  return { provinces, days: provinces.map((province) => dateIn(province, now)) };
}

/** A seller's own day, with `today` joined; the sandbox's test clock can only move it forward. */
export const sellerTodaySql = 'greatest(today.day, seller.today_floor)';
export const todayJoinSql = 'JOIN today ON today.province = seller.province';

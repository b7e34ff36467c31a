import { addDays, dateIn, endOfDay } from '../domain/calendar.ts';
import type { Province } from '../domain/province.ts';

/**
 * Returns the local date and time of a province at an instant (RFC 3339). The calendar gives the start and end of the
 * day. Clocks change at two in the morning, so an earlier time is counted from the start of the day and a later one
 * back from its end; that is right on days of 23 and 25 hours, too.
 */
export function localTime(province: Province, instant: string) {
  const now = new Date(instant);
  const date = dateIn(province, now);
  const sinceBeginning = Math.floor((now.getTime() - endOfDay(addDays(date, -1), province).getTime()) / minuteMs);
  const untilEnd = (endOfDay(date, province).getTime() - now.getTime()) / minuteMs;
  return { date, minutesOfDay: sinceBeginning < 120 ? sinceBeginning : Math.floor(dayMinutes - untilEnd) };
}

const minuteMs = 60_000;
const dayMinutes = 1440;

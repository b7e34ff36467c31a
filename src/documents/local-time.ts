import type { Province } from '../domain/address/province.ts';
import { addDays, dateIn, endOfDay, type PlainDate } from '../domain/calendar/calendar.ts';

export interface LocalTime {
  readonly date: PlainDate;
  readonly minutesOfDay: number;
}

/**
 * Returns the local date and time of a province at an instant (RFC 3339). The calendar gives the start and end of the
 * day. Clocks change at two in the morning, so an earlier time is counted from the start of the day and a later one
 * back from its end; that is right on days of 23 and 25 hours, too.
 */
export function localTime(province: Province, instant: string): LocalTime {
  const now = new Date(instant);
  const date = dateIn(province, now);
  const sinceBeginning = minutes(now.getTime() - endOfDay(addDays(date, -1), province).getTime());
  const untilEnd = (endOfDay(date, province).getTime() - now.getTime()) / minuteMs;
  return { date, minutesOfDay: sinceBeginning < 120 ? sinceBeginning : Math.floor(dayMinutes - untilEnd) };
}

const minuteMs = 60_000;
const dayMinutes = 1440;

function minutes(ms: number): number {
  return Math.floor(ms / minuteMs);
}

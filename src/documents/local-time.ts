import type { Province } from '../domain/address/province.ts';
import { addDays, dateIn, endOfDay, type PlainDate } from '../domain/calendar/calendar.ts';

export interface LocalTime {
  readonly date: PlainDate;
  readonly minutesOfDay: number;
}

/**
 * What the clocks of the province show at an instant (RFC 3339). Which zone a province has is the calendar's to know:
 * it tells where the day begins and ends. Clocks are changed at two in the morning, so before that the time is counted
 * from the day's beginning and after it back from the day's end; right on days of 23 and 25 hours too.
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

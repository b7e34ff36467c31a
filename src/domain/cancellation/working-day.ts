import { addDays, type PlainDate } from '../calendar.ts';
import type { Holiday } from './rescission-rules.ts';

/** Returns the day itself, or the first one after it that is neither of a weekend nor one of the holidays. */
export function workingDayFrom(day: PlainDate, holidays: readonly Holiday[]): PlainDate {
  let at = day;
  while (!isWorkingDay(at, holidays)) at = addDays(at, 1);
  return at;
}

function isWorkingDay(day: PlainDate, holidays: readonly Holiday[]): boolean {
  const year = Number(day.slice(0, 4));
  return weekdayOf(day) < saturday && !holidays.some((one) => dayIn(year, one) === day);
}

/** The parser has made sure that a holiday is named in one of these ways. */
function dayIn(year: number, { date, month, day, weekday, nth, onOrBefore, fromEaster }: Holiday): PlainDate {
  if (date !== null) return date;
  if (fromEaster !== null) return addDays(easterSunday(year), fromEaster);
  if (day !== null) return dateOf(year, month!, day);
  if (onOrBefore !== null) {
    const latest = dateOf(year, month!, onOrBefore);
    return addDays(latest, -((weekdayOf(latest) - weekday! + 7) % 7));
  }
  const first = dateOf(year, month!, 1);
  return addDays(first, ((weekday! - weekdayOf(first) + 7) % 7) + 7 * (nth! - 1));
}

const saturday = 6;

/** 1 is Monday, 7 is Sunday. */
function weekdayOf(day: PlainDate): number {
  return new Date(Date.parse(day)).getUTCDay() || 7;
}

/** Uses the algorithm of Meeus, Jones and Butcher for the Gregorian calendar. */
function easterSunday(year: number): PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - correction + 15) % 30;
  const leapYears = Math.floor(ofCentury / 4);
  const toSunday = (32 + 2 * (century % 4) + 2 * leapYears - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return dateOf(year, Math.floor(days / 31), (days % 31) + 1);
}

function dateOf(year: number, month: number, day: number): PlainDate {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

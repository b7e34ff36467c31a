import { addDays, addMonths, type PlainDate, parseDate } from '../calendar.ts';

/** Days of the books, both included. */
export interface Period {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** Returns the days of a month given as `2026-11`; null if the text is no month. */
export function parseMonth(text: string): Period | null {
  if (!text.startsWith('2')) return null;
  const from = parseDate(`${text}-01`);
  return from === null ? null : { from, to: addDays(addMonths(from, 1), -1) };
}

/** A report is read day by day; ten years are more than anybody asks for at once. */
const daysMax = 3_660;

/** Returns the days of the period, first to last; null if it ends before it begins or is too long. */
export function daysOf({ from, to }: Period): readonly PlainDate[] | null {
  const days: PlainDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (days.length === daysMax) return null;
    days.push(day);
  }
  return days.length === 0 ? null : days;
}

import { dateIn, type PlainDate } from '../../domain/calendar/calendar.ts';

/**
 * Today for a decision about prices. A day begins last in British Columbia: what is decided for this day holds
 * everywhere from now on, and a later day has begun nowhere when it is chosen.
 */
export function operatorDay(now: Date): PlainDate {
  return dateIn('BC', now);
}

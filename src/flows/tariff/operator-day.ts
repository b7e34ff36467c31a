import { dateIn, type PlainDate } from '../../domain/calendar.ts';

/**
 * Today for decisions about prices: the date in British Columbia, where a day starts last. An activation for today is
 * in force everywhere, and a later day has started nowhere.
 */
export function operatorDay(now: Date): PlainDate {
  return dateIn('BC', now);
}

import { addDays, type PlainDate } from '../calendar.ts';
import { may, refuse, type Verdict } from '../refusal.ts';

/** A policy starts today at the earliest and `daysAhead` days from now at the latest. */
export function mayStartOn(effectiveDate: PlainDate, today: PlainDate, daysAhead: number): Verdict {
  if (effectiveDate < today) return refuse('EffectiveDateBackDate', 'effectiveDate');
  const latest = addDays(today, daysAhead);
  return effectiveDate > latest ? refuse('EffectiveDateFuture', 'effectiveDate', { latest }) : may;
}

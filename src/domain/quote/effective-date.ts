import { addDays, type PlainDate } from '../calendar.ts';
import { type Refusal, refusal } from '../refusal.ts';

/** A policy starts today at the earliest and `daysAhead` days from now at the latest. */
export function judgeEffectiveDate(effectiveDate: PlainDate, today: PlainDate, daysAhead: number): readonly Refusal[] {
  if (effectiveDate < today) return [refusal('EffectiveDateBackDate', 'effectiveDate')];
  const latest = addDays(today, daysAhead);
  return effectiveDate > latest ? [refusal('EffectiveDateFuture', 'effectiveDate', { latest })] : [];
}

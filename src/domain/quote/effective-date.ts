import { addDays, type PlainDate } from '../calendar.ts';
import { type Refusal, refusal } from '../refusal.ts';

/** A policy starts today at the earliest and `daysAhead` days from now at the latest. */
export function judgeEffectiveDate(effectiveDate: PlainDate, today: PlainDate, daysAhead: number): readonly Refusal[] {
  const latest = addDays(today, daysAhead);
  const window = { earliest: today, latest };
  if (effectiveDate < today) return [refusal('EffectiveDateBackDate', 'effectiveDate', window)];
  return effectiveDate > latest ? [refusal('EffectiveDateFuture', 'effectiveDate', window)] : [];
}

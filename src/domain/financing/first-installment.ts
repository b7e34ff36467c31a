import { addDays, addMonths, type PlainDate } from '../calendar.ts';
import { type Refusal, refusal } from '../refusal.ts';

/** Both dates are included. The prefix is `financing.` at bind, where the date is inside the financing block. */
export function judgeFirstInstallment(request: FirstInstallmentRequest): readonly Refusal[] {
  const { from, to } = firstInstallmentWindow(request.effectiveDate);
  if (from <= request.firstInstallmentDate && request.firstInstallmentDate <= to) return [];
  const window = { earliest: from, latest: to };
  return [refusal('FirstInstallmentDateOutOfRange', `${request.fieldPrefix}firstInstallmentDate`, window)];
}

export interface FirstInstallmentRequest {
  readonly firstInstallmentDate: PlainDate;
  readonly effectiveDate: PlainDate;
  readonly fieldPrefix: '' | 'financing.';
}

/**
 * The first installment is due from the day after the effective date to one month after the effective date. The month
 * is counted from the effective date, not from the day after it: the first installment then falls due no later than a
 * month into the cover, and the last no later than its end. A month that is too short ends on its last day: 31 January
 * gives 28 or 29 February.
 */
export function firstInstallmentWindow(effectiveDate: PlainDate): { readonly from: PlainDate; readonly to: PlainDate } {
  return { from: addDays(effectiveDate, 1), to: addMonths(effectiveDate, 1) };
}

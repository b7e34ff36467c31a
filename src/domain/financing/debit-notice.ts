import { addDays, type PlainDate } from '../calendar.ts';

/** Payments Canada's Rule H1: ten days between the notice and the first debit, unless the payor waives them. */
const noticeDays = 10;

/** The notice comes too late for the first debit, so that the customer waives it. It stands out on every paper. */
export function isNoticeWaived(firstDebit: PlainDate, noticeOn: PlainDate): boolean {
  return firstDebit < addDays(noticeOn, noticeDays);
}

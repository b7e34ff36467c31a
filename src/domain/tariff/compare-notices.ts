import { addDays, type PlainDate } from '../calendar.ts';
import { type InsurerNotice, insurerNotice, type NoticeGiven } from '../cancellation/insurer-notice.ts';
import { type Province, provinces } from '../province.ts';
import type { RateBook } from './rate-book.ts';

/** What two books differ in about the insurer's own cancellations. */
export interface NoticeChange {
  readonly province: Province;
  readonly isForNonPayment: boolean;
  /** Whether the notice is for a policy that has been in force for a year; otherwise it is for a new one. */
  readonly isLongInForce: boolean;
  readonly from: ComparedNotice;
  readonly to: ComparedNotice;
}

type ComparedNotice = Omit<InsurerNotice, 'earliest'>;

/** Compares what the rules of both books come to for notices of that day. */
export function compareNotices(from: RateBook, to: RateBook, givenOn: PlainDate): readonly NoticeChange[] {
  const changes: NoticeChange[] = [];
  for (const province of provinces)
    for (const isForNonPayment of [false, true])
      for (const isLongInForce of [false, true]) {
        const effectiveDate = isLongInForce ? addDays(givenOn, -365) : givenOn;
        const ground = isForNonPayment ? 'NonPayment' : 'Other';
        const given = { province, ground, givenOn, effectiveDate } as const;
        const [before, after] = [noticeOf(from, given), noticeOf(to, given)];
        if (JSON.stringify(before) !== JSON.stringify(after))
          changes.push({ province, isForNonPayment, isLongInForce, from: before, to: after });
      }
  return changes;
}

function noticeOf({ insurerNotices }: RateBook, given: NoticeGiven): ComparedNotice {
  const { earliest: _, ...notice } = insurerNotice(insurerNotices, given);
  return notice;
}

import { addDays, addYears, type PlainDate } from '../calendar.ts';

/** What is kept for a time only, in the order in which it is shown. */
export const retentionKinds = ['quotes', 'sale-links', 'policies', 'mails', 'audit', 'events', 'deliveries'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** How long each kind is kept; 0 keeps it for good. */
export interface RetentionPeriods {
  /**
   * Quotes that were never bound, after their last revision: then the person goes. A sale link without a quote keeps as
   * long what was filled in, after its last day.
   */
  readonly quoteDays: number;
  /** Policies, after the end of their cover: then the person goes; premium, tax and dates stay. */
  readonly policyYears: number;
  /** Mails, after they were asked for: then the address goes. */
  readonly mailDays: number;
  /** Rows of the audit: then reasons and facts go, and the row stays in its chain. */
  readonly auditYears: number;
  /** Events of the partners' feed: then they are deleted. */
  readonly eventDays: number;
  /** Finished deliveries to webhook endpoints: then they are deleted. */
  readonly deliveryDays: number;
}

export type Retention = Readonly<Record<RetentionKind, KeptFor>>;

export interface KeptFor {
  readonly unit: 'days' | 'years';
  /** Zero keeps it for good. */
  readonly count: number;
  /** What is of an earlier day is over its time; null: nothing ever is. */
  readonly before: PlainDate | null;
}

export function retentionOn(periods: RetentionPeriods, today: PlainDate): Retention {
  const kept = (unit: KeptFor['unit'], add: typeof addDays) => (count: number) => ({
    unit,
    count,
    before: count === 0 ? null : add(today, -count),
  });
  const [days, years] = [kept('days', addDays), kept('years', addYears)];
  return {
    quotes: days(periods.quoteDays),
    'sale-links': days(periods.quoteDays),
    policies: years(periods.policyYears),
    mails: days(periods.mailDays),
    audit: years(periods.auditYears),
    events: days(periods.eventDays),
    deliveries: days(periods.deliveryDays),
  };
}

import type { Clock } from '../domain/calendar.ts';
import { addUpAccounts } from '../flows/books/add-up-accounts.ts';
import { type CompareLedgersParts, compareWithParties } from '../flows/books/compare-ledgers.ts';
import { takeEffect } from '../flows/cancellation/take-effect.ts';
import { type ChargeDueParts, chargeDue } from '../flows/card/charge-due.ts';
import { sweepCardPayments } from '../flows/card/sweep-card-payments.ts';
import { rollUpAnswers } from '../flows/dashboard/roll-up-answers.ts';
import { rollUpSales } from '../flows/dashboard/roll-up-sales.ts';
import { noticeLicences } from '../flows/partner/notice-licences.ts';
import { applyRetention, type RetentionParts } from '../flows/person/apply-retention.ts';
import { type NoticeLapsesParts, noticeLapses } from '../flows/unpaid/notice-lapses.ts';
import { forgetOldKeys } from '../store/call/idempotency-key.ts';
import type { PeriodicJob } from './run-periodic-jobs.ts';

export interface PeriodicJobsParts extends ChargeDueParts, CompareLedgersParts, NoticeLapsesParts, RetentionParts {
  readonly clock: Clock;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const hourMs = 3_600_000;
const everyMinute = { everySeconds: minute, atSeconds: 0 } as const;

/** What runs once over all instances. */
export function periodicJobs(parts: PeriodicJobsParts): readonly PeriodicJob[] {
  const { clock, database } = parts;
  const sellers = () => [...parts.reference().sellers.byId.values()];
  return [
    {
      // Decides card payments that no confirm has decided.
      name: 'sweep-card-payments',
      ...everyMinute,
      run: (signal) => sweepCardPayments(parts, clock(), signal),
    },
    {
      // What comes with a seller's day, which starts at a different time in each zone: cancellations take effect, saved
      // cards are charged on their charge date, and what stays unpaid is noticed.
      name: 'charge-due',
      ...everyMinute,
      run: async (signal) => {
        const all = sellers();
        await takeEffect(parts, all, clock(), signal);
        await chargeDue(parts, all, clock(), signal);
        await noticeLapses(parts, all, clock());
      },
    },
    {
      // Brings the dashboard's counts and the accounts' days up to date, and forgets what is kept for some time only.
      name: 'roll-up',
      ...everyMinute,
      run: async (signal) => {
        await rollUpSales(parts, sellers(), clock(), signal);
        await rollUpAnswers(parts, clock());
        await addUpAccounts(parts, signal);
        await forgetOldKeys(database);
      },
    },
    {
      // Tells the operator of licences that expire soon: a day starts at a different time in each zone.
      name: 'notice-licences',
      everySeconds: hour,
      atSeconds: 11 * minute,
      lateMs: 3 * hourMs,
      run: (signal) => noticeLicences(parts, clock(), signal),
    },
    {
      // Compares the books with the parties' own, each sale once a day: a twenty-fourth of them each hour.
      name: 'compare-ledgers',
      everySeconds: hour,
      atSeconds: 23 * minute,
      lateMs: 3 * hourMs,
      run: (signal) => compareWithParties(parts, clock().getUTCHours(), signal),
    },
    {
      // Erases what is over its time.
      name: 'retention',
      everySeconds: day,
      atSeconds: 7 * hour + 17 * minute, // UTC: before Canada's day begins.
      lateMs: 26 * hourMs,
      run: (signal) => applyRetention(parts, { actor: { kind: 'job', name: 'retention' }, reason: '' }, signal),
    },
  ];
}

import type { Clock } from '../domain/calendar/calendar.ts';
import { type SweepParts, sweepCardPayments } from '../flows/sweep-card-payments.ts';
import type { Job } from './engine.ts';

/** Settles card payments that no confirm has settled, every minute. */
export function sweepCardPaymentsJob(parts: SweepParts & { readonly clock: Clock }): Job {
  return {
    name: 'sweep-card-payments',
    cron: '* * * * *',
    run: async (signal) => {
      await sweepCardPayments(parts, parts.clock(), signal);
    },
  };
}

import type { Clock } from '../domain/calendar/calendar.ts';
import { rollUpAnswers } from '../flows/dashboard/roll-up-answers.ts';
import { type RollUpParts, rollUpSales } from '../flows/dashboard/roll-up-sales.ts';
import { forgetOldKeys } from '../store/idempotency-key.ts';
import type { Reference } from '../store/reference/keeper.ts';
import type { Job } from './engine.ts';

/** Brings the dashboard's counts up to date and forgets what is kept for some time only, every minute. */
export function rollUpJob(parts: RollUpParts & { readonly clock: Clock; readonly reference: () => Reference }): Job {
  return {
    name: 'roll-up',
    cron: '* * * * *',
    run: async (signal) => {
      await rollUpSales(parts, [...parts.reference().sellers.byId.values()], parts.clock(), signal);
      await rollUpAnswers(parts, parts.clock());
      await forgetOldKeys(parts.database);
    },
  };
}

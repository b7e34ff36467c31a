import type { Clock } from '../domain/calendar/calendar.ts';
import { type ChargeDueParts, chargeDue } from '../flows/charge-due.ts';
import type { Reference } from '../store/reference/keeper.ts';
import type { Job } from './engine.ts';

/** Charges saved cards on their charge date. Runs every minute: a day starts at a different time in each zone. */
export function chargeDueJob(
  parts: ChargeDueParts & { readonly clock: Clock; readonly reference: () => Reference },
): Job {
  return {
    name: 'charge-due',
    cron: '* * * * *',
    run: async (signal) => {
      await chargeDue(parts, [...parts.reference().sellers.byId.values()], parts.clock(), signal);
    },
  };
}

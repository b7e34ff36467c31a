import type { Clock } from '../domain/calendar/calendar.ts';
import { type ChargeDueParts, chargeDue } from '../flows/charge-due.ts';
import { type NoticeLapsesParts, noticeLapses } from '../flows/notice-lapses.ts';
import type { Job } from './engine.ts';

/**
 * Charges saved cards on their charge date, and notices what stays unpaid. Runs every minute: a day starts at a
 * different time in each zone.
 */
export function chargeDueJob(parts: ChargeDueParts & NoticeLapsesParts & { readonly clock: Clock }): Job {
  return {
    name: 'charge-due',
    cron: '* * * * *',
    run: async (signal) => {
      const sellers = [...parts.reference().sellers.byId.values()];
      await chargeDue(parts, sellers, parts.clock(), signal);
      await noticeLapses(parts, sellers, parts.clock());
    },
  };
}

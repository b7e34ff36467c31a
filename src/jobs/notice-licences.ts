import type { Clock } from '../domain/calendar/calendar.ts';
import { type NoticeLicencesParts, noticeLicences } from '../flows/notice-licences.ts';
import type { Job } from './engine.ts';

const hourMs = 3_600_000;

/** Tells the operator of licences that expire soon. Runs every hour: a day starts at a different time in each zone. */
export function noticeLicencesJob(parts: NoticeLicencesParts & { readonly clock: Clock }): Job {
  return {
    name: 'notice-licences',
    cron: '11 * * * *',
    lateMs: 3 * hourMs,
    run: async (signal) => {
      await noticeLicences(parts, parts.clock(), signal);
    },
  };
}

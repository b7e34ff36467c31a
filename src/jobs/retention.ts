import { applyRetention, type RetentionParts } from '../flows/personal-data/apply-retention.ts';
import type { Job } from './engine.ts';

const hourMs = 3_600_000;

/** Erases what is over its time, each night. */
export function retentionJob(parts: RetentionParts): Job {
  return {
    name: 'retention',
    cron: '17 7 * * *', // UTC: before Canada's day begins.
    lateMs: 26 * hourMs,
    run: async (signal) => {
      await applyRetention(parts, { actor: { kind: 'job', name: 'retention' }, reason: '' }, signal);
    },
  };
}

import { dateIn } from '../../../src/domain/calendar.ts';
import type { Province } from '../../../src/domain/province.ts';

/** Prisma has calendar dates as moments at midnight in UTC. */
export const toMoment = (date: string): Date => new Date(`${date}T00:00:00Z`);
export const toDate = (moment: Date): string => moment.toISOString().slice(0, 10);

export function todayIn(province: string): string {
  return dateIn(province as Province, new Date());
}

import type { Clock } from '../domain/calendar/calendar.ts';

/** The clock of the service. */
export const clock: Clock = () => new Date();

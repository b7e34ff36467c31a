import type { Clock } from '../domain/calendar.ts';

/** The clock of the service. */
export const clock: Clock = () => new Date();

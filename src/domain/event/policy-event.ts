import { eventTypeValues } from '../../../contract/vocabulary.ts';

/** What partners hear about a policy, in the order of its life. */
export const eventTypes = eventTypeValues;
export type EventType = (typeof eventTypes)[number];

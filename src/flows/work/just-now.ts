import { type Lease, leaseFor } from './run-due-work.ts';

/** Shorter than a person needs to change something and to look at what comes. */
const momentSeconds = 1;

/**
 * Reads what decides whether work is carried out, and how; and reads anew if this process stood still since it asked.
 * Null: the work may not be acted on any more.
 */
export async function readJustNow<T>(lease: Lease, read: () => Promise<T>): Promise<T | null> {
  while (lease.endedReason() === null) {
    const moment = leaseFor(momentSeconds);
    const found = await read();
    if (moment.endedReason() === null) return found;
  }
  return null;
}

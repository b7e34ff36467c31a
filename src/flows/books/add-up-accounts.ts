import { addAccountDays, readAddedUntil, readFirstMoment, readSettledMoment } from '../../store/books/account-day.ts';
import type { Parts } from '../parts.ts';

// What one statement adds up.
const stepMs = 60 * 60_000;
// A transaction has some statements of at most 15 seconds, with at most 30 between them.
const heldBackSeconds = 600;

/**
 * Adds up what was entered in the books since the last run, by account, day and seller, so that a balance does not read
 * all facts. What a transaction that still runs may enter is left to a later run.
 */
export async function addUpAccounts(
  { database }: Parts<'database'>,
  signal?: AbortSignal,
  heldBack = heldBackSeconds,
): Promise<void> {
  let until = await readAddedUntil(database);
  let from = until ?? (await readFirstMoment(database));
  if (from === null) return;
  const settled = await readSettledMoment(database, { heldBackSeconds: heldBack });
  while (from < settled && !signal?.aborted) {
    const to: Date = new Date(Math.min(from.getTime() + stepMs, settled.getTime()));
    if (!(await addAccountDays(database, { before: until, to }))) return; // Another run is at it.
    [until, from] = [to, to];
  }
}

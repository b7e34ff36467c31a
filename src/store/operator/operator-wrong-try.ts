import type { Tx } from '../database.ts';
import { write } from '../statement.ts';

export interface TryLimit {
  readonly triesMax: number;
  /** How long a wrong try counts, and so how long a lock lasts. */
  readonly minutes: number;
}

/**
 * Counts a try of a name before it is judged, by one statement, so that no number of tries at once, on any instances,
 * can pass the limit. Returns false, and counts nothing, if the name is locked.
 */
export async function countTry(tx: Tx, name: string, { triesMax, minutes }: TryLimit): Promise<boolean> {
  const isTaken = await take(tx, { name, minutes, triesMax });
  if (isTaken) await forgetOld(tx, { minutes });
  return isTaken;
}

/** Gives back a try that was not wrong. */
export const uncountTry = write.runs<[{ readonly name: string }]>(
  'give_try_back',
  'UPDATE operator_wrong_try SET tries = tries - 1 WHERE name = lower(:name) AND tries > 0',
);

/** Forgets the wrong tries of a name, and so unlocks it. */
export const forgetWrongTries = write.runs<[{ readonly name: string }]>(
  'forget_wrong_tries',
  'DELETE FROM operator_wrong_try WHERE name = lower(:name)',
);

const take = write.findsRow<[{ readonly name: string; readonly minutes: number; readonly triesMax: number }]>(
  'take_try',
  `INSERT INTO operator_wrong_try AS before (name, tries, tried_at)
   VALUES (lower(:name), 1, now())
   ON CONFLICT (name) DO UPDATE
   SET tries = CASE WHEN before.tried_at > now() - make_interval(mins => :minutes) THEN before.tries + 1 ELSE 1 END, tried_at = now()
   WHERE before.tries < :triesMax OR before.tried_at <= now() - make_interval(mins => :minutes)`,
);

const forgetOld = write.runs<[{ readonly minutes: number }]>(
  'forget_old_wrong_tries',
  'DELETE FROM operator_wrong_try WHERE tried_at < now() - make_interval(mins => :minutes)',
);

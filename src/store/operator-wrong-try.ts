import { statement, type Tx } from './database.ts';

/** Counts the failed sign-ins of a name within the last minutes. */
export async function countWrongTries(tx: Tx, name: string, minutes: number): Promise<number> {
  const { rows } = await tx.query<{ tries: number }>(count(name, minutes));
  return rows[0]?.tries ?? 0;
}

/** Records a failed sign-in and deletes those that no longer count, which keeps the table small. */
export async function enterWrongTry(tx: Tx, name: string, minutes: number): Promise<void> {
  await tx.query(enter(name, minutes));
  await tx.query(forgetOld(minutes));
}

export async function forgetWrongTries(tx: Tx, name: string): Promise<void> {
  await tx.query(forget(name));
}

const count = statement(
  'count_wrong_tries',
  `SELECT tries FROM operator_wrong_try WHERE name = lower($1) AND tried_at > now() - make_interval(mins => $2)`,
);
const enter = statement(
  'enter_wrong_try',
  `INSERT INTO operator_wrong_try AS before (name, tries, tried_at)
   VALUES (lower($1), 1, now())
   ON CONFLICT (name) DO UPDATE
   SET tries = CASE WHEN before.tried_at > now() - make_interval(mins => $2) THEN before.tries + 1 ELSE 1 END, tried_at = now()`,
);
const forgetOld = statement(
  'forget_old_wrong_tries',
  'DELETE FROM operator_wrong_try WHERE tried_at < now() - make_interval(mins => $1)',
);
const forget = statement('forget_wrong_tries', 'DELETE FROM operator_wrong_try WHERE name = lower($1)');

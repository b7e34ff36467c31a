import type { Tx } from './database.ts';
import { longUnclear } from './due-charge.ts';

/** What the service could not settle by itself, counted by kind. */
export interface NeedsPerson {
  /** Money or loans that could not be given back, tried more than a few times. */
  readonly reversals: number;
  /** Scheduled cards refused on all their days, or charged with an outcome that nobody has known for more than a day. */
  readonly charges: number;
  /** Mails that no mail server took, or that may or may not have arrived. */
  readonly mails: number;
  /** Binds that were begun more than a minute ago and are not finished. */
  readonly binds: number;
}

// The first tries fall on a party that is away for a moment.
const triesBefore = 5;

/** What needs a person, as conditions of its tables. Each is answered by an index of what is open, not by the table. */
export const stuckWhere = {
  reversals: `(reversal.given_up_at IS NOT NULL OR (reversal.due_at IS NOT NULL AND reversal.attempts >= ${triesBefore}))`,
  charges: `(due_charge.given_up_at IS NOT NULL OR (due_charge.due_at IS NOT NULL AND ${longUnclear}))`,
  mails: 'mail.given_up_at IS NOT NULL',
  // Not by the lease alone: it is renewed with every try.
  binds: `bind.state = 'running' AND bind.lease_until < now() AND least(bind.lease_until, bind.step_at) < now() - interval '1 minute'`,
} as const;

/** Cheap at any size: each count reads an index of what is open. */
export async function countNeedsPerson(tx: Tx): Promise<NeedsPerson> {
  const { rows } = await tx.query<NeedsPerson>(
    `SELECT (SELECT count(*) FROM reversal WHERE ${stuckWhere.reversals})::int AS reversals,
            (SELECT count(*) FROM due_charge WHERE ${stuckWhere.charges})::int AS charges,
            (SELECT count(*) FROM mail WHERE ${stuckWhere.mails})::int AS mails,
            (SELECT count(*) FROM bind WHERE ${stuckWhere.binds})::int AS binds`,
  );
  return rows[0]!;
}

import type { Tx } from './database.ts';

/** What the service could not settle by itself, counted by kind. */
export interface NeedsPerson {
  /** Money or loans that could not be given back, tried more than a few times. */
  readonly reversals: number;
  /** Scheduled cards refused on all their days. */
  readonly charges: number;
  /** Mails that no mail server took, or that may or may not have arrived. */
  readonly mails: number;
  /** Binds that were begun more than a minute ago and are not finished. */
  readonly binds: number;
}

// The first tries fall on a party that is away for a moment.
const triesBefore = 5;

/** Cheap at any size: each count reads an index of what is open, not the table. */
export async function countNeedsPerson(tx: Tx): Promise<NeedsPerson> {
  const { rows } = await tx.query<NeedsPerson>(
    `SELECT (SELECT count(*) FROM reversal WHERE state = 'due' AND attempts >= $1)::int AS reversals,
            (SELECT count(*) FROM due_charge WHERE state = 'refused')::int AS charges,
            (SELECT count(*) FROM mail WHERE state = 'undeliverable')::int AS mails,
            (SELECT count(*) FROM bind WHERE state = 'running' AND lease_until < now() - interval '1 minute')::int AS binds`,
    [triesBefore],
  );
  return rows[0]!;
}

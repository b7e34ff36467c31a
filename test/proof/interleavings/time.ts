import { endedSql } from '../../../src/store/work/work.ts';
import type { Lane, Sale } from './lane.ts';
import { type Actor, tick } from './scheduler.ts';

// A carrier renews its lease every 2.5 s: time passes in steps of that.
const tickSeconds = 2.5;

export async function passTime(
  lane: Lane,
  sale: Sale,
  actors: readonly Actor[],
  { seconds, frozen }: { readonly seconds: number; readonly frozen: Actor | null },
): Promise<void> {
  const awake = actors.filter((actor) => actor !== frozen && actor.state === 'running' && actor.timers.size > 0);
  const steps = awake.length === 0 ? 1 : Math.ceil(seconds / tickSeconds);
  for (let step = 0; step < steps; step += 1) {
    await ageRows(lane, sale, seconds / steps);
    for (const actor of awake) await tick(actor);
  }
}

/**
 * PostgreSQL's clock can't be set; what it is compared with can. Only of the schedule's own sale, so that the last
 * schedule costs what the first did.
 */
export async function ageRows({ database }: Lane, { applicationId }: Sale, seconds: number): Promise<void> {
  await database.query({
    name: 'age_rows',
    text: `WITH binds AS (
             UPDATE bind
             SET lease_until = ${earlier('lease_until')}, step_at = ${earlier('step_at')}, due_at = ${earlier('due_at')}
             WHERE application_id = $2 AND state = 'running'
           ), reversals AS (
             UPDATE reversal SET due_at = ${earlier('due_at')}, lease_until = ${earlier('lease_until')}
             WHERE application_id = $2 AND due_at IS NOT NULL
           ), purchases AS (
             UPDATE sale_link_purchase SET due_at = ${earlier('due_at')}, lease_until = ${earlier('lease_until')}
             WHERE application_id = $2 AND due_at IS NOT NULL
           ), cancellations AS (
             UPDATE cancellation SET due_at = ${earlier('due_at')}, lease_until = ${earlier('lease_until')}
             WHERE application_id = $2 AND due_at IS NOT NULL
           )
           UPDATE due_charge
           SET due_at = ${earlier('due_at')}, lease_until = ${earlier('lease_until')}, unclear_since = ${earlier('unclear_since')}
           WHERE application_id = $2 AND due_at IS NOT NULL`,
    values: [seconds, applicationId],
  });
}

const earlier = (column: string): string => `${column} - make_interval(secs => $1)`;

/** Ends what a schedule has left open, so that no job of a later one finds it. */
export async function endRows({ database }: Lane, { applicationId }: Sale): Promise<void> {
  await database.query({
    name: 'end_rows',
    text: `WITH binds AS (
             UPDATE bind SET state = 'released' WHERE application_id = $1 AND state = 'running'
           ), reversals AS (
             UPDATE reversal SET ${endedSql} WHERE application_id = $1 AND (due_at IS NOT NULL OR given_up_at IS NOT NULL)
           ), cancellations AS (
             UPDATE cancellation SET ${endedSql} WHERE application_id = $1 AND due_at IS NOT NULL
           ), charges AS (
             UPDATE due_charge SET ${endedSql} WHERE application_id = $1 AND (due_at IS NOT NULL OR given_up_at IS NOT NULL)
           )
           UPDATE card_payment SET status = 'Cancelled'
           WHERE application_id = $1 AND status IN ('Pending', 'Authorized', 'Releasing')`,
    values: [applicationId],
  });
}

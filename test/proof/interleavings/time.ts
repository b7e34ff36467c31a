import type { Lane } from './lane.ts';
import { type Actor, tick } from './scheduler.ts';

// A carrier renews its lease every 2.5 s: time passes in steps of that.
const tickSeconds = 2.5;

export async function passTime(
  lane: Lane,
  actors: readonly Actor[],
  { seconds, frozen }: { readonly seconds: number; readonly frozen: Actor | null },
): Promise<void> {
  const awake = actors.filter((actor) => actor !== frozen && actor.state === 'running' && actor.timers.size > 0);
  const steps = awake.length === 0 ? 1 : Math.ceil(seconds / tickSeconds);
  for (let step = 0; step < steps; step += 1) {
    await ageRows(lane, seconds / steps);
    for (const actor of awake) await tick(actor);
  }
}

/** PostgreSQL's clock can't be set; what it is compared with can. */
export async function ageRows(lane: Lane, seconds: number): Promise<void> {
  await lane.database.query({
    name: 'age_rows',
    text: `WITH binds AS (
             UPDATE bind
             SET lease_until = lease_until - make_interval(secs => $1), step_at = step_at - make_interval(secs => $1),
                 due_at = due_at - make_interval(secs => $1)
             WHERE state = 'running'
           ), reversals AS (
             UPDATE reversal
             SET due_at = due_at - make_interval(secs => $1), lease_until = lease_until - make_interval(secs => $1)
             WHERE due_at IS NOT NULL
           )
           UPDATE due_charge
           SET due_at = due_at - make_interval(secs => $1), lease_until = lease_until - make_interval(secs => $1)
           WHERE due_at IS NOT NULL`,
    values: [seconds],
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';
import { readLogPlace, readReplicaState } from '../../store/postgres/replica.ts';
import { bad, type Finding, good } from './doctor.ts';

const pauseMs = 100;
const check = 'replica';
const meanwhile = 'Meanwhile everything is read from the primary.';

/** Whether lists are read from the replica: only one that follows this database is used, and nobody notices else. */
export async function examineReplica(primary: Database, replica: Database, staleMsMax: number): Promise<Finding> {
  const { lsn, cluster, database } = await readLogPlace(primary);
  const since = performance.now();
  for (;;) {
    const state = await readReplicaState(replica, lsn).catch((error: Error) => error.message);
    if (typeof state === 'string')
      return bad(check, `The database of DATABASE_REPLICA_URL can't be reached: ${state}. ${meanwhile}`);
    if (state.cluster !== cluster || state.database !== database)
      return bad(check, `DATABASE_REPLICA_URL leads to another database than DATABASE_URL. ${meanwhile}`);
    if (!state.isReplica)
      return bad(check, `DATABASE_REPLICA_URL leads to a database that is no replica. ${meanwhile}`);
    if (state.hasReplayed) return good(check, 'It follows the primary.');
    if (performance.now() - since > staleMsMax)
      return bad(check, `It is more than REPLICA_STALE_SECONDS (${staleMsMax / 1_000}) behind. ${meanwhile}`);
    await sleep(pauseMs);
  }
}

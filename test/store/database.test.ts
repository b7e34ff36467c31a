import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TimedOut } from '../../src/domain/unavailable.ts';
import { openDatabase, transact } from '../../src/store/database.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

test('a connection that PostgreSQL ends between two statements fails its transaction, and neither the process nor the next one', async () => {
  const url = await cloneDatabase();
  const database = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const broken = transact(database, async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await inDatabase(url, 'SELECT pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
    await sleep(50); // Its last words arrive while no statement is under way.
    await tx.query('SELECT 1');
  });
  await assert.rejects(broken, /not queryable|terminating connection/);
  assert.equal(await transact(database, async (tx) => (await tx.query('SELECT 1')).rowCount), 1);
});

test('of two transactions that wait for each other one ends as one that may be repeated, and the other goes through', async () => {
  const database = openDatabase({ url: await cloneDatabase(), poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const lockBoth = (own: 0 | 1): Promise<unknown> =>
    transact(database, async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${own})`);
      gates[own].resolve();
      await gates[1 - own]!.promise;
      await tx.query(`SELECT pg_advisory_xact_lock(${1 - own})`);
    });
  const ends = await Promise.allSettled([lockBoth(0), lockBoth(1)]);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  assert.equal(refused.length, 1);
  assert.ok(refused[0] instanceof TimedOut, String(refused[0]));
});

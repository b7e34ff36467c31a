import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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

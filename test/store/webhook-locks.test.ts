import assert from 'node:assert/strict';
import test from 'node:test';
import { openDatabase, transact } from '../../src/store/database.ts';
import { recordFailed } from '../../src/store/event/webhook.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

/* In the other order the two would wait for each other, and PostgreSQL would end one of them. */
test('a try that failed locks its delivery before its endpoint, as a partner does who has it sent again', async () => {
  const url = await cloneDatabase();
  const database = openDatabase({ url, poolSize: 3, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const [endpoint] = await inDatabase(
    url,
    `INSERT INTO webhook_endpoint (seller_id, url, secret, types, description)
     SELECT id, 'https://hooks.example', '\\x00', '{}', '' FROM seller LIMIT 1 RETURNING id`,
  );
  const [delivery] = await inDatabase(
    url,
    `INSERT INTO webhook_delivery (endpoint_id, event_id, type, body)
     VALUES ($1, gen_random_uuid(), 'ping', '{}') RETURNING id`,
    [endpoint.id],
  );
  const lock = (table: string, id: string) => ({
    text: `SELECT FROM ${table} WHERE id = $1 FOR UPDATE NOWAIT`,
    values: [id],
  });
  const failing: Promise<number | null>[] = [];
  await transact(database, async (tx) => {
    await tx.query(lock('webhook_delivery', delivery.id));
    failing.push(recordFailed(database, endpoint.id, delivery.id, { status: 500, cause: 'no', waitSeconds: 60 }));
    const sql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await until(
      () => inDatabase(url, sql),
      (waiting) => waiting.length > 0,
    );
    await tx.query(lock('webhook_endpoint', endpoint.id));
  });
  assert.deepEqual(await Promise.all(failing), [0]);
});

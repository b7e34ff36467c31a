import assert from 'node:assert/strict';
import test from 'node:test';
import { readHead, readLinks } from '../../src/store/audit/audit-chain.ts';
import { openDatabase, transact } from '../../src/store/database.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

test('the end of the chain, and each part of it, are read by its index, however long it is', async () => {
  const url = await cloneDatabase();
  const database = openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const last = 20_000;
  await inDatabase(
    url,
    `INSERT INTO audit (application_id, event, facts, place, salt, digest, hash)
     SELECT gen_random_uuid(), 'bind began', '{}', place, '\\x00', '\\x00', '\\x00' FROM generate_series(1, $1::int) AS place`,
    [last],
  );
  await inDatabase(url, 'VACUUM (ANALYZE) audit');
  const { head, links, read } = await transact(database, async (tx) => {
    const head = await readHead(tx, 'audit');
    const links = await readLinks(tx, 'audit', last / 2, 100);
    const sql = `SELECT seq_tup_read::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'audit'`;
    return { head, links, read: (await tx.query<{ read: number }>(sql)).rows[0]!.read };
  });
  assert.equal(head?.place, last);
  assert.deepEqual([links.length, links[0]!.place, links.at(-1)!.place], [100, last / 2, last / 2 + 99]);
  assert.equal(read, 0, 'no row is looked at that is not asked for');
});

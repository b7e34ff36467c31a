import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { longLimits, type OpenDatabase, openDatabase } from '../../src/store/database.ts';
import { applyMigrations, type MigrateOptions } from '../../src/store/postgres/migrate.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { emptyDatabase } from '../kit/service/database.ts';

/*
 * Every kind of migration, on a table of 200 000 rows that is read and written meanwhile. The migrations are those of
 * the folder beside this file, given to the runner one after the other.
 */
const rowCount = 200_000;
const given = new URL('./migrations/', import.meta.url);
let database: OpenDatabase;
let folder: string;

before(async () => {
  database = await open(await emptyDatabase());
  folder = await mkdtemp(join(tmpdir(), 'northbind-migrations-'));
  afterwards(() => rm(folder, { recursive: true }));
  await give('0001-table.sql');
  assert.deepEqual(await run(), ['0001-table.sql']);
  await database.query(
    `INSERT INTO sold (id, name, code) SELECT n, 'name ' || n, 'c' || n FROM generate_series(1, ${rowCount}) AS n`,
  );
});

test('a column is added as soon as its table is free, and others do not wait for that', async () => {
  await give('0002-column.sql');
  const report = await database.connect();
  await report.query('BEGIN; SELECT FROM sold WHERE id = 1');
  let isOver = false;
  const migrated = run().finally(() => {
    isOver = true;
  });
  const served = await serve(() => isOver, 20); // While the report keeps the table.
  assert.ok(served >= 20, `${served} reads and writes`);
  assert.equal(isOver, false);
  await report.query('COMMIT');
  report.release();
  assert.deepEqual(await migrated, ['0002-column.sql']);
});

test('a table that the migration does not name is not locked', async () => {
  const report = await database.connect();
  await report.query('BEGIN; LOCK TABLE other IN ACCESS EXCLUSIVE MODE');
  await give('0003-fill.sql');
  const filling = assert.rejects(run(), /terminating connection/);
  await until(progress, (rows) => rows >= 20_000);
  await report.query('ROLLBACK');
  report.release();
  await killMigration();
  await filling;
});

test('a fill goes on where it was interrupted, row by row once, while the table is read and written', async () => {
  const before = await progress();
  assert.ok(before > 0 && before < rowCount);
  let isOver = false;
  const filled = run().finally(() => {
    isOver = true;
  });
  const served = await serve(() => isOver);
  assert.deepEqual(await filled, ['0003-fill.sql']);
  assert.ok(served > 0, `${served} reads and writes`);
  const { rows } = await database.query(
    'SELECT count(*)::int AS count FROM sold WHERE fills = 1 AND short_name IS NOT NULL',
  );
  assert.deepEqual(rows, [{ count: rowCount }]);
  assert.equal(await progress(), 0);
});

test('an index is built while the table is read and written; what a failed build left is dropped and built again', async () => {
  await give('0004-index.sql');
  await database.query("UPDATE sold SET code = 'c1' WHERE id = 2");
  await assert.rejects(run(), /could not create unique index/);
  assert.deepEqual(await indexes(), [{ name: 'sold_by_code', isValid: false }]);
  await database.query("UPDATE sold SET code = 'c2' WHERE id = 2");
  let isOver = false;
  const built = Promise.all([run(), run()]).finally(() => {
    isOver = true;
  });
  const served = await serve(() => isOver);
  assert.ok(served > 0, `${served} reads and writes`);
  assert.deepEqual((await built).flat(), ['0004-index.sql']); // By one of the two, while the other waited.
  assert.deepEqual(await indexes(), [
    { name: 'sold_by_code', isValid: true },
    { name: 'sold_by_short_name', isValid: true },
  ]);
});

test('an index that waits for a transaction that does not end says for which, and stops', async () => {
  await database.query('DROP INDEX sold_by_short_name');
  await database.query("DELETE FROM migration WHERE name = '0004-index.sql'");
  const report = await database.connect();
  await report.query(
    "SET application_name = 'long report'; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM sold WHERE id = 1",
  );
  const said: string[] = [];
  const log = { info: (event: string, facts = {}) => void said.push(`${event} ${JSON.stringify(facts)}`) };
  await assert.rejects(
    run({ log, waitMsMax: 7_000 }),
    /0004-index\.sql waits for a transaction that does not end \(process \d+ of long report\)/,
  );
  assert.match(said.join('\n'), /^migration waits for a transaction \{"migration":"0004-index\.sql","process":\d+/m);
  await report.query('COMMIT');
  report.release(true);
  assert.deepEqual(await run(), ['0004-index.sql']);
  assert.deepEqual((await indexes()).length, 2);
});

test('a constraint is checked while the table is read and written', async () => {
  await give('0005-constraint.sql');
  let isOver = false;
  const checked = run().finally(() => {
    isOver = true;
  });
  const served = await serve(() => isOver);
  assert.deepEqual(await checked, ['0005-constraint.sql']);
  assert.ok(served > 0, `${served} reads and writes`);
  assert.deepEqual(await run(), []);
});

test('a migration that was changed after it was applied is refused', async () => {
  await copyFile(new URL('0001-table.sql', given), join(folder, '0005-constraint.sql'));
  await assert.rejects(run(), /0005-constraint.sql differs/);
});

test('every migration of the folder has been given', async () => {
  assert.deepEqual((await readdir(folder)).sort(), (await readdir(given)).sort());
});

async function open(url: string): Promise<OpenDatabase> {
  const opened = openDatabase({ url, poolSize: 6, limits: longLimits, onConnectionLost: () => undefined });
  afterwards(() => opened.end());
  return opened;
}

const give = (name: string): Promise<void> => copyFile(new URL(name, given), join(folder, name));
const run = (options: MigrateOptions = {}): Promise<readonly string[]> =>
  applyMigrations(database, { ...options, from: pathToFileURL(`${folder}/`) });

/** Reads and writes rows until it is over, or that often; returns how often. */
async function serve(isOver: () => boolean, timesMax = Number.POSITIVE_INFINITY): Promise<number> {
  let times = 0;
  for (; !isOver() && times < timesMax; times += 1) {
    const id = 1 + ((times * 7_919) % rowCount);
    await database.query('SELECT name FROM sold WHERE id = $1', [id]);
    await database.query('UPDATE sold SET name = name WHERE id = $1', [id]);
  }
  return times;
}

async function progress(): Promise<number> {
  const { rows } = await database.query<{ rows: string }>('SELECT rows FROM migration_progress');
  return Number(rows[0]?.rows ?? 0);
}

async function indexes(): Promise<readonly unknown[]> {
  const { rows } = await database.query(
    `SELECT relname AS name, indisvalid AS "isValid"
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = 'sold'::regclass AND NOT indisprimary
     ORDER BY relname`,
  );
  return rows;
}

/** The connection that holds the lock of migrations. */
async function killMigration(): Promise<void> {
  await database.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
     WHERE locktype = 'advisory' AND objid = 710526001
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { examineSchema } from '../../src/flows/doctor/doctor.ts';
import { longLimits, type OpenDatabase, openDatabase } from '../../src/store/database.ts';
import { describeSchema, readExpectedSchema } from '../../src/store/postgres/describe-schema.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cloneDatabase, migratedDatabase } from '../kit/service/database.ts';

function open(url: string): OpenDatabase {
  const database = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined, limits: longLimits });
  afterwards(() => database.end());
  return database;
}

test('the migrations make the schema that is committed, line by line (npm run generate:schema)', async () => {
  assert.deepEqual(await describeSchema(open(await migratedDatabase())), await readExpectedSchema());
});

test('the doctor finds nothing in a database that a service has used, and names what somebody has changed by hand', async () => {
  const database = open(await cloneDatabase());
  assert.equal((await examineSchema(database)).isGood, true);
  await database.query('DROP INDEX policy_by_vin; ALTER TABLE seller ADD COLUMN note text');
  const drifted = await examineSchema(database);
  assert.equal(drifted.isGood, false);
  assert.match(drifted.finding, /missing: table policy index .+policy_by_vin/);
  assert.match(drifted.finding, /unexpected: table seller column note text/);
});

test('the legend of the schema names every table', () => {
  const sql = readFileSync(new URL('../../src/store/migrations/0001-baseline.sql', import.meta.url), 'utf8');
  const [legend] = sql.split('-- Reading it');
  const tables = [...sql.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, table]) => table!);
  assert.deepEqual(
    tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(legend!)),
    [],
  );
});

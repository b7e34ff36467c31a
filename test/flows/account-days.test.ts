import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import pg from 'pg';
import { addUpAccounts } from '../../src/flows/books/add-up-accounts.ts';
import { addAccountDays } from '../../src/store/books/account-day.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { readBalances } from '../../src/store/books/read-accounts.ts';
import { type Database, openDatabase, type Tx } from '../../src/store/database.ts';
import { anySale, plantEntrySql } from '../kit/invariants/plant-entry.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { openErasable } from '../kit/sale/erasable.ts';
import { inDatabase } from '../kit/sale/quoting.ts';

const { databaseUrl, open } = await openErasable();
const days = { from: '0001-01-01', to: '9999-12-31', sellerId: null };

const insertEntry = (key: string): string =>
  plantEntrySql({ key, sale: anySale(500), debit: 'partner', credit: 'customer' });

async function ofEntries(): Promise<Record<string, number>> {
  const rows = await inDatabase(
    databaseUrl,
    'SELECT account, sum(amount_cents)::float8 AS cents FROM posted GROUP BY account ORDER BY account',
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

async function ofBalances(tx: Tx): Promise<Record<string, number>> {
  const rows = await readBalances(tx, days);
  return Object.fromEntries(rows.map(({ account, balanceCents }) => [account, balanceCents]));
}

async function addUpAll(database: Database): Promise<void> {
  await until(
    async () => {
      await addUpAccounts({ database }, undefined, 0);
      return inDatabase(
        databaseUrl,
        'SELECT count(*)::int AS left FROM ledger_entry, account_day_until WHERE until IS NULL OR recorded_at >= until',
      );
    },
    ([row]) => row.left === 0,
  );
}

async function startAnew(): Promise<void> {
  await inDatabase(databaseUrl, 'UPDATE account_day_until SET until = NULL');
  await inDatabase(databaseUrl, 'DELETE FROM account_day');
}

test('a balance that is read from two servers, the second of them behind, lacks nothing', async () => {
  await startAnew();
  const database = open();
  const expected = await ofEntries();
  // The replica: replayed up to here.
  const replica = new pg.Client({ connectionString: databaseUrl });
  await replica.connect();
  await replica.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await replica.query('SELECT FROM account_day_until');
  // An instance adds up. A real replica is another server, so its snapshot is no transaction that holds it back.
  const [{ moment }] = await inDatabase(databaseUrl, `SELECT now() - interval '1 millisecond' AS moment`);
  await inDatabase(databaseUrl, 'SELECT pg_sleep(0.01)');
  assert.ok(await addAccountDays(database, { before: null, to: moment }));
  // The server is chosen for each statement: the first is answered by the primary, the others by the replica.
  let asked = 0;
  const reads = {
    query: (...given: Parameters<Tx['query']>) => {
      asked += 1;
      return (asked === 1 ? database : replica).query(...given);
    },
  } as unknown as Tx;
  const fromBoth = await ofBalances(reads);
  await replica.end();
  assert.deepEqual(await ofBalances(database), expected);
  assert.deepEqual(fromBoth, expected);
});

/** docs/guide/deploy.md: “A role without rights on tables”, and “A database password without a gap”. */
const setups = {
  'a role that serves beside one that owns': (role: string) => `CREATE ROLE ${role} LOGIN PASSWORD 'app'`,
  'a role that acts for another': (role: string) => `
    CREATE ROLE ${role} LOGIN PASSWORD 'app';
    CREATE ROLE ${role}_owner NOLOGIN ROLE ${role};
    GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}_owner;
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}_owner;
    ALTER ROLE ${role} SET role = ${role}_owner`,
};

for (const [name, create] of Object.entries(setups))
  test(`an entry whose transaction takes more than a second is not lost, with ${name}`, async () => {
    await startAnew();
    const role = `app_${randomBytes(4).toString('hex')}`;
    const database = open();
    await database.query(`
      ${create(role)};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
      GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    const url = Object.assign(new URL(databaseUrl), { username: role, password: 'app' }).href;
    const service = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined });
    afterwards(() => service.end());
    await addUpAccounts({ database: service });
    // In the first the owner is another one, such as who uses the command line; in the second, the service itself.
    const writer = new pg.Client({ connectionString: name.includes('acts') ? url : databaseUrl });
    await writer.connect();
    try {
      await writer.query('BEGIN');
      await writer.query(insertEntry(name));
      await writer.query('SELECT pg_sleep(1.5)'); // Waits for a lock, a slow disk, a standby that confirms.
      await addUpAccounts({ database: service });
      await writer.query('COMMIT');
    } finally {
      await writer.end();
    }
    await addUpAccounts({ database: service });
    assert.deepEqual(await ofBalances(service), await ofEntries());
  });

test('the check of the books sees a wrong balance of one seller', async () => {
  await startAnew();
  const database = open();
  await addUpAll(database);
  await database.query(`UPDATE account_day SET debit_cents = debit_cents + 1 WHERE seller_id IS NOT NULL`);
  assert.notDeepEqual((await checkBooks(database, null)).different, []);
});

test('an entry is not lost whose first application has its id of a clock that is ahead', async () => {
  const database = open();
  // All ids are seconds ahead of the database's clock, as of an instance whose clock is.
  await startAnew();
  const [{ shifted }] = await inDatabase(
    databaseUrl,
    `WITH first AS (SELECT min(recorded_at) AS at FROM ledger_entry)
     SELECT substr(replaced, 1, 8) || '-' || substr(replaced, 9, 4) || '-7000-8000-000000000001' AS shifted
     FROM first, lpad(to_hex((extract(epoch FROM at) * 1000)::bigint + 2000), 12, '0') AS replaced`,
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica'); // This turns off foreign keys and triggers.
    await client.query('UPDATE application SET id = $1', [shifted]);
    await client.query('UPDATE ledger_entry SET application_id = $1', [shifted]);
    const later = `SELECT clock_timestamp() < (SELECT uuid_extract_timestamp($1::uuid)) AS early`;
    await until(
      async () => (await client.query(later, [shifted])).rows,
      ([row]) => row.early === false,
    );
  } finally {
    await client.end();
  }
  await addUpAccounts({ database }, undefined, 0);
  assert.deepEqual(await ofBalances(database), await ofEntries());
});

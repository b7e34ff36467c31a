import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import pg from 'pg';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { systemProgram } from '../kit/processes/system-program.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, byReferral, steadySeller } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { cloneDatabase, emptyDatabase } from '../kit/service/database.ts';
import { urlOf, withAdmin } from '../kit/service/postgres.ts';
import { productionSettings } from '../kit/service/production.ts';
import { startTestService } from '../kit/service/service.ts';

/* Ways to set up the database that docs/guide/deploy.md describes: a role without rights on tables, and PgBouncer. */

test('a role that may not change tables runs the service after another role has migrated', async () => {
  const ownerUrl = await emptyDatabase();
  const { role, url } = await newRole(ownerUrl);
  const environment = { ...productionSettings, DATABASE_URL: url, AUTO_MIGRATE: 'off' };
  await assert.rejects(startTestService({ environment }), /AUTO_MIGRATE is off: run northbind migrate/);

  const migrated = await northbind({ NORTHBIND_MODE: 'production', DATABASE_URL: ownerUrl }, 'migrate');
  assert.equal(migrated.code, 0, migrated.stderr);
  await onDatabase(ownerUrl, (client) =>
    client.query(`
      GRANT USAGE ON SCHEMA public TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
      GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${role}`),
  );
  await onDatabase(url, (client) => assert.rejects(client.query('CREATE TABLE mine (n int)'), /permission denied/));
  const service = await startTestService({ environment });
  assert.equal((await service.call('GET', '/healthcheck')).status, 200);
  await service.close();
  const faults = service.lines.filter((line) => /permission denied|job failed/.test(line));
  assert.deepEqual(faults, []);
});

test('a database password is changed without a gap, by two roles that act for one owner', async () => {
  const admin = await emptyDatabase();
  const suffix = randomBytes(4).toString('hex');
  const [owner, a, b] = [`owner_${suffix}`, `a_${suffix}`, `b_${suffix}`];
  const database = new URL(admin).pathname.slice(1);
  await onDatabase(admin, (client) =>
    client.query(`
      CREATE ROLE ${owner} NOLOGIN;
      CREATE ROLE ${a} LOGIN PASSWORD 'one' IN ROLE ${owner};
      CREATE ROLE ${b} NOLOGIN IN ROLE ${owner};
      ALTER ROLE ${a} SET role = ${owner};
      ALTER ROLE ${b} SET role = ${owner};
      ALTER DATABASE ${database} OWNER TO ${owner}`),
  );
  afterwards(() =>
    onDatabase(admin, (client) =>
      client.query(`REASSIGN OWNED BY ${owner} TO CURRENT_USER; DROP ROLE ${a}, ${b}, ${owner}`),
    ),
  );
  const as = (username: string, password: string): string => Object.assign(new URL(admin), { username, password }).href;
  const before = await startTestService({ environment: { DATABASE_URL: as(a, 'one') } });
  await onDatabase(admin, (client) => client.query(`ALTER ROLE ${b} LOGIN PASSWORD 'two'`));
  const after = await startTestService({ environment: { DATABASE_URL: as(b, 'two') } });
  for (const { call } of [before, after]) assert.equal((await call('GET', '/healthcheck')).status, 200);
  await before.close();
  await onDatabase(admin, (client) => client.query(`ALTER ROLE ${a} NOLOGIN`));
  const client = await openSaleClient(after, steadySeller().name);
  const choice = (await client.quote({ effectiveDate: steadySeller().today })).choose('Replacement', 2);
  assertBound(await binder(after, client.quoteClient.token)({ ...choice, ...byReferral }));
  await after.close();
  const [{ others }] = await inDatabase(
    admin,
    `SELECT count(*)::int AS others FROM pg_tables WHERE schemaname = 'public' AND tableowner <> '${owner}'`,
  );
  assert.equal(others, 0, 'what either made belongs to the owner');
});

test('a PostgreSQL that is too old is named in one sentence, by a start, by migrate and by doctor', async () => {
  const url = await emptyDatabase();
  // No older one is at hand everywhere: this one says that it is.
  await onDatabase(url, (client) =>
    client.query(`
      CREATE SCHEMA older;
      CREATE FUNCTION older.current_setting(text) RETURNS text LANGUAGE sql AS
        $$SELECT CASE $1 WHEN 'server_version_num' THEN '150013' ELSE pg_catalog.current_setting($1) END$$;
      ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = older, pg_catalog, public`),
  );
  const sentence =
    /The database is PostgreSQL 15\.13, and Northbind needs 18 or newer: upgrade it, or set DATABASE_URL to another\.$/m;
  await assert.rejects(startTestService({ environment: { DATABASE_URL: url } }), sentence);
  const migrated = await northbind({ DATABASE_URL: url }, 'migrate');
  assert.deepEqual([migrated.code === 0, migrated.stdout], [false, '']);
  assert.match(migrated.stderr, sentence);
  const examined = (await northbind({ DATABASE_URL: url }, 'doctor', '--json')).json();
  assert.equal(examined.isWell, false);
  const { finding } = examined.findings.find(({ check }: { readonly check: string }) => check === 'version');
  assert.match(finding, sentence);
});

test('PgBouncer needs the direct address beside it, and has to keep prepared statements', async () => {
  const direct = await cloneDatabase();
  const { url, minor } = await startPgBouncer(direct);
  await assert.rejects(startTestService({ environment: { DATABASE_URL: url } }), /set DATABASE_DIRECT_URL/);
  const environment = { DATABASE_URL: url, DATABASE_DIRECT_URL: direct };
  if (minor < 21) {
    for (let times = 0; times < 2; times += 1)
      await assert.rejects(startTestService({ environment }), /use PgBouncer 1\.21 or newer/);
    return;
  }
  await assert.rejects(startTestService({ environment }), /ALTER ROLE … SET statement_timeout/);
  const database = new URL(direct).pathname.slice(1);
  await onDatabase(direct, (client) => client.query(`ALTER DATABASE ${database} SET statement_timeout = '15s'`));
  const fresh = await startPgBouncer(direct); // The connections of the first one have no limit.
  const service = await startTestService({ environment: { ...environment, DATABASE_URL: fresh.url } });
  const saleClient = await openSaleClient(service, name);
  const bind = binder(service, saleClient.quoteClient.token);
  // More at once than PgBouncer has connections, so that statements of one client meet several of them.
  const binds = Array.from({ length: 12 }, async (_, sale) => {
    const choice = (await saleClient.quote({ effectiveDate: today })).choose('Replacement', 2);
    const pay = sale % 2 === 0 ? byReferral : byCard(await authorizedPayment(saleClient, choice));
    return assertBound(await bind({ ...choice, ...pay })).policyNumber;
  });
  assert.equal(new Set(await Promise.all(binds)).size, binds.length);
  await until(
    () => inDatabase(direct, "SELECT FROM mail WHERE state = 'sent'"),
    (sent) => sent.length >= binds.length,
  );
  const faults = service.lines.filter((line) => /request failed|job failed/.test(line));
  assert.deepEqual(faults, []);
});

const { name, today } = steadySeller();

async function newRole(ownerUrl: string): Promise<{ readonly role: string; readonly url: string }> {
  const role = `app_${randomBytes(4).toString('hex')}`;
  await withAdmin(ownerUrl, (admin) => admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'app'`));
  afterwards(async () => {
    await onDatabase(ownerUrl, (client) => client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
  });
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = 'app';
  return { role, url: url.href };
}

async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts PgBouncer in transaction mode, in front of this database. */
async function startPgBouncer(databaseUrl: string): Promise<{ readonly url: string; readonly minor: number }> {
  const program = systemProgram('pgbouncer', 'pgbouncer');
  const minor = Number(/ 1\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))![1]);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'northbind-pgbouncer-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // As root, it runs as another user.
  const ownPort = await freePort();
  const name = pathname.slice(1);
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    ...(minor >= 21 ? ['max_prepared_statements = 200'] : []),
  ];
  const path = join(folder, 'pgbouncer.ini');
  await writeFile(path, settings.join('\n'));
  const child: ChildProcess = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), path], {
    stdio: 'ignore',
  });
  afterwards(() => void child.kill('SIGKILL'));
  const url = new URL(urlOf(databaseUrl, name));
  url.port = String(ownPort);
  const isThere = (): Promise<boolean> =>
    onDatabase(url.href, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    );
  await until(isThere, (isSo) => isSo);
  return { url: url.href, minor };
}

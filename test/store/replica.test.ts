import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { examineReplica } from '../../src/flows/doctor/doctor-replica.ts';
import { type OpenDatabase, openDatabase } from '../../src/store/database.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral, steadySeller } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { urlOf } from '../kit/service/postgres.ts';
import { startTestService } from '../kit/service/service.ts';
import { startReplicatedPostgres } from '../proof/kit/replicated-postgres.ts';

const { name, today } = steadySeller();

test('lists come from the replica, and from the primary while the replica is behind or dead', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-replica-'));
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user.
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startReplicatedPostgres(folder);
  afterwards(postgres.stop);
  const { primaryUrl, standbyUrl } = postgres;
  const service = await startTestService({
    environment: { DATABASE_URL: primaryUrl, DATABASE_REPLICA_URL: standbyUrl, REPLICA_STALE_SECONDS: '1' },
  });
  const { lines } = service;
  /** Where the service said last that it reads from. */
  const readsFrom = (): string | undefined =>
    lines.map((line) => /"event":"reads from the (\w+)"/.exec(line)?.[1]).findLast((place) => place !== undefined);
  const untilReadsFrom = (place: 'primary' | 'replica') => until(readsFrom, (said) => said === place);
  const client = await openSaleClient(service, name);
  const { token } = client.quoteClient;
  const sell = async (): Promise<string> => {
    const choice = (await client.quote({ effectiveDate: today })).choose('Replacement', 2);
    return assertBound(await binder(service, token)({ ...choice, ...byReferral })).policyNumber;
  };
  const list = async (): Promise<readonly string[]> => {
    const answer = await service.call('GET', '/v1/policies', { token });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.policies.map(({ policyNumber }: { policyNumber: string }) => policyNumber);
  };
  const readsOfReplica = async (): Promise<number> => {
    const [found] = await inDatabase(
      standbyUrl,
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'northbind reads'`,
    );
    return found.count;
  };

  const first = await sell();
  await untilReadsFrom('replica');
  assert.ok((await until(list, (numbers) => numbers.includes(first))).length > 0);
  await until(readsOfReplica, (connections) => connections > 0);
  const [primary, replica] = [primaryUrl, standbyUrl].map((url) =>
    openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined }),
  ) as [OpenDatabase, OpenDatabase];
  assert.deepEqual(await examineReplica(primary, replica, 60_000), {
    check: 'replica',
    isGood: true,
    finding: 'It follows the primary.',
  });
  await Promise.all([primary.end(), replica.end()]);

  // It still receives, but does not replay.
  await inDatabase(standbyUrl, 'SELECT pg_wal_replay_pause()');
  const second = await sell();
  // The replica does not have it: whoever sees it reads from the primary.
  await until(list, (numbers) => numbers.includes(second));
  await untilReadsFrom('primary');
  await inDatabase(standbyUrl, 'SELECT pg_wal_replay_resume()');
  await untilReadsFrom('replica');
  await until(
    () => inDatabase(standbyUrl, `SELECT FROM policy WHERE policy_number = '${second}'`),
    (rows) => rows.length > 0,
  );

  postgres.killStandby();
  for (let turn = 0; turn < 50; turn += 1) assert.ok((await list()).includes(second), 'while it dies');
  const third = await sell();
  assert.ok((await until(list, (numbers) => numbers.includes(third))).length > 0);
});

test('a replica that is none is not read from, and the log and the doctor say so', async () => {
  const url = await cloneDatabase();
  const service = await startTestService({
    environment: { DATABASE_URL: url, DATABASE_REPLICA_URL: url, REPLICA_STALE_SECONDS: '1' },
  });
  await until(
    () => service.lines,
    (lines) => lines.some((line) => line.includes('"event":"reads from the primary"')),
  );
  const judge = async (replicaUrl: string): Promise<string> => {
    const [primary, replica] = [url, replicaUrl].map((one) =>
      openDatabase({ url: one, poolSize: 1, onConnectionLost: () => undefined }),
    ) as [OpenDatabase, OpenDatabase];
    const found = await examineReplica(primary, replica, 1_000);
    await Promise.all([primary.end(), replica.end()]);
    assert.equal(found.isGood, false);
    return found.finding;
  };
  assert.match(await judge(url), /leads to a database that is no replica/);
  assert.match(await judge(await cloneDatabase()), /leads to another database than DATABASE_URL/);
  assert.match(await judge(urlOf(url, 'nowhere')), /can't be reached: database "nowhere" does not exist/);
});

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeBooks } from './kit/books.ts';
import { between } from './kit/chance.ts';
import { saleCounts } from './kit/disrupt.ts';
import { startLoad } from './kit/load.ts';
import { countErrors, type Errors, errorCounts, outageOf, untilBound } from './kit/outage.ts';
import { type Proof, unless } from './kit/proof.ts';
import { startReplicatedPostgres } from './kit/replicated-postgres.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * The primary dies under load, or is cut off without a word, and a standby takes over. A commit that was acknowledged
 * is on a standby, so no bind may be lost; and partners may see nothing but answers that say "again".
 */
export const failover: Proof = {
  name: 'failover',
  about: 'The primary of three PostgreSQL servers dies or is cut off; a standby is promoted.',
  run: async (testbed) => {
    const ways: readonly Way[] = ['killed', 'cut off'];
    const rounds = testbed.isQuick ? 1 : 3;
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways) runs.push(await runOnce(testbed, way, `failover-${round}-${way.replace(' ', '-')}`));
    const sum = (count: (run: Run) => number): number => runs.reduce((total, run) => total + count(run), 0);
    const outages = runs.map(({ outageMs }) => outageMs);
    const [binds, lost, duplicates] = [sum((run) => run.binds), sum((run) => run.lost), sum((run) => run.duplicates)];
    const outageMax = (Math.max(...outages) / 1_000).toFixed(1);
    return {
      did: 'The primary of three PostgreSQL servers is killed under load, or cut off so that packets are dropped; three seconds later a standby is promoted.',
      counts: { runs: runs.length, binds, ...errorCounts(runs), lost, duplicates },
      recoveryMs: outages,
      faults: runs.flatMap(({ faults }) => faults),
      lastLine: `failover: runs ${runs.length}, binds ${binds}, lost ${lost}, duplicates ${duplicates}, outage max ${outageMax} s`,
    };
  },
};

type Way = 'killed' | 'cut off';

interface Run {
  readonly binds: number;
  readonly lost: number;
  readonly duplicates: number;
  readonly outageMs: number;
  readonly errors: Errors;
  readonly faults: readonly string[];
}

const warmUpMs = 3_000;
/** How long Patroni takes at least to be sure that the primary is lost. */
const decideMs = 3_000;
const afterMs = [2_000, 5_000] as const;
/** Partners' software waits so long: longer than a request waits for the database. */
const partnerTimeoutMs = 30_000;

async function runOnce(testbed: Testbed, way: Way, name: string): Promise<Run> {
  const folder = join(testbed.folder, name);
  await mkdir(folder, { mode: 0o755 });
  const postgres = await startReplicatedPostgres(folder);
  testbed.afterwards(postgres.stop);
  testbed.secrets.add(postgres.password);
  for (const path of postgres.logPaths) testbed.keepLog(path);
  const service = await testbed.startInstance(postgres.url);
  const { errors, onEvent } = countErrors();
  const load = startLoad(testbed, { url: service.url, workers: 6, timeoutMs: partnerTimeoutMs, onEvent });
  await sleep(warmUpMs + testbed.random() * 2_000);
  const failedAt = performance.now();
  if (way === 'killed') postgres.killPrimary();
  else postgres.cutPrimary();
  await sleep(decideMs);
  const url = await postgres.promote();
  await untilBound(load.sales, failedAt);
  await sleep(between(testbed.random, ...afterMs));
  await load.stop();
  testbed.say(`${way}: ${load.sales.length} binds; reading the books`);
  const { counts, faults } = await judgeBooks(url, load.sales);
  const outageMs = outageOf(load.sales, failedAt);
  testbed.say(`${way}: ${JSON.stringify({ ...saleCounts(load.sales), outageMs, errors: Object.fromEntries(errors) })}`);
  await service.stop();
  await postgres.stop();
  return {
    binds: load.sales.length,
    lost: counts.lost,
    duplicates: counts.duplicates,
    outageMs,
    errors,
    faults: [
      ...faults,
      ...unless(service.isRunning() === false, `${way}: the service does not stop`),
      ...unless(!errors.has('500'), `${way}: ${errors.get('500')} answers were 500`),
      ...unless(!errors.has('ConnectionLost'), `${way}: ${errors.get('ConnectionLost')} connections were lost`),
    ],
  };
}

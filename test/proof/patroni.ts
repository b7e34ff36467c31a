import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../kit/processes/system-program.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { type Sale, startLoad } from './kit/load.ts';
import { countErrors, type Errors, errorCounts, longestGap, untilBound } from './kit/outage.ts';
import { type PatroniCluster, patroniPrograms, startPatroniCluster } from './kit/patroni-cluster.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * The failover as an operator has it: Patroni decides by etcd who is the primary, and the service finds it through
 * HAProxy or by naming all three. What `failover` promises by hand, real programs have to keep.
 */
export const patroni: Proof = {
  name: 'patroni',
  about: 'Patroni moves the primary: killed, moved by a person, cut off from everybody.',
  lacks: () => [
    ...new Set(
      patroniPrograms.filter(([name]) => findProgram(name) === undefined).map(([, packageName]) => packageName),
    ),
  ],
  run: async (testbed) => {
    const folder = join(testbed.folder, 'patroni');
    await mkdir(folder, { mode: 0o755 });
    const cluster = await startPatroniCluster(folder);
    testbed.afterwards(cluster.stop);
    testbed.secrets.add(cluster.password);
    for (const path of cluster.logPaths) testbed.keepLog(path);
    const sales: Sale[] = [];
    const runs: Run[] = [];
    for (const [way, address] of testbed.isQuick ? cases.slice(0, 3) : cases)
      runs.push(await runOnce(testbed, cluster, { way, address, sales }));
    const { counts, faults } = await judgeBooks(await cluster.primaryUrl(), sales);
    const outagesOf = (way: Way): string =>
      (Math.max(...runs.filter((run) => run.way === way).map(({ outageMs }) => outageMs)) / 1_000).toFixed(1);
    const outages = { kill: outagesOf('kill'), switchOver: outagesOf('switchOver'), cutOff: outagesOf('cutOff') };
    const { lost, duplicates } = counts;
    return {
      did: 'Three PostgreSQL servers under Patroni, etcd and HAProxy, reached through HAProxy or by naming all three: under load the primary’s machine is killed, the primary is moved by a person (patronictl), and the primary is cut off from etcd and everybody.',
      counts: {
        runs: runs.length,
        ...saleCounts(sales),
        ...errorCounts(runs),
        'outage s, killed': outages.kill,
        moved: outages.switchOver,
        'cut off': outages.cutOff,
        ...counts,
      },
      recoveryMs: runs.map(({ outageMs }) => outageMs),
      faults: [...faults, ...runs.flatMap((run) => run.faults)],
      lastLine: `patroni: runs ${runs.length}, binds ${sales.length}, lost ${lost}, duplicates ${duplicates}, outage max ${outages.kill} s killed, ${outages.switchOver} s moved, ${outages.cutOff} s cut off`,
    };
  },
};

type Way = 'kill' | 'switchOver' | 'cutOff';
type Address = 'balancedUrl' | 'namedUrl';

/** The first three are the short form. */
const cases: readonly (readonly [Way, Address])[] = [
  ['cutOff', 'balancedUrl'],
  ['kill', 'namedUrl'],
  ['switchOver', 'balancedUrl'],
  ['cutOff', 'namedUrl'],
  ['kill', 'balancedUrl'],
  ['switchOver', 'namedUrl'],
];

interface Run {
  readonly way: Way;
  readonly outageMs: number;
  readonly errors: Errors;
  readonly faults: readonly string[];
}

interface Case {
  readonly way: Way;
  readonly address: Address;
  /** Sales of all cases are kept together. */
  readonly sales: Sale[];
}

const warmUpMs = 4_000;
const afterMs = 4_000;
/** As partners' software does: longer than a request waits for the database. */
const partnerTimeoutMs = 30_000;

async function runOnce(testbed: Testbed, cluster: PatroniCluster, { way, address, sales }: Case): Promise<Run> {
  const service = await testbed.startInstance(cluster[address]);
  const { errors, onEvent } = countErrors();
  const load = startLoad(testbed, { url: service.url, workers: 6, timeoutMs: partnerTimeoutMs, onEvent });
  await sleep(warmUpMs + testbed.random() * 2_000);
  const failedAt = performance.now();
  const repair = await cluster[way]();
  await untilBound(load.sales, failedAt);
  await sleep(afterMs);
  await load.stop();
  sales.push(...load.sales);
  const outageMs = longestGap(load.sales, failedAt);
  testbed.say(
    `${way} by ${address}: ${JSON.stringify({ ...saleCounts(load.sales), outageMs, errors: Object.fromEntries(errors) })}`,
  );
  await service.stop();
  await repair();
  return {
    way,
    outageMs,
    errors,
    faults: [
      ...unless(Number.isFinite(outageMs), `${way} by ${address}: no sale was bound afterwards`),
      ...unless(!errors.has('500'), `${way} by ${address}: ${errors.get('500')} answers were 500`),
      ...unless(
        !errors.has('ConnectionLost'),
        `${way} by ${address}: ${errors.get('ConnectionLost')} connections were lost`,
      ),
    ],
  };
}

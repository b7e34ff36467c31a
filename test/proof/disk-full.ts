import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesIn } from '../../src/store/postgres/embedded/folder.ts';
import { findRunningPostgres } from '../../src/store/postgres/embedded/running.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { startLoad } from './kit/load.ts';
import type { ManagedProcess } from './kit/managed-process.ts';
import { type Proof, unless } from './kit/proof.ts';
import { serverEntry, type Testbed } from './kit/testbed.ts';

/** The disk under the built-in PostgreSQL fills up under load, and has room again. */
export const diskFull: Proof = {
  name: 'disk-full',
  about: 'PostgreSQL’s disk fills up, stays full, and has room again.',
  run: async (testbed) => {
    const did =
      'The built-in PostgreSQL’s file system (a small one of its own) is filled under load, stays full, and has room again; a service that gave up is started again, as its supervisor would.';
    const dataDir = await newDisk(testbed);
    if (dataDir === null) return { did, counts: { run: 'no: mounting a file system needs root' }, faults: [] };
    const service = await testbed.startInstance(null, { entry: serverEntry, environment: { DATA_DIR: dataDir } });
    const statuses = new Map<number, number>();
    const load = startLoad(testbed, { url: service.url, workers: 4, leftAlone: 0.1, fetch: countStatuses(statuses) });
    await sleep(3_000);
    const before = load.sales.length;
    const supervisor = supervise(service);
    const filler = join(dataDir, 'filler');
    spawnSync('sh', ['-c', 'cat /dev/zero > "$1" 2>/dev/null', 'sh', filler]);
    const fullAt = performance.now();
    await useUpLog(dataDir);
    const problems = await watchHealth(service, testbed.isQuick ? 6_000 : 15_000);
    const duringFull = load.sales.filter(({ sentAt, policyNumber }) => sentAt > fullAt && policyNumber !== null).length;
    await rm(filler);
    const roomAt = performance.now();
    await sleep(testbed.isQuick ? 4_000 : 10_000);
    await load.stop();
    const restarts = await supervisor.stop();
    const databaseUrl = (await findRunningPostgres(dataDir))!;
    testbed.secrets.add(new URL(databaseUrl).password);
    const { counts, faults } = await judgeBooks(databaseUrl, load.sales);
    const logPath = join(testbed.folder, 'logs', 'disk-full-postgres.log');
    await copyFile(filesIn(dataDir).log, logPath); // The disk goes, its log is searched for secrets later.
    testbed.keepLog(logPath);
    const after = load.sales.filter(({ sentAt, policyNumber }) => sentAt > roomAt && policyNumber !== null);
    return {
      did,
      counts: {
        'binds before': before,
        'bound while full': duringFull,
        'answers 503': statuses.get(503) ?? 0,
        'answers 500': statuses.get(500) ?? 0,
        'health said': [...problems].join(' or '),
        'bound after': after.length,
        'restarts of the service': restarts,
        ...saleCounts(load.sales),
        ...counts,
      },
      recoveryMs: after.slice(0, 1).map(({ answeredAt }) => answeredAt - roomAt),
      faults: [
        ...faults,
        ...unless(problems.size > 0, 'nobody noticed that the disk was full'),
        ...unless(!statuses.has(500), 'a full disk was answered with 500'),
        ...unless(after.length > 0, 'nothing was bound after there was room again'),
      ],
    };
  },
};

function countStatuses(statuses: Map<number, number>): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response;
  };
}

/** What the health check gives as the problem; a service that gave up says nothing. */
async function watchHealth({ url }: ManagedProcess, ms: number): Promise<ReadonlySet<string>> {
  const problems = new Set<string>();
  for (const since = performance.now(); performance.now() - since < ms; await sleep(200)) {
    const health = await fetch(`${url}/healthcheck`)
      .then(async (answer) => (await answer.json()) as { readonly problem?: string })
      .catch(() => ({ problem: 'no answer' }));
    if (health.problem !== undefined) problems.add(health.problem);
  }
  return problems;
}

/**
 * Room in PostgreSQL's write-ahead log from before would last for minutes: it is passed over, until there is no next
 * file.
 */
async function useUpLog(dataDir: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const url = await findRunningPostgres(dataDir);
    const isSwitched = await inDatabase(url ?? '', 'SELECT pg_switch_wal(), txid_current()').then(
      () => true,
      () => false,
    );
    if (!isSwitched) return;
  }
}

/** A service that ends is started again, a second later, until it starts. */
function supervise(service: ManagedProcess): { readonly stop: () => Promise<number> } {
  let isOver = false;
  let restarts = 0;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      if (!service.isRunning()) {
        restarts += 1;
        await service.start().catch(() => undefined);
      }
      await sleep(1_000);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return restarts;
    },
  };
}

async function newDisk(testbed: Testbed): Promise<string | null> {
  const folder = join(testbed.folder, 'disk');
  await mkdir(folder, { mode: 0o755 });
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', folder]).status === 0;
  testbed.afterwards(async () => {
    if (isMounted) spawnSync('umount', [folder]);
    await rmdir(folder);
  });
  return isMounted ? folder : null;
}

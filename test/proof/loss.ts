import { readdirSync, readlinkSync } from 'node:fs';
import { copyFile, type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesIn } from '../../src/store/postgres/embedded/folder.ts';
import { findRunningPostgres } from '../../src/store/postgres/embedded/running.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { type Sale, startLoad } from './kit/load.ts';
import type { ManagedProcess } from './kit/managed-process.ts';
import { send, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';
import { serverEntry, type Testbed } from './kit/testbed.ts';

/** The disk under the built-in PostgreSQL lies: it gives back a page with a wrong bit, half a page, or rubbish. */
export const loss: Proof = {
  name: 'loss',
  about: 'Pages and the end of the log of PostgreSQL are damaged while it is down.',
  run: async (testbed) => {
    const site = await openSite(testbed);
    const rounds = testbed.isQuick ? 1 : 5;
    const [sales, faults]: [Sale[], string[]] = [[], []];
    sales.push(...(await sellFor(testbed, site, testbed.isQuick ? 3_000 : 10_000)));

    const flipped = await flipBits(testbed, site, sales, rounds);
    const recoveryMs: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const harm of [tearPage, spoilLogEnd]) {
        testbed.say(`${harm.name}, round ${round + 1}`);
        const { sold, tookMs } = await dieAndHarm(testbed, site, harm);
        sales.push(...sold);
        recoveryMs.push(tookMs);
      }
    const { counts, faults: broken } = await judgeBooks(await site.databaseUrl(), sales);
    const logPath = join(testbed.folder, 'logs', 'loss-postgres.log');
    await site.service.stop();
    await copyFile(filesIn(site.dataDir).log, logPath);
    testbed.keepLog(logPath);
    faults.push(
      ...broken,
      ...unless(flipped.wrong === 0, `${flipped.wrong} policies were served wrongly from a damaged page`),
      ...unless(flipped.refused > 0, 'no policy lay on a damaged page'),
      ...unless(flipped.odd.length === 0, `a damaged page was answered with ${flipped.odd.join(', ')}`),
      ...unless(flipped.noticed === rounds, 'the health check did not name a damaged page'),
      ...unless(flipped.wellAfter === rounds, 'policies stayed away although their page was whole again'),
    );
    return {
      did: 'Under the built-in PostgreSQL, a bit of a page of policies is flipped while it is down, and every policy asked for; then, each time after service and PostgreSQL were killed in the middle of sales, half of the page written last is lost, or what follows the log’s end is rubbish.',
      counts: {
        'bits flipped': rounds,
        'policies served wrongly': flipped.wrong,
        'answers 503': flipped.refused,
        'noticed by health': flipped.noticed,
        'pages torn': rounds,
        'log ends spoilt': rounds,
        ...saleCounts(sales),
        ...counts,
      },
      recoveryMs,
      faults,
    };
  },
};

interface Site {
  readonly service: ManagedProcess;
  readonly dataDir: string;
  readonly databaseUrl: () => Promise<string>;
}

async function openSite(testbed: Testbed): Promise<Site> {
  const dataDir = join(testbed.folder, 'loss');
  const service = await testbed.startInstance(null, { entry: serverEntry, environment: { DATA_DIR: dataDir } });
  const databaseUrl = async (): Promise<string> => (await findRunningPostgres(dataDir))!;
  testbed.secrets.add(new URL(await databaseUrl()).password);
  return { service, dataDir, databaseUrl };
}

async function sellFor(testbed: Testbed, { service }: Site, ms: number): Promise<readonly Sale[]> {
  const load = startLoad(testbed, { url: service.url, workers: 4 });
  await sleep(ms);
  await load.stop();
  return load.sales;
}

interface Flipped {
  wrong: number;
  refused: number;
  noticed: number;
  wellAfter: number;
  readonly odd: string[];
}

/** Each policy is served as it was, or refused with 503. */
async function flipBits(testbed: Testbed, site: Site, sales: readonly Sale[], rounds: number): Promise<Flipped> {
  const { service } = site;
  const numbers = sales.flatMap(({ policyNumber }) => policyNumber ?? []);
  let token = await tokenOf(testbed, service.url);
  const ask = (policyNumber: string) =>
    send(service.url, { method: 'GET', path: `/v1/policies/${policyNumber}`, token });
  const before = new Map<string, string>();
  for (const number of numbers) before.set(number, (await ask(number)).text);
  const file = await fileOf(site, 'policy');
  const flipped: Flipped = { wrong: 0, refused: 0, noticed: 0, wellAfter: 0, odd: [] };
  for (let round = 0; round < rounds; round += 1) {
    await service.stop();
    const restore = await flipBit(file, testbed.random);
    await service.start();
    token = await tokenOf(testbed, service.url);
    const problems = new Set<string | undefined>();
    for (const number of numbers) {
      const { status, text } = await ask(number);
      if (status === 503) {
        flipped.refused += 1;
        problems.add(await problemOf(service));
      } else if (status !== 200) flipped.odd.push(String(status));
      else flipped.wrong += Number(text !== before.get(number));
    }
    flipped.noticed += Number(problems.size === 1 && problems.has('DataDamaged'));
    await restore();
    const after = await Promise.all(numbers.map(ask));
    flipped.wellAfter += Number(after.every(({ text }, place) => text === before.get(numbers[place]!)));
  }
  return flipped;
}

async function problemOf({ url }: ManagedProcess): Promise<string | undefined> {
  const answer = await fetch(`${url}/healthcheck`);
  return ((await answer.json()) as { readonly problem?: string }).problem;
}

/** What the disk does to the files of a PostgreSQL that was killed. */
type Harm = (left: LeftFiles) => Promise<void>;

interface LeftFiles {
  readonly policyFile: string;
  /** Up to here everything was acknowledged, and nothing after it. */
  readonly logFile: string;
  readonly logEnd: number;
}

const pageBytes = 8_192;

/** Half of the page that was written last never reached the disk. */
async function tearPage({ policyFile }: LeftFiles): Promise<void> {
  await spoil(policyFile, async (file, size) => {
    await file.write(Buffer.alloc(pageBytes / 2), 0, pageBytes / 2, size - pageBytes / 2);
  });
}

/** What PostgreSQL was about to write has become rubbish. */
async function spoilLogEnd({ logFile, logEnd }: LeftFiles): Promise<void> {
  await spoil(logFile, async (file) => {
    await file.write(Buffer.alloc(pageBytes, 0xa5), 0, pageBytes - (logEnd % pageBytes), logEnd);
  });
}

/** Returns what flips it back. */
async function flipBit(path: string, random: () => number): Promise<() => Promise<void>> {
  const size = (await stat(path)).size;
  const place = Math.floor(random() * size);
  const flip = (): Promise<void> =>
    spoil(path, async (file) => {
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, place);
      await file.write(Buffer.from([byte[0]! ^ 0b100]), 0, 1, place);
    });
  await flip();
  return flip;
}

async function spoil(path: string, act: (file: FileHandle, size: number) => Promise<void>): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await act(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Everything dies in the middle of sales, the disk does its harm, and the service is started again. */
async function dieAndHarm(
  testbed: Testbed,
  site: Site,
  harm: Harm,
): Promise<{ readonly sold: readonly Sale[]; readonly tookMs: number }> {
  const { service, dataDir } = site;
  const { cluster } = filesIn(dataDir);
  const policyFile = await fileOf(site, 'policy');
  const load = startLoad(testbed, { url: service.url, workers: 4, leftAlone: 0.1 });
  await sleep(1_500 + testbed.random() * 1_500);
  const url = await site.databaseUrl();
  service.signal('SIGSTOP'); // What comes after this nobody was told.
  const [end] = await inDatabase(
    url,
    'SELECT file_name, file_offset FROM pg_walfile_name_offset(pg_current_wal_insert_lsn())',
  );
  process.kill(Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL');
  await service.kill('group');
  const diedAt = performance.now();
  await until(
    () => countProcessesIn(cluster),
    (count) => count === 0,
  );
  await harm({ policyFile, logFile: join(cluster, 'pg_wal', end.file_name), logEnd: end.file_offset });
  await service.start();
  await until(
    () => load.sales.filter(({ sentAt, policyNumber }) => sentAt > diedAt && policyNumber !== null),
    ({ length }) => length > 0,
  );
  const tookMs = performance.now() - diedAt;
  await load.stop();
  return { sold: load.sales, tookMs };
}

async function fileOf(site: Site, table: string): Promise<string> {
  const [found] = await inDatabase(await site.databaseUrl(), `SELECT pg_relation_filepath('${table}') AS path`);
  return join(filesIn(site.dataDir).cluster, found.path);
}

/** PostgreSQL's processes outlive their head for a moment. */
function countProcessesIn(folder: string): number {
  const isThere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false; // It has ended.
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isThere(name)).length;
}

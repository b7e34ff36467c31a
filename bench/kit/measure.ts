import type pg from 'pg';
import type { LoadGenerator, SampleRequest } from './load.ts';
import { processTreeCpuMs, usageOf } from './usage.ts';

/** What to measure: where to send which requests. Several servers are instances of one service, used in turns. */
export interface Subject {
  readonly name: string;
  readonly servers: readonly { readonly url: string; readonly pid: number }[];
  readonly requests: readonly SampleRequest[];
  readonly status: number;
  readonly connections: number;
}

export interface MeasureContext {
  readonly load: LoadGenerator;
  readonly postgresPid: number;
  /** Any database of the server: the write-ahead log is common to all. */
  readonly database: pg.Pool;
}

/** The result of one round. CPU times are null where the system has no /proc. */
export interface Round {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number | null;
  readonly databaseCpuMs: number | null;
  readonly walBytes: number;
  readonly residentMb: number | null;
}

/** By the names of the subjects. */
export type Measured = ReadonlyMap<string, readonly Round[]>;

export interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /**
   * The maximum of warm-ups, which end when it gets no faster. By default one; more only for requests that can be
   * repeated.
   */
  readonly warmUpsMax?: number;
}

/**
 * Measures subjects in turns, round after round, so that other load on the machine affects all of them alike. Compare
 * only ratios within one round.
 */
export async function measure(
  context: MeasureContext,
  subjects: readonly Subject[],
  { rounds, roundMs, ...warming }: Effort,
): Promise<Measured> {
  const found = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]));
  // In reverse order, so that the first to be measured is the last to be warmed up.
  for (const subject of subjects.toReversed()) await warmUp(context, subject, warming);
  for (let round = 1; round <= rounds; round += 1) {
    // Every other round is in reverse order, so that no subject always follows the same one.
    for (const subject of round % 2 === 0 ? subjects.toReversed() : subjects) {
      const result = await measureRound(context, subject, roundMs);
      found.get(subject.name)!.push(result);
      console.log(`  ${subject.name}, round ${round}: ${result.perSecond.toFixed(0)} requests/s`);
    }
  }
  return found;
}

async function warmUp(
  context: MeasureContext,
  subject: Subject,
  { warmUpMs, warmUpsMax = 1 }: Pick<Effort, 'warmUpMs' | 'warmUpsMax'>,
): Promise<void> {
  let [best, noFaster] = [0, 0];
  for (let turn = 0; turn < warmUpsMax && noFaster < 2; turn += 1) {
    const { perSecond } = await measureRound(context, subject, warmUpMs);
    noFaster = perSecond > best * 1.03 ? 0 : noFaster + 1;
    best = Math.max(best, perSecond);
  }
}

async function measureRound(context: MeasureContext, subject: Subject, durationMs: number): Promise<Round> {
  const { servers, requests, status, connections } = subject;
  const pids = servers.map(({ pid }) => pid);
  const urls = servers.map(({ url }) => url);
  const before = await readings(context, pids);
  const result = await context.load.run({ urls, requests, status, connections, durationMs, countMax: requestsMax });
  const after = await readings(context, pids);
  const each = (name: 'cpuMs' | 'databaseCpuMs'): number | null => {
    const [from, to] = [before[name], after[name]];
    return from === null || to === null ? null : (to - from) / result.count;
  };
  return {
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMs: each('cpuMs'),
    databaseCpuMs: each('databaseCpuMs'),
    walBytes: (after.walBytes - before.walBytes) / result.count,
    residentMb: after.residentMb,
  };
}

// A safety limit, far above what a round reaches.
const requestsMax = 1_000_000;

async function readings({ database, postgresPid }: MeasureContext, pids: readonly number[]) {
  const { rows } = await database.query<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
  );
  const usages = pids.map(usageOf).filter((usage) => usage !== null);
  const sum = (name: 'cpuMs' | 'residentMb'): number | null =>
    usages.length === 0 ? null : usages.reduce((total, usage) => total + usage[name], 0);
  return {
    walBytes: Number(rows[0]!.bytes),
    cpuMs: sum('cpuMs'),
    residentMb: sum('residentMb'),
    databaseCpuMs: processTreeCpuMs(postgresPid),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The ratio of requests per second, round by round. */
export function ratios(one: readonly Round[], other: readonly Round[]): readonly number[] {
  return one.map(({ perSecond }, round) => perSecond / other[round]!.perSecond);
}

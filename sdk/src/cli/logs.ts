import type { PastRequest, RequestsQuery } from '../contract-types.ts';
import type { Northbind } from '../northbind.ts';
import { sleep, waitBeforeNext } from '../waiting.ts';
import { mayPass } from './may-pass.ts';

export interface LogsParts {
  readonly northbind: Northbind;
  readonly filter: Pick<RequestsQuery, 'status' | 'operation' | 'requestId'>;
  /** How many of the past are printed. */
  readonly count: number;
  /** Goes on with what comes, until the signal fires. */
  readonly isFollowing: boolean;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Says what is no call. */
  readonly say: (line: string) => void;
  readonly pollMs: number;
}

/** Prints the seller's own calls, oldest first. While the service is away, it tries again. */
export async function logs(parts: LogsParts): Promise<void> {
  const { isFollowing, signal, print, say, pollMs } = parts;
  const unseen = newOnes();
  for (let failures = 0, isFirst = true; !signal.aborted; ) {
    try {
      const found = await readLatest(parts, isFirst ? null : unseen.horizon());
      if (failures > 0) say('The service answers again.');
      failures = 0;
      const shown = unseen.of(found).filter(isShown(parts)).toReversed();
      for (const one of isFirst ? shown.slice(-parts.count) : shown) print(lineOf(one));
      isFirst = false;
      if (!isFollowing) return;
      await sleep(pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isFollowing || !mayPass(error)) throw error;
      failures += 1;
      if (failures === 1) say(`The calls can't be read at the moment (${error.code}). Trying again.`);
      await sleep(waitBeforeNext(failures, error.retryAfterMs), signal);
    }
  }
}

const pageMax = 100;
/** So many pages of the past are read; what comes is read as far back as needed. */
const pastPagesMax = 20;

/** The calls back to the time given, newest first; without one, as many as are to be shown. */
async function readLatest(parts: LogsParts, back: number | null): Promise<readonly PastRequest[]> {
  const { northbind, filter, count, signal } = parts;
  const read: PastRequest[] = [];
  const isEnough = (pages: number): boolean =>
    back === null && (read.filter(isShown(parts)).length >= count || pages >= pastPagesMax);
  const from = back === null ? {} : { from: new Date(back).toISOString() };
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const query = { ...from, ...filter, limit: pageMax, ...(cursor !== undefined && { cursor }) };
    const { requests, nextCursor } = await northbind.requests.page(query, { signal, retries: 0 });
    read.push(...requests);
    if (nextCursor === null || isEnough(pages)) return read;
    cursor = nextCursor;
  }
}

/** Its own calls would follow each other for ever. */
function isShown({ filter }: LogsParts): (one: PastRequest) => boolean {
  return ({ operation }) => operation !== 'requests' || filter.operation !== undefined;
}

/** A call is there within a minute, so one that is older than others may come after them. */
const lateMs = 120_000;

function newOnes() {
  const seen = new Map<string, number>();
  let horizon = 0;
  return {
    /** What is older was shown, or is not new. */
    horizon: (): number => horizon,
    /** Those that were not there before. */
    of: (found: readonly PastRequest[]): readonly PastRequest[] => {
      const fresh = found.filter(({ requestId, operation, at }) => {
        const time = Date.parse(at);
        const key = `${requestId} ${operation} ${at}`;
        if (time < horizon || seen.has(key)) return false;
        seen.set(key, time);
        return true;
      });
      horizon = Math.max(horizon, ...fresh.map(({ at }) => Date.parse(at) - lateMs));
      for (const [key, time] of seen) if (time < horizon) seen.delete(key);
      return fresh;
    },
  };
}

function lineOf({ at, status, operation, durationMs, codes, requestId }: PastRequest): string {
  return [at, status, operation, `${durationMs} ms`, ...codes, requestId].join(' ');
}

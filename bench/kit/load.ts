import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A request of a list that is sent in order, again and again. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Load {
  /** One server, or several instances that get requests in turns. */
  readonly urls: readonly string[];
  readonly requests: readonly SampleRequest[];
  readonly connections: number;
  readonly durationMs: number;
  readonly countMax: number;
  /** The status of every answer, so that fast refusals are not measured. */
  readonly status: number;
}

export interface LoadResult {
  readonly count: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadGenerator {
  readonly run: (load: Load) => Promise<LoadResult>;
  readonly stop: () => void;
}

/** One generator for the whole run, so that it is warm and the same for everything that is compared. */
export function startLoadGenerator(): LoadGenerator {
  const child: ChildProcess = fork(new URL('../load-generator.ts', import.meta.url));
  return {
    run: async (load) => {
      child.send(load);
      const [{ result, fault }] = (await once(child, 'message')) as [{ result?: LoadResult; fault?: string }];
      if (result === undefined) throw new Error(fault);
      return result;
    },
    stop: () => child.disconnect(),
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What is sent, again and again from the first to the last. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Load {
  /** One, or several instances that are sent to in turns. */
  readonly urls: readonly string[];
  readonly requests: readonly SampleRequest[];
  readonly connections: number;
  readonly durationMs: number;
  readonly countMax: number;
  /** What every answer must have: a server that refuses fast is not a fast server. */
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

/** One generator serves the whole run: it is warm when it counts, and the same for everything that is compared. */
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

import { startTicker } from '../jobs/ticker.ts';
import type { BackgroundJobsParts } from './background-jobs.ts';
import type { CleanupStack } from './cleanup-stack.ts';

/** What is counted in memory is written now and then, and when the service stops. */
export function flushEvery<T extends { readonly flush: () => Promise<void> }>(
  counted: T,
  { log, jobWatch, name, everyMs, notFlushed }: Pick<BackgroundJobsParts, 'log' | 'jobWatch'> & Flushing,
  cleanup: CleanupStack,
): T {
  cleanup.add(() => counted.flush().catch((error: unknown) => log.warn(notFlushed, { error: String(error) })));
  cleanup.add(startTicker({ name, everyMs, log, watch: jobWatch, run: counted.flush }));
  return counted;
}

interface Flushing {
  readonly name: string;
  readonly everyMs: number;
  readonly notFlushed: string;
}

import type { Log } from '../../../src/domain/log.ts';

/** A log, and what was written to it: level, words and facts. */
export function listening() {
  const logged: unknown[] = [];
  const hear =
    (level: string) =>
    (words: string, facts: object = {}) =>
      void logged.push([level, words, facts]);
  const log: Log = { info: hear('info'), warn: hear('warn'), error: hear('error') };
  return { logged, log };
}

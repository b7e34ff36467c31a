import { type EnterMissingParts, enterMissing } from '../flows/books/enter-missing.ts';
import type { Job } from './engine.ts';

/** Enters in the books what a version before them has written. */
export function keepBooksJob(parts: EnterMissingParts): Job {
  return {
    name: 'keep-books',
    cron: '* * * * *',
    run: async (signal) => {
      await enterMissing(parts, signal);
    },
  };
}

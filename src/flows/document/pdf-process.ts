import { Worker } from 'node:worker_threads';
import type { PdfAnswer } from './pdf-fault.ts';

/**
 * The child process that reads one PDF, in a thread, and exits with the service that started it. It stays below 200 MB,
 * whatever the file is made of: 90 are the process and its code, the thread has a limit for objects and `read-pdf.ts` one
 * for what streams unpack to. A wording takes 110 MB, one of 300 pages 150.
 */
const threadLimits = { maxOldGenerationSizeMb: 56, maxYoungGenerationSizeMb: 8 } as const;

/** Ends what the limits have not foreseen. Where the machine is busy it may look too late, so it is not the limit. */
const memoryBytesMax = 185 * 1024 * 1024;
const watchMs = 5;

process.once('message', (file: Uint8Array) => {
  const reader = new Worker(new URL('read-pdf.ts', import.meta.url), {
    workerData: file,
    resourceLimits: threadLimits,
  });
  const answer = (given: PdfAnswer): void => void process.send?.(given);
  reader.once('message', answer);
  reader.once('error', () => answer({ fault: 'unreadable' }));
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytesMax) process.exit(1);
  }, watchMs);
});
process.on('disconnect', () => process.exit(0));

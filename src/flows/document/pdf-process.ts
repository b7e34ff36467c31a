import { Worker } from 'node:worker_threads';
import type { PdfAnswer } from './pdf-fault.ts';

/**
 * The child process that reads one PDF, in a thread, and watches it: streams of a few bytes may unpack to gigabytes. It
 * exits with the service that started it. A wording takes some 110 MB, of which 60 are the process itself.
 */
const memoryBytesMax = 200 * 1024 * 1024;
const watchMs = 5;

process.once('message', (file: Uint8Array) => {
  const reader = new Worker(new URL('read-pdf.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 96 },
  });
  const answer = (given: PdfAnswer): void => void process.send?.(given);
  reader.once('message', answer);
  reader.once('error', () => answer({ fault: 'unreadable' }));
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytesMax) process.exit(1);
  }, watchMs);
});
process.on('disconnect', () => process.exit(0));

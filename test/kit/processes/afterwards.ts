import { after } from 'node:test';

const closers: (() => unknown)[] = [];

/**
 * Runs `close` when the whole test file is done, last registered first. (`after` inside a hook would run after the
 * hook.)
 */
export function afterwards(close: () => unknown): void {
  closers.push(close);
}

/** Closes what the test file has opened. Files run one after the other, so nothing of another one is there. */
export async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
}

/** What the files of one process share is closed when the last of them is done. */
export function atTheEnd(close: () => unknown): void {
  shared.push(close);
}

const shared: (() => unknown)[] = [];

async function closeShared(): Promise<void> {
  await closeAll();
  for (const close of shared.splice(0)) await close();
}

after(closeShared);
// A run that is ended leaves nothing behind, such as a service in a process group of its own.
process.once('SIGTERM', () => void closeShared().finally(() => process.exit(1)));

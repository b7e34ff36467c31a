import { after } from 'node:test';

const closers: (() => unknown)[] = [];

/** Runs `close` when the whole test file is done, last registered first. (`after` inside a hook would run after the hook.) */
export function afterwards(close: () => unknown): void {
  closers.push(close);
}

after(async () => {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
});

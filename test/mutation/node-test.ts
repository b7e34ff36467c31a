import type { mock as Mock } from 'node:test';

/**
 * Stands in for `node:test` while the code is changed: it collects the tests of a file instead of running them, so that
 * they can be run again and again in one process.
 */
export type Work = (context: Context) => unknown;

export interface CollectedTest {
  readonly name: string;
  readonly work: Work;
}

export interface Collected {
  readonly tests: CollectedTest[];
  readonly before: Work[];
  readonly after: Work[];
  readonly beforeEach: Work[];
  readonly afterEach: Work[];
}

export interface Context {
  readonly mock: typeof Mock;
  readonly after: (work: Work) => void;
  readonly diagnostic: (text: string) => void;
  readonly test: (name: string, work: Work) => Promise<void>;
}

export const mock: typeof Mock = process.getBuiltinModule('node:test').mock;

export function collectNothing(): Collected {
  return { tests: [], before: [], after: [], beforeEach: [], afterEach: [] };
}

let collected = collectNothing();

/** What is declared from now on belongs to this file. */
export function collectInto(file: Collected): void {
  collected = file;
}

export function test(name: string, ...rest: unknown[]): void {
  collected.tests.push({ name, work: rest.at(-1) as Work });
}

/** The tests of a suite are tests of the file. */
export async function describe(_name: string, declare: () => unknown): Promise<void> {
  await declare();
}

export const before = (work: Work): void => void collected.before.push(work);
export const after = (work: Work): void => void collected.after.push(work);
export const beforeEach = (work: Work): void => void collected.beforeEach.push(work);
export const afterEach = (work: Work): void => void collected.afterEach.push(work);
export { test as default, test as it };

/** Runs one test with its hooks. Rejects if it fails. */
export async function runCollected({ beforeEach, afterEach }: Collected, { work }: CollectedTest): Promise<void> {
  const closers: Work[] = [];
  const context: Context = {
    mock,
    after: (close) => void closers.push(close),
    diagnostic: () => undefined,
    test: async (_name, part) => void (await part(context)),
  };
  try {
    for (const hook of beforeEach) await hook(context);
    await work(context);
  } finally {
    for (const close of closers.reverse()) await close(context);
    for (const hook of afterEach) await hook(context);
    mock.reset();
  }
}

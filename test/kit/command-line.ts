import { execFile } from 'node:child_process';

export const commandEntry = new URL('../../bin/northbind', import.meta.url).pathname;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What `--json` printed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly json: () => any;
}

/** Runs `northbind` with these arguments and only these environment variables, without a terminal. */
export function northbind(settings: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ...settings };
    const child = execFile(
      process.execPath,
      [commandEntry, ...words],
      { env, timeout: 60_000 },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr, json: () => JSON.parse(stdout) });
      },
    );
    child.stdin?.end();
  });
}

import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../../src/domain/calendar.ts';
import { runNorthbind, type Surroundings } from '../../../src/main/command-line.ts';

export const commandEntry = new URL('../../../bin/northbind', import.meta.url).pathname;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What `--json` printed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly json: () => any;
}

type Settings = Readonly<Record<string, string>>;

/** Runs `northbind` with these arguments and only these environment variables, without a terminal, as a user does. */
export function northbindProcess(settings: Settings, ...words: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ...settings };
    const child = execFile(
      process.execPath,
      [commandEntry, ...words],
      { env, timeout: 60_000 },
      (_error, stdout, stderr) => resolve(ranWith(child.exitCode ?? -1, stdout, stderr)),
    );
    child.stdin?.end();
  });
}

/** The same in this process, which takes no half a second of a core. */
export function northbind(settings: Settings, ...words: readonly string[]): Promise<Ran> {
  return runHere(settings, words);
}

/** The same, at times of its own. */
export function commandsHere(databaseUrl: string, clock: Clock): (...words: readonly string[]) => Promise<Ran> {
  return (...words) => runHere({ DATABASE_URL: databaseUrl }, words, clock);
}

async function runHere(env: Settings, words: readonly string[], clock?: Clock): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const surroundings = { env, stdin: {}, stdout, stderr, exitCode: 0 } as unknown as Surroundings;
  const printed = Promise.all([text(stdout), text(stderr)]);
  await runNorthbind(words, surroundings, clock);
  for (const stream of [stdout, stderr]) stream.end();
  return ranWith(Number(surroundings.exitCode), ...(await printed));
}

function ranWith(code: number, stdout: string, stderr: string): Ran {
  return { code, stdout, stderr, json: () => JSON.parse(stdout) };
}

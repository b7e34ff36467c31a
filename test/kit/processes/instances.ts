import { type ChildProcess, spawn } from 'node:child_process';
import { quickStart } from '../../../src/documents/typesetter-client.ts';
import { request, type TestService } from '../service/service.ts';
import { afterwards } from './afterwards.ts';
import { entry } from './process.ts';

/** A real process of the service, which a test can call, kill and freeze. */
export interface Instance extends Pick<TestService, 'call'> {
  readonly url: string;
  /** What it printed. */
  readonly output: () => string;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** How it ended: the signal's name, or the exit code. */
  readonly ended: Promise<NodeJS.Signals | number>;
}

/**
 * Starts bin/serve, or that of another version, on the database and free ports. It is killed when the test
 * file is done.
 */
export async function startInstance(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  server: string = entry,
): Promise<Instance> {
  const child = spawn(process.execPath, [quickStart, server], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: '4',
      RATE_LIMIT: '100000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<NodeJS.Signals | number>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code ?? 0)),
  );
  afterwards(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    listen(child, (chunk) => {
      output += chunk;
      const line = output.split('\n').find((one) => one.includes('"event":"started"') && one.endsWith('}'));
      if (line !== undefined) resolve((JSON.parse(line) as { service: string }).service);
    });
    ended.then((how) => reject(new Error(`It ended with ${how}: ${output}`)));
  });
  return {
    url,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    ended,
    call: (method, path, options) => request(url, method, path, options),
  };
}

/**
 * One that ends itself at this point. On a slow machine it may get there while it starts, by work that another has left
 * behind: then it is started again.
 */
export function startDoomed(databaseUrl: string, point: string): Promise<Instance> {
  return startInstance(databaseUrl, { SANDBOX_DIE_AT: point }).catch((error: Error) => {
    if (!error.message.startsWith('It ended with SIGKILL')) throw error;
    return startDoomed(databaseUrl, point);
  });
}

function listen(child: ChildProcess, hear: (chunk: string) => void): void {
  child.stdout!.on('data', (chunk: Buffer) => hear(chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => hear(chunk.toString()));
}

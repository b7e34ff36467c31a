import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { quickStart } from '../../../src/documents/typesetter-client.ts';
import { afterwards } from './afterwards.ts';

export const entry = new URL('../../../bin/serve', import.meta.url).pathname;

export interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly operatorUrl: string;
  readonly stderr: () => string;
}

/** Starts the real process, in a process group of its own, and waits for its line "started". */
export async function start(environment: Readonly<Record<string, string>>, program = entry): Promise<Started> {
  const child = spawn(process.execPath, [quickStart, program], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // A failed test may have left a process running. Not SIGKILL, which would leave its PostgreSQL.
  afterwards(() => stop({ child }, 'SIGTERM'));
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const line = stdout.split('\n').find((one) => one.includes('"event":"started"'));
      if (line === undefined) return;
      const { service, operator } = JSON.parse(line) as { service: string; operator: string };
      resolve({ child, url: service, operatorUrl: operator, stderr: () => stderr });
    });
    child.on('exit', (code) => reject(new Error(`It ended with ${code}: ${stderr}`)));
  });
}

export async function stop({ child }: Pick<Started, 'child'>, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode; // It has ended before.
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

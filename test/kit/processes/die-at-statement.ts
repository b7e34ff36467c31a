import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { commandEntry } from '../service/command-line.ts';

/**
 * Runs a command of the command line again and again, each time as a process that is ended with SIGKILL: when
 * PostgreSQL has carried out its first statement, its second, and so on, and before the process hears of it. Every
 * death must leave the state as it was, until one leaves another state, which is returned: that of a commit without an
 * answer.
 */
export async function dieAtEachStatement<State>(
  { databaseUrl, words }: { readonly databaseUrl: string; readonly words: readonly string[] },
  readState: () => Promise<State>,
): Promise<{ readonly deaths: number; readonly state: State }> {
  const before = await readState();
  for (let deaths = 1; ; deaths += 1) {
    const { signal, output } = await runUntilStatement(databaseUrl, deaths, words);
    assert.equal(signal, 'SIGKILL', `It ended before statement ${deaths}: ${output}`);
    const state = await readState();
    if (!isDeepStrictEqual(state, before)) return { deaths, state };
  }
}

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** Returns once PostgreSQL has ended the sessions of the process, and with them what they had not committed. */
async function runUntilStatement(databaseUrl: string, fatal: number, words: readonly string[]): Promise<Ended> {
  let answered = 0;
  const sessions: Promise<unknown>[] = [];
  const { hostname, port } = new URL(databaseUrl);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    sessions.push(once(far, 'close'));
    const statementsIn = countStatements();
    near.on('data', (chunk: Buffer) => far.write(chunk));
    near.on('close', () => far.end());
    far.on('data', (chunk: Buffer) => {
      answered += statementsIn(chunk);
      if (answered >= fatal) child.kill('SIGKILL');
      else near.write(chunk);
    });
    far.on('close', () => near.destroy());
    ignoreFaults(near, far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(databaseUrl);
  through.port = String((server.address() as AddressInfo).port);
  const child = spawn(process.execPath, [commandEntry, ...words], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: through.href },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  await Promise.all(sessions);
  await new Promise((resolve) => server.close(resolve));
  return { signal, output };
}

/** A connection that the killed process leaves behind may break in any way. */
function ignoreFaults(...sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.on('error', () => undefined);
}

const readyForQuery = 'Z'.charCodeAt(0);

/**
 * Counts the statements whose answers end in what PostgreSQL sends on one connection: each ends with a message
 * ReadyForQuery, and so does the beginning of the session.
 */
function countStatements(): (chunk: Buffer) => number {
  let unread = Buffer.alloc(0);
  let isBegun = false;
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    let count = 0;
    for (;;) {
      const length = unread.length < 5 ? Number.POSITIVE_INFINITY : 1 + unread.readUInt32BE(1);
      if (unread.length < length) return count;
      if (unread[0] === readyForQuery) {
        if (isBegun) count += 1;
        isBegun = true;
      }
      unread = unread.subarray(length);
    }
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import type pg from 'pg';
import { writtenColumns } from './fill.ts';
import type { SampleRequest } from './load.ts';

export interface BareJob {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly insert: string;
  /** Values of the insert, in turn: rows that the service wrote. */
  readonly rows: readonly (readonly string[])[];
  readonly answer: { readonly headers: readonly string[]; readonly body: string };
}

export interface BareServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

/** Starts the bare server with what the service has written and answered: the same columns, sizes and bytes. */
export async function startBareServer(
  databaseUrl: string,
  poolSize: number,
  database: pg.Pool,
  sample: { readonly url: string; readonly request: SampleRequest },
): Promise<BareServer> {
  const job: BareJob = {
    databaseUrl,
    poolSize,
    ...(await rowsOf(database)),
    answer: await answerOf(sample.url, sample.request),
  };
  const child: ChildProcess = fork(new URL('../bare-server.ts', import.meta.url));
  child.send(job);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.disconnect() };
}

async function rowsOf(database: pg.Pool): Promise<Pick<BareJob, 'insert' | 'rows'>> {
  const names = await writtenColumns(database);
  const { rows } = await database.query<{ row: string[] }>(
    `SELECT ARRAY[${names.map((name) => `${name}::text`).join(', ')}] AS row FROM application LIMIT 64`,
  );
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  return {
    insert: `INSERT INTO application (${names.join(', ')}) VALUES (${places}) RETURNING id`,
    rows: rows.map(({ row }) => row),
  };
}

const setByNode = new Set(['date', 'connection', 'keep-alive']);

async function answerOf(url: string, sample: SampleRequest): Promise<BareJob['answer']> {
  const open = sample.method === 'GET' ? get : request;
  const outgoing = open(url + sample.path, { method: sample.method, headers: sample.headers });
  outgoing.end(sample.body ?? undefined);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await answer.toArray();
  const headers: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const [name, value] = answer.rawHeaders.slice(index, index + 2) as [string, string];
    if (!setByNode.has(name.toLowerCase())) headers.push(name, value);
  }
  return { headers, body: Buffer.concat(chunks).toString() };
}

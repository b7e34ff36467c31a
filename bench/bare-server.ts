import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { BareJob } from './kit/bare.ts';
import { idPattern, type RecordedStatement, type RecordedValue, type Source } from './kit/record.ts';

/**
 * The lower bound that an operation is compared with: a plain Node server that reads the whole request, sends the
 * statements recorded from the service through the same driver, one after the other, and returns the same bytes. It
 * checks, prices, counts and logs nothing, and calls no processor or lender: it makes their commits itself.
 */
process.once('message', ({ databaseUrl, poolSize, recording }: BareJob) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const { samples, answer } = recording;
  const isNeeded = samples.some((sample) => sample.some(({ values }) => values.some(needsIds)));
  let turn = 0;

  const server = createServer((request, response) => {
    const sample = samples[turn % Math.max(samples.length, 1)] ?? [];
    turn += 1;
    readIds(request, isNeeded, (ids) => {
      replay(pool, sample, ids).then(
        () => response.writeHead(answer.status, [...answer.headers]).end(answer.body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit(0));

/** The request is always read; it is parsed only when a statement needs its ids. */
function readIds(request: IncomingMessage, isNeeded: boolean, done: (ids: readonly string[]) => void): void {
  if (!isNeeded) {
    request.resume().on('end', () => done([]));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(`${request.url}\n${Buffer.concat(chunks)}`.match(idPattern) ?? []));
}

const needsIds = (value: RecordedValue): boolean =>
  Array.isArray(value) && value.some((piece: string | Source) => typeof piece === 'object' && piece.from === 'request');

async function replay(pool: pg.Pool, sample: readonly RecordedStatement[], asked: readonly string[]): Promise<void> {
  const answers: (readonly unknown[])[] = [];
  const drawn = new Map<number, string>();
  const find = (source: Source): string => {
    switch (source.from) {
      case 'request':
        return asked[source.place]!;
      case 'row':
        return String(answers[source.statement]![source.column]);
      case 'new':
        if (!drawn.has(source.number)) drawn.set(source.number, draw(source.kind));
        return drawn.get(source.number)!;
    }
  };
  let client: pg.PoolClient | null = null; // Of an open transaction.
  try {
    for (const { name, text, values } of sample) {
      if (text === 'BEGIN') client = await pool.connect();
      const query = { ...(name !== '' && { name }), text, values: values.map((value) => fill(value, find)) };
      const { rows } = await (client ?? pool).query({ ...query, rowMode: 'array' });
      answers.push((rows[0] as unknown[] | undefined) ?? []);
      if (text !== 'COMMIT') continue;
      client?.release();
      client = null;
    }
  } finally {
    client?.release(true);
  }
}

function fill(value: RecordedValue, find: (source: Source) => string): unknown {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value;
  const pieces = value as readonly (string | Source)[];
  if (typeof pieces[0] === 'object' && pieces[0].from === 'new' && pieces[0].kind === 'hash') return randomBytes(32);
  return pieces.map((piece) => (typeof piece === 'string' ? piece : find(piece))).join('');
}

let loans = 0;

function draw(kind: Extract<Source, { readonly from: 'new' }>['kind']): string {
  if (kind !== 'loan number') return randomUUIDv7();
  loans += 1; // Above the sandbox's own, which begin with 1.
  const digits = String(900_000_000 + loans);
  return `SL-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}

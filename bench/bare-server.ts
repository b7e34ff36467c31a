import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { BareJob } from './kit/bare.ts';

/**
 * The limit that a quote is measured against: a server of Node alone that reads the request to its end, writes the same
 * row by the same prepared statement through the same driver, and answers the same bytes. It checks, prices, counts and
 * logs nothing.
 */
process.once('message', (job: BareJob) => {
  const pool = new pg.Pool({ connectionString: job.databaseUrl, max: job.poolSize });
  const body = Buffer.from(job.answer.body);
  let turn = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      turn += 1;
      pool.query({ name: 'insert', text: job.insert, values: [...job.rows[turn % job.rows.length]!] }).then(
        () => response.writeHead(200, [...job.answer.headers]).end(body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit(0));

import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { BareBindJob, Sent } from './kit/bare-bind.ts';

/**
 * The limit that a bind is measured against: a server of Node alone that reads the request to its end, sends the service's own
 * read, claim and issue through the same driver, one after the other as it must, and answers the same bytes. It checks,
 * prices, renews, counts and logs nothing.
 */
process.once('message', (job: BareBindJob) => {
  const pool = new pg.Pool({ connectionString: job.databaseUrl, max: job.poolSize });
  const body = Buffer.from(job.answer.body);
  let turn = 0;

  const send = ({ name, text, values }: Sent, changed: Readonly<Record<number, unknown>>) =>
    pool.query<{ policy_number: string }>({ name, text, values: values.map((value, at) => changed[at] ?? value) });

  const bind = async (applicationId: string): Promise<void> => {
    await send(job.read, { 0: applicationId });
    const claimed = await send(job.claim, { 0: applicationId });
    const issued = { 0: applicationId, 2: claimed.rows[0]!.policy_number, 11: [randomUUIDv7()] };
    const { rowCount } = await send(job.issue, issued);
    if (rowCount !== 1) throw new Error('The policy was not issued.');
  };

  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const applicationId = job.applicationIds[turn];
      turn += 1;
      bind(applicationId ?? '').then(
        () => response.writeHead(200, [...job.answer.headers]).end(body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit(0));

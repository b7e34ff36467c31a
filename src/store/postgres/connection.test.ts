import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test from 'node:test';
import { openDatabase, usualLimits } from '../database.ts';

test('a primary that dies while it is asked whether it is one fails the statement, and not the process', async () => {
  let deaths = 0;
  const server = createServer((socket) => {
    socket.once('data', (startup) => {
      const isProbe = startup.toString('latin1').includes('northbind probe');
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
      socket.once('data', () => {
        if (isProbe) return void socket.write(readOnlyOff);
        deaths += 1;
        socket.destroy();
      });
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { ...usualLimits, retryMs: 0 };
  const url = `postgres://one:two@${host},${host}/northbind`;
  const database = openDatabase({ url, poolSize: 1, limits, onConnectionLost: () => undefined });
  await assert.rejects(database.query('SELECT 1'), /not available/);
  assert.ok(deaths > 0);
  await database.end();
  server.close();
});

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** The answer to SHOW transaction_read_only. */
const readOnlyOff = Buffer.concat([
  message(
    'T',
    Buffer.concat([
      Buffer.from([0, 1]),
      Buffer.from('transaction_read_only\0'),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
    ]),
  ),
  message('D', Buffer.from([0, 1, 0, 0, 0, 3, ...Buffer.from('off')])),
  message('C', Buffer.from('SHOW\0')),
  message('Z', Buffer.from('I')),
]);

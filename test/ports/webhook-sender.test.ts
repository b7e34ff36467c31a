import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import test from 'node:test';
import { exchange } from '../../src/adapters/exchange.ts';
import { makeWebhookSender } from '../../src/adapters/webhooks/webhook-sender.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';

const { send } = makeWebhookSender({ isLoopbackAllowed: true });
const noEnd = new AbortController().signal;

test('messages that follow one another take one connection, which is closed when no more come', async () => {
  const receiver = await openReceiver((_, response) => response.writeHead(204).end());
  for (const body of ['1', '2', '3']) assert.deepEqual(await receiver.take(body), { kind: 'answered', status: 204 });
  assert.equal(receiver.sockets.size, 1);
  await until(
    () => [...receiver.sockets].filter((socket) => !socket.destroyed).length,
    (open) => open === 0,
  );
});

test('a server may close a connection between two messages', async () => {
  const seen: string[] = [];
  const receiver = await openReceiver((request, response, body) => {
    seen.push(body);
    if (seen.length === 2) return request.socket.destroy();
    return response.writeHead(204).end();
  });
  for (const body of ['1', '2', '3']) assert.deepEqual(await receiver.take(body), { kind: 'answered', status: 204 });
  assert.deepEqual(seen, ['1', '2', '2', '3']);
});

test('a server that closes a new connection has not answered', async () => {
  const receiver = await openReceiver((request) => request.socket.destroy());
  assert.deepEqual(await receiver.take('1'), { kind: 'unanswered', cause: 'ECONNRESET' });
  assert.equal(receiver.sockets.size, 1);
});

test('an answer may take longer than a connection is kept', async () => {
  const receiver = await openReceiver((_, response) => setTimeout(() => response.writeHead(200).end(), 2_500));
  assert.deepEqual(await receiver.take('1'), { kind: 'answered', status: 200 });
});

test('a connection whose address was not judged is not used for a webhook', async () => {
  const receiver = await openReceiver((_, response) => response.writeHead(204).end());
  const deadline = AbortSignal.timeout(60_000);
  await exchange({ method: 'GET', url: receiver.url, headers: {}, body: null, deadline, isConnectionKept: true });
  assert.deepEqual(await receiver.take('1'), { kind: 'answered', status: 204 });
  assert.equal(receiver.sockets.size, 2);
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

async function openReceiver(answer: Answer) {
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    answer(request, response, body);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const take = (body: string) => send({ url, headers: { 'content-type': 'text/plain' }, body }, noEnd);
  return { url, sockets, take };
}

import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { until } from '../kit/processes/until.ts';
import { startTestService } from '../kit/service/service.ts';

/** Connections that a caller opens and never ends. */
const callers = 40;

test('who never ends its side of a refused connection holds no descriptor of any port', async (t) => {
  const service = await startTestService();
  const held: Socket[] = [];
  t.after(() => {
    for (const socket of held) socket.destroy();
  });
  for (const url of [service.url, service.operatorUrl, service.checkoutUrl]) {
    const before = await countDescriptors();
    const sockets = await Promise.all(Array.from({ length: callers }, () => refuse(url)));
    held.push(...sockets);
    // The callers' own sides stay open, in this process, too; a few more are the database's.
    await until(countDescriptors, (open) => open < before + callers + callers / 2);
  }
  assert.equal(held.filter(({ destroyed }) => destroyed).length, 0);
  await service.close(); // It does not wait for them.
});

test('who takes no answer is cut off by every port, and holds no descriptor of it', async (t) => {
  const service = await startTestService();
  const servers = new Set<Server>();
  const note = (about: unknown): void => void servers.add((about as { readonly server: Server }).server);
  subscribe('http.server.request.start', note);
  t.after(() => unsubscribe('http.server.request.start', note));
  for (const url of [service.url, service.operatorUrl, service.checkoutUrl]) await (await fetch(url)).text();
  assert.equal(servers.size, 3);
  // By this Node ends a socket that is idle, be it that an answer waits to be read: longer than a bind, and not for ever.
  for (const { timeout } of servers) assert.ok(timeout > 65_000 && timeout <= 300_000, `${timeout} ms`);
  await service.close();
});

/** Sends what is no HTTP, reads the refusal to its end, and stays. */
async function refuse(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const texts: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => texts.push(text));
  socket.write('no HTTP\r\n\r\n');
  await once(socket, 'end');
  assert.match(texts.join(''), /^HTTP\/1\.1 400 /);
  return socket;
}

async function countDescriptors(): Promise<number> {
  return (await readdir('/proc/self/fd')).length;
}

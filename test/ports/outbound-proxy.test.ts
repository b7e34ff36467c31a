import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, isIP, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { createServer as createSecureServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { callThrough, exchange } from '../../src/adapters/exchange.ts';
import { makeMoneris } from '../../src/adapters/moneris/moneris.ts';
import { makeWebhookSender } from '../../src/adapters/webhooks/webhook-sender.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { systemProgram } from '../kit/processes/system-program.ts';
import { holdProfile, verifyProfile } from './moneris-books.ts';
import { startMonerisStandIn } from './moneris-stand-in.ts';

// No resolver knows this name: only the proxy can lead there.
const partyHost = 'party.test';
const moneris = await startMonerisStandIn();
afterwards(moneris.close);
const securePort = await startTlsFront(Number(new URL(moneris.gatewayUrl).port));
const proxy = await startProxy();
afterwards(() => callThrough(null));

test('a party is called through the tunnel of the proxy, with its password, over TLS of our own', async () => {
  const path = new URL(moneris.gatewayUrl).pathname;
  callThrough({ url: proxy.url, except: [] });
  const cards = makeMoneris({
    storeId: 'store5',
    apiToken: 'yesguy',
    holdCheckoutId: holdProfile,
    verifyCheckoutId: verifyProfile,
    environment: 'qa',
    gatewayUrl: `https://${partyHost}:${securePort}${path}`,
  });
  const context = { requestId: 'test', fault: null };
  assert.deepEqual(await cards.find('key', context), { kind: 'done', value: { kind: 'nothing' } });
  assert.deepEqual(new Set(proxy.tunnels()), new Set([`${partyHost}:${securePort} Basic dXNlcjpwYXNz`]));
});

test('a party without TLS is called through the proxy, too', async () => {
  callThrough({ url: proxy.url, except: [] });
  assert.equal((await ask(`http://${partyHost}:1/x`)).kind, 'answered');
  assert.deepEqual(proxy.requests(), [`http://${partyHost}:1/x`]);
});

test('while there is no tunnel, nothing was sent', async () => {
  callThrough({ url: proxy.url, except: [] });
  for (const [how, cause] of [
    ['refuse', 'ERR_PROXY_TUNNEL'],
    ['hang', 'no connection in time'],
  ] as const) {
    proxy.behave(how);
    assert.deepEqual(await ask(`https://${partyHost}:${securePort}/`), { kind: 'not-sent', cause });
  }
  proxy.behave('well');
  callThrough({ url: 'http://127.0.0.1:1', except: [] });
  assert.deepEqual(await ask(`https://${partyHost}/`), { kind: 'not-sent', cause: 'ECONNREFUSED' });
});

test('this machine and what is named are called directly', async () => {
  callThrough({ url: 'http://127.0.0.1:1', except: ['.party.test'] });
  assert.equal((await ask(moneris.gatewayUrl)).kind, 'answered');
  assert.deepEqual(await ask(`https://a.${partyHost}/`), { kind: 'not-sent', cause: 'ENOTFOUND' });
});

test('a webhook goes through the proxy to the address that we have judged, with TLS for its name', async () => {
  callThrough({ url: proxy.url, except: [] });
  const before = proxy.tunnels().length;
  const { send } = senderResolving({ [partyHost]: ['2607:f8b0:4004::1', '8.8.8.8'] });
  assert.equal(
    (await send(webhookTo(`https://${partyHost}:${securePort}/x`), new AbortController().signal)).kind,
    'answered',
  );
  assert.deepEqual(
    proxy
      .tunnels()
      .slice(before)
      .map((tunnel) => tunnel.split(' ')[0]),
    [`8.8.8.8:${securePort}`],
  );
});

test('an address is called however it is spelled, through the proxy and directly', async () => {
  const { send } = senderResolving({ [partyHost]: ['8.8.8.8'] });
  for (const url of [`HTTPS://${partyHost}:${securePort}/x`, ` https://${partyHost}:${securePort}/x`]) {
    callThrough({ url: proxy.url, except: [] });
    assert.equal((await send(webhookTo(url), new AbortController().signal)).kind, 'answered', url);
    callThrough(null);
    assert.deepEqual(await ask(url), { kind: 'not-sent', cause: 'ENOTFOUND' }, url);
  }
});

test('no webhook reaches a private address through the proxy, whatever its name', async () => {
  callThrough({ url: proxy.url, except: [] });
  const before = proxy.tunnels().length;
  const { send } = senderResolving({ 'vault.example.ca': ['10.0.0.5'], 'meta.example.ca': ['169.254.169.254'] });
  for (const [host, cause] of [
    ['vault.example.ca:8200', 'address not allowed'],
    ['meta.example.ca', 'address not allowed'],
    ['nowhere.example.ca', 'ENOTFOUND'],
    ['localhost.', 'address not allowed'],
    ['metadata.google.internal', 'address not allowed'],
    ['10.0.0.5', 'address not allowed'],
  ])
    assert.deepEqual(await send(webhookTo(`https://${host}/`), new AbortController().signal), {
      kind: 'unanswered',
      cause,
    });
  assert.equal(proxy.tunnels().length, before);
  // Also where the name is called directly.
  callThrough({ url: proxy.url, except: ['.example.ca'] });
  assert.deepEqual(await send(webhookTo('https://vault.example.ca/'), new AbortController().signal), {
    kind: 'unanswered',
    cause: 'address not allowed',
  });
  assert.equal(proxy.tunnels().length, before);
});

function webhookTo(url: string) {
  return { url, headers: { 'content-type': 'application/json' }, body: '{}' };
}

/** Makes a sender as in production, with names of its own. */
function senderResolving(names: Readonly<Record<string, readonly string[]>>) {
  const lookUp = (name: string, _options: unknown, done: (error: Error | null, found: LookupAddress[]) => void) => {
    const found = (names[name] ?? []).map((address) => ({ address, family: isIP(address) }));
    done(found.length === 0 ? Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }) : null, found);
  };
  return makeWebhookSender({ isLoopbackAllowed: false, lookUp: lookUp as never });
}

function ask(url: string) {
  const deadline = AbortSignal.timeout(60_000);
  return exchange({ method: 'GET', url, headers: {}, body: null, deadline, connectMs: 2_000, isConnectionKept: false });
}

/** Takes TLS for the name of the party and passes it on to a server without. */
async function startTlsFront(port: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-tls-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${partyHost}`, '-addext', `subjectAltName=DNS:${partyHost}`];
  const files = ['-keyout', keyFile, '-out', certFile, '-days', '2'];
  execFileSync(
    systemProgram('openssl', 'openssl'),
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...files, ...subject],
    { stdio: 'ignore' },
  );
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certFile, 'utf8')];
  const before = getCACertificates();
  setDefaultCACertificates([...before, cert]);
  afterwards(() => setDefaultCACertificates(before));
  const server = createSecureServer({ key, cert }, (near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  return listen(server);
}

/** A real proxy, which finds the party on this machine whatever its name. */
async function startProxy() {
  let behaviour: 'well' | 'refuse' | 'hang' = 'well';
  const tunnels: string[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('through the proxy');
  });
  server.on('connect', (request, near) => {
    near.on('error', () => undefined);
    if (behaviour === 'hang') return;
    if (behaviour === 'refuse') return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    tunnels.push(`${request.url} ${request.headers['proxy-authorization']}`);
    const far = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://user:pass@127.0.0.1:${port}`,
    tunnels: () => tunnels,
    requests: () => requests,
    behave: (how: typeof behaviour) => {
      behaviour = how;
    },
  };
}

/** Closes with it every connection it has taken, also those that have become tunnels. */
async function listen(server: NetServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from '../kit/processes/afterwards.ts';
import { randomOf } from '../kit/processes/random.ts';

/** What the proxy does to one call. Before: the service never sees it, or sees it late. After: it has acted. */
const mischiefs = [
  'none',
  'drop before',
  'drop after',
  'hold before',
  'hold after',
  'send twice',
  'answer twice',
  'truncate',
  'truncate quietly',
  'bad gateway after',
] as const;

/** A refused token is none of the chances: twice in a row it ends a call, as it should. */
export type Mischief = (typeof mischiefs)[number] | 'token refused';

export interface ChaosProxy {
  readonly url: string;
  /** How often each was done. */
  readonly done: ReadonlyMap<Mischief, number>;
}

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * Stands between client and service and does a random mischief to every other call. The same seed gives the same
 * mischief.
 */
export async function startChaosProxy(target: string, seed: number, holdMaxMs: number): Promise<ChaosProxy> {
  const random = randomOf(seed);
  const choose = (): Mischief => (random() < 0.5 ? 'none' : mischiefs[Math.floor(random() * mischiefs.length)]!);
  return startProxy(target, choose, () => random() * holdMaxMs);
}

/** Does to the binds what is written, one after the other, and nothing to what follows. */
export function startScriptedProxy(target: string, binds: readonly Mischief[]): Promise<ChaosProxy> {
  let count = 0;
  const choose = (path: string): Mischief => (path === '/v1/bind' ? (binds[count++] ?? 'none') : 'none');
  return startProxy(target, choose, () => 0);
}

async function startProxy(
  target: string,
  choose: (path: string) => Mischief,
  holdMs: () => number,
): Promise<ChaosProxy> {
  const done = new Map<Mischief, number>();
  const hold = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, holdMs()));

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const mischief = choose(request.url ?? '');
    done.set(mischief, (done.get(mischief) ?? 0) + 1);
    const body = await bodyOf(request);
    if (mischief === 'drop before') return void request.socket.destroy();
    if (mischief === 'token refused') return void response.writeHead(401).end();
    if (mischief === 'hold before') await hold();
    const [answer] = await Promise.all([
      forward(target, request, body),
      mischief === 'send twice' && forward(target, request, body),
    ]);
    if (mischief === 'hold after') await hold();
    await giveBack(mischief, answer, request, response);
  };

  const server = createServer((request, response) => {
    // The client may be gone, and the service may have closed: both are part of the mischief.
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, done };
}

async function giveBack(
  mischief: Mischief,
  { status, headers, body }: Answered,
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (mischief) {
    case 'drop after':
      return void socket.destroy();
    case 'bad gateway after':
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    case 'truncate':
      response.writeHead(status, { ...headers, 'content-length': String(body.length) });
      response.write(body.subarray(0, body.length / 2));
      return void setTimeout(() => socket.destroy(), 5);
    case 'truncate quietly':
      return void response.writeHead(status, headers).end(body.subarray(0, body.length / 2));
    case 'answer twice': {
      // The second copy stands on the line when the next call is sent on it.
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const raw = `HTTP/1.1 ${status} Again\r\n${head.join('')}content-length: ${body.length}\r\n\r\n`;
      response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
      return void setTimeout(() => socket.writable && socket.write(Buffer.concat([Buffer.from(raw), body])), 2);
    }
    default:
      response.writeHead(status, headers).end(body);
  }
}

async function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answered> {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...kept } = headers;
  const response = await fetch(target + url, {
    method: method!,
    headers: kept as Record<string, string>,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const {
    connection: _c,
    'keep-alive': _k,
    'content-length': _l,
    'transfer-encoding': _t,
    ...responseHeaders
  } = Object.fromEntries(response.headers);
  return { status: response.status, headers: responseHeaders, body: Buffer.from(await response.arrayBuffer()) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

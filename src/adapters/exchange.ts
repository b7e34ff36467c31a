import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { LookupFunction } from 'node:net';

/**
 * One HTTP request to an outside party. When no answer comes, it reports whether the party may have received the
 * request. Only node:http shows that, not fetch: nothing is written before the connection is open (with TLS: before the
 * handshake is done), so a failure before then proves that the party never received it.
 */
export function exchange(request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const { method, url, body, deadline, connectMs } = request;
    const isSecure = url.startsWith('https:');
    const call = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      ...(request.lookup !== undefined && { lookup: request.lookup }),
      agent: agents[request.isConnectionKept ? 'kept' : 'once'][isSecure ? 'secure' : 'plain'],
      headers: { ...request.headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) },
    });

    let mayHaveArrived = false;
    const settle = (result: Exchange): void => {
      clearTimeout(connectTimer);
      deadline.removeEventListener('abort', onDeadline);
      resolve(result);
    };
    const fail = (cause: string): void => {
      settle({ kind: mayHaveArrived ? 'unknown' : 'not-sent', cause });
      call.destroy();
    };
    const onDeadline = (): void => fail(timedOut);
    const connectTimer =
      connectMs === undefined ? undefined : setTimeout(() => fail('no connection in time'), connectMs);
    deadline.addEventListener('abort', onDeadline, { once: true });

    call.on('socket', (socket) => {
      const send = (): void => {
        clearTimeout(connectTimer);
        if (call.destroyed) return;
        // From here on it is not known how much of it arrived.
        mayHaveArrived = true;
        call.end(body ?? undefined);
      };
      // Behind a proxy a secure socket is handed over when the tunnel and its handshake are done.
      if (call.reusedSocket || !socket.connecting) send();
      else socket.once(isSecure ? 'secureConnect' : 'connect', send);
    });
    // Only the code: a message can contain addresses, and nothing of the request may be logged.
    call.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'connection failed'));
    call.on('response', (response) => {
      readText(response).then(
        (text) => settle({ kind: 'answered', status: response.statusCode ?? 0, text }),
        () => fail('answer broken off or too long'),
      );
    });
    if (deadline.aborted) onDeadline();
  });
}

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For the whole exchange, from the DNS look-up to the last byte. */
  readonly deadline: AbortSignal;
  /** For the connection alone. */
  readonly connectMs?: number;
  /** A request on a kept connection that the party has just closed may have arrived: its outcome is unknown. */
  readonly isConnectionKept: boolean;
  /** Resolves the host's name in place of the system. */
  readonly lookup?: LookupFunction;
}

export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'not-sent' | 'unknown'; readonly cause: string };

/** The cause when the deadline has passed. */
export const timedOut = 'timeout';

// Further calls wait for a connection; one that waits until its deadline was not sent.
const connectionsMax = 100;

let current: Proxy | null = null;
let agents = makeAgents(null);

/** The proxy between us and outside parties. */
export interface Proxy {
  readonly url: string;
  /** Hosts that are called directly, as in NO_PROXY: a name, `.example.ca` for all names that end so, an address. */
  readonly except: readonly string[];
}

/** Sends all further exchanges of this process through the proxy, except to loopback; null: directly. */
export function callThrough(proxy: Proxy | null): void {
  if (proxy === null && current === null) return; // Keeps the connections that are open.
  current = proxy;
  agents = makeAgents(proxy);
}

function makeAgents(proxy: Proxy | null) {
  const proxyEnv = proxy && {
    HTTP_PROXY: proxy.url,
    HTTPS_PROXY: proxy.url,
    NO_PROXY: ['localhost', '127.0.0.1', '::1', ...proxy.except].join(','),
  };
  const once = { ...(proxyEnv && { proxyEnv }) };
  const kept = { ...once, keepAlive: true, maxSockets: connectionsMax };
  return {
    once: { plain: new Agent(once), secure: new SecureAgent(once) },
    kept: { plain: new Agent(kept), secure: new SecureAgent(kept) },
  };
}

// Far above any expected answer; anything longer must not fill the memory.
const answerBytesMax = 256 * 1024;

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new RangeError('answer too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps, Agent as SecureAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** One HTTP request to an outside party. */
export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const { lookup, deadline } = request;
  if (lookup === undefined) return callBy(request, { agents: agents.known });
  const { host, hostname } = new URL(request.url);
  if (current === null || isExcepted(hostname, current))
    return callBy(request, { agents: direct.judged, options: { lookup } });
  // A proxy would resolve the name by itself, and reach what `lookup` refuses: it is given the address.
  const name = hostname.replace(/^\[|\]$/g, '');
  const resolved = await resolveHost(name, lookup, deadline);
  if ('cause' in resolved) return { kind: 'not-sent', cause: resolved.cause };
  // The certificate is still judged by the name.
  const options = { hostname: resolved.address, ...(isIP(name) === 0 && { servername: name }) };
  return callBy(request, { agents: agents.judged, options, host });
}

/**
 * When no answer comes, it reports whether the party may have received the request. Only node:http shows that, not
 * fetch: nothing is written before the connection is open (with TLS: before the handshake is done), so a failure before
 * then proves that the party never received it.
 */
function callBy(request: ExchangeRequest, route: Route): Promise<Exchange> {
  return new Promise((resolve) => {
    const { method, url, body, deadline, connectMs } = request;
    const isSecure = new URL(url).protocol === 'https:'; // It may be written in capitals.
    const call = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      ...route.options,
      agent: route.agents[request.isConnectionKept ? 'kept' : 'once'][isSecure ? 'secure' : 'plain'],
      headers: {
        ...request.headers,
        ...(route.host !== undefined && { host: route.host }),
        ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
      },
    });

    let mayHaveArrived = false;
    const settle = (result: Exchange): void => {
      clearTimeout(connectTimer);
      deadline.removeEventListener('abort', onDeadline);
      resolve(result);
    };
    const fail = (cause: string, failure?: ExchangeFailure): void => {
      settle({ kind: mayHaveArrived ? 'unknown' : 'not-sent', cause, ...(failure && { failure }) });
      call.destroy();
    };
    const onDeadline = (): void => fail(timeout, 'timed-out');
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
    // Only the code is kept: a message can contain addresses, and nothing of the request may be logged.
    call.on('error', ({ code = 'connection failed' }: NodeJS.ErrnoException) => {
      const isClosed = call.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
      fail(code, isClosed ? 'kept-connection-closed' : undefined);
    });
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
  /** Ends the whole exchange, from the DNS look-up to the last byte. */
  readonly deadline: AbortSignal;
  /** How long connecting alone may take. */
  readonly connectMs?: number;
  /** A request on a kept connection that the party has just closed may have arrived: its outcome is unknown. */
  readonly isConnectionKept: boolean;
  /** Resolves the host's name in place of the system, also behind a proxy: an address that it refuses is not called. */
  readonly lookup?: LookupFunction;
}

interface Route {
  readonly agents: Agents;
  readonly options?: Pick<RequestOptions, 'lookup' | 'hostname' | 'servername'>;
  /** What the header names, when the URL's host is not what is connected to. */
  readonly host?: string;
}

export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | {
      readonly kind: 'not-sent' | 'unknown';
      readonly cause: string;
      readonly failure?: ExchangeFailure;
    };

/** What a caller may try again by: the deadline has passed, or the party has closed a kept connection just then. */
type ExchangeFailure = 'timed-out' | 'kept-connection-closed';

// Further calls wait for a connection; one that waits until its deadline was not sent.
const connectionsMax = 100;
// An address that was judged counts from one message to the next: a name that is given another address is soon judged again.
const judgedIdleMs = 2_000;

let current: Proxy | null = null;
const direct = makeAgents(null);
let agents = direct;
type Agents = ReturnType<typeof makeAgents>['known'];

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
  agents = proxy === null ? direct : makeAgents(proxy);
}

function isExcepted(hostname: string, { except }: Proxy): boolean {
  const host = hostname.replace(/\.$/, '');
  return except.some((entry) => {
    const name = entry.toLowerCase();
    return name.startsWith('.') ? host.endsWith(name) : host === name;
  });
}

const timeout = 'timeout';

type Resolved = { readonly address: string } | { readonly cause: string };

function resolveHost(host: string, lookup: LookupFunction, deadline: AbortSignal): Promise<Resolved> {
  return new Promise((settle) => {
    if (isIP(host) !== 0) return settle({ address: host });
    const onDeadline = (): void => settle({ cause: timeout });
    if (deadline.aborted) return onDeadline();
    deadline.addEventListener('abort', onDeadline, { once: true });
    lookup(host, { all: true }, (error, addresses) => {
      deadline.removeEventListener('abort', onDeadline);
      const found = Array.isArray(addresses) ? addresses : [];
      // A proxy that has no IPv6 is more common than a partner that has nothing else.
      const address = (found.find(({ family }) => family === 4) ?? found[0])?.address;
      settle(error === null && address !== undefined ? { address } : { cause: error?.code ?? 'name not resolved' });
    });
  });
}

/** Connections to addresses that were judged are kept apart from those that were not. */
function makeAgents(proxy: Proxy | null) {
  const proxyEnv = proxy && {
    HTTP_PROXY: proxy.url,
    HTTPS_PROXY: proxy.url,
    NO_PROXY: ['localhost', '127.0.0.1', '::1', ...proxy.except].join(','),
  };
  const once = { ...(proxyEnv && { proxyEnv }) };
  const kept = { ...once, keepAlive: true, maxSockets: connectionsMax };
  const agentsFor = (keptFor: typeof kept & { readonly timeout?: number }) => ({
    once: { plain: new Agent(once), secure: new SecureAgent(once) },
    kept: { plain: new Agent(keptFor), secure: new SecureAgent(keptFor) },
  });
  return { known: agentsFor(kept), judged: agentsFor({ ...kept, timeout: judgedIdleMs }) };
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

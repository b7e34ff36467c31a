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
      agent: request.isConnectionKept && (isSecure ? agents.secure : agents.plain),
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

const agents = {
  plain: new Agent({ keepAlive: true, maxSockets: connectionsMax }),
  secure: new SecureAgent({ keepAlive: true, maxSockets: connectionsMax }),
};

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

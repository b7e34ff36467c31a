import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';

/**
 * One HTTP request to a foreign party, and whether the party may have got it when no answer came. Built on node:http
 * and not on fetch, because only there can that be seen: nothing is written before the connection stands (for TLS:
 * before the handshake is done), so a failure until then is proof that the party never saw the request.
 */
export function exchange(request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const { method, url, body, deadline, connectMs } = request;
    const isSecure = url.startsWith('https:');
    const call = (isSecure ? requestHttps : requestHttp)(url, {
      method,
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
        // From now on nobody can say how much of it arrived.
        mayHaveArrived = true;
        call.end(body ?? undefined);
      };
      if (call.reusedSocket || !socket.connecting) send();
      else socket.once(isSecure ? 'secureConnect' : 'connect', send);
    });
    // The code alone: a message can name addresses, and nothing of the request may reach a log.
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
  /** For the whole exchange, from looking up the name to the last byte. */
  readonly deadline: AbortSignal;
  /** For the connection alone. */
  readonly connectMs?: number;
  /** On a kept connection that the party has just closed, "never seen" can't be proven: the outcome is unknown then. */
  readonly isConnectionKept: boolean;
}

export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'not-sent' | 'unknown'; readonly cause: string };

/** The cause when the deadline has passed. */
export const timedOut = 'timeout';

// A call that finds this many before it waits, and when its time is up it was not sent.
const connectionsMax = 100;

const agents = {
  plain: new Agent({ keepAlive: true, maxSockets: connectionsMax }),
  secure: new SecureAgent({ keepAlive: true, maxSockets: connectionsMax }),
};

// No answer that we ask for comes near; one that does is not what we asked for, and must not fill the memory.
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

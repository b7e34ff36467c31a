import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { CallContext, Outcome } from '../ports/outcome.ts';

/**
 * One call to a foreign party that speaks JSON, and which of the four outcomes it had. Built on node:http and not on
 * fetch, because only there can be seen whether the party may have got the request before things went wrong.
 *
 *   done      2xx with the answer that was agreed
 *   refused   4xx whose body has a `reason`: the party understood and says no
 *   not-sent  no connection came about; or the party says that it did nothing: 401, 403, 429, or the reason `nothing done`
 *   unknown   everything else: a timeout, a broken connection, a 5xx, an answer that can't be read
 */
export interface JsonCall<T> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly token: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the whole call, from looking up the name to the last byte. */
  readonly timeoutMs: number;
  readonly context: CallContext;
  readonly isAnswer: (body: unknown) => body is T;
}

/** With what a party says in a 4xx or 5xx that it has not acted and that the same call may be tried again. */
export const nothingDone = 'nothing done';

export async function callJson<T>(call: JsonCall<T>): Promise<Outcome<T>> {
  const exchange = await exchangeText(call);
  return exchange.kind === 'answered' ? judge(exchange, call.isAnswer) : exchange;
}

/** Asks a sandbox party to break. Real parties are never sent this. */
export function sandboxFaultHeader({ fault }: CallContext): Readonly<Record<string, string>> {
  return fault === null ? {} : { 'sandbox-fault': fault };
}

interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
}

type Exchange = Answered | Extract<Outcome<never>, { kind: 'not-sent' | 'unknown' }>;

function judge<T>({ status, text }: Answered, isAnswer: (body: unknown) => body is T): Outcome<T> {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    return isAnswer(body)
      ? { kind: 'done', value: body }
      : { kind: 'unknown', cause: `answer ${status} not understood` };
  }
  const reason = reasonIn(body);
  if (turnedAway.has(status) || reason === nothingDone) return { kind: 'not-sent', cause: `answered ${status}` };
  // A 404 without a reason may be a wrong address or a proxy's: no word of the party itself, so it is not taken as its no.
  if (status >= 400 && status < 500 && reason !== null) return { kind: 'refused', reason };
  return { kind: 'unknown', cause: `answered ${status}` };
}

// Wrong token, not allowed, too many calls: said at the door, before anything is done.
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);
// No answer that we ask for comes near; one that does is not what we asked for.
const answerBytesMax = 256 * 1024;
// A call that finds this many before it waits, and when its time is up it was not sent.
const connectionsMax = 100;

const agents = {
  plain: new Agent({ keepAlive: true, maxSockets: connectionsMax }),
  secure: new SecureAgent({ keepAlive: true, maxSockets: connectionsMax }),
};

function exchangeText<T>({ method, url, token, body, headers, timeoutMs, context }: JsonCall<T>): Promise<Exchange> {
  const isSecure = url.startsWith('https:');
  const payload = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method,
    agent: isSecure ? agents.secure : agents.plain,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'x-request-id': context.requestId,
      ...(payload !== null && { 'content-type': 'application/json', 'content-length': payload.byteLength }),
      ...headers,
    },
  });

  return new Promise((resolve) => {
    let mayHaveArrived = false;
    const settle = (exchange: Exchange): void => {
      clearTimeout(timer);
      resolve(exchange);
    };
    const fail = (cause: string): void => settle({ kind: mayHaveArrived ? 'unknown' : 'not-sent', cause });
    const timer = setTimeout(() => {
      fail('timeout');
      request.destroy();
    }, timeoutMs);

    request.on('socket', (socket) => {
      // The request is written as soon as the connection stands; from then on nobody can say how much of it arrived.
      const stands = (): void => {
        mayHaveArrived = true;
      };
      if (request.reusedSocket || !socket.connecting) stands();
      else socket.once(isSecure ? 'secureConnect' : 'connect', stands);
    });
    // The code alone: a message can name addresses.
    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'connection failed'));
    request.on('response', (response) => {
      readText(response).then(
        (text) => settle({ kind: 'answered', status: response.statusCode ?? 0, text }),
        () => {
          fail('answer broken off or too long');
          request.destroy();
        },
      );
    });
    request.end(payload);
  });
}

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

function reasonIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return null;
  return typeof body.reason === 'string' ? body.reason : null;
}

/** Undefined for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

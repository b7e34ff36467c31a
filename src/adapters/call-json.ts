import type { CallContext, Outcome } from '../ports/outcome.ts';
import { type Exchange, exchange } from './exchange.ts';

/**
 * One JSON call to an outside party, and which of the four outcomes it had.
 *
 *   done      2xx with a body of the expected schema
 *   refused   4xx whose body has a `reason`
 *   not-sent  no connection was made, or the party says that it did nothing: 401, 403, 429, the reason `nothing done`
 *   unknown   everything else: a timeout, a broken connection, a 5xx, an unreadable body
 */
export interface JsonCall<T> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly token: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the whole call, from the DNS look-up to the last byte. */
  readonly timeoutMs: number;
  readonly context: CallContext;
  readonly isAnswer: (body: unknown) => body is T;
}

/** The reason in a 4xx or 5xx by which a party says that it has not acted and the call can be repeated. */
export const nothingDone = 'nothing done';

export async function callJson<T>(call: JsonCall<T>): Promise<Outcome<T>> {
  const answer = await exchange({
    method: call.method,
    url: call.url,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${call.token}`,
      'x-request-id': call.context.requestId,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
    deadline: AbortSignal.timeout(call.timeoutMs),
    isConnectionKept: true,
  });
  return answer.kind === 'answered' ? judge(answer, call.isAnswer) : answer;
}

/** Asks a sandbox party for a fault. Never sent to a real party. */
export function sandboxFaultHeader({ fault }: CallContext): Readonly<Record<string, string>> {
  return fault === null ? {} : { 'sandbox-fault': fault };
}

type Answered = Extract<Exchange, { kind: 'answered' }>;

function judge<T>({ status, text }: Answered, isAnswer: (body: unknown) => body is T): Outcome<T> {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    return isAnswer(body)
      ? { kind: 'done', value: body }
      : { kind: 'unknown', cause: `answer ${status} not understood` };
  }
  const reason = reasonIn(body);
  if (turnedAway.has(status) || reason === nothingDone) return { kind: 'not-sent', cause: `answered ${status}` };
  // A 404 without a reason may come from a wrong URL or a proxy, so it is not the party's refusal.
  if (status >= 400 && status < 500 && reason !== null) return { kind: 'refused', reason };
  return { kind: 'unknown', cause: `answered ${status}` };
}

// Wrong token, not allowed, too many calls: rejected before anything is done.
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);

function reasonIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return null;
  return typeof body.reason === 'string' ? body.reason : null;
}

/** Returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { CallContext, Outcome } from '../ports/outcome.ts';
import { type Exchange, exchange } from './exchange.ts';

/**
 * One call to a foreign party that speaks JSON, and which of the four outcomes it had.
 *
 *   done      2xx with the answer that was agreed
 *   refused   4xx whose body has a `reason`: the party understood and says no
 *   not-sent  no connection came about; or the party says that it did nothing: 401, 403, 429, the reason `nothing done`
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

/** Asks a sandbox party to break. Real parties are never sent this. */
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
  // A 404 without a reason may be a wrong address or a proxy's: not the party's own word, and so not its refusal.
  if (status >= 400 && status < 500 && reason !== null) return { kind: 'refused', reason };
  return { kind: 'unknown', cause: `answered ${status}` };
}

// Wrong token, not allowed, too many calls: said at the door, before anything is done.
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);

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

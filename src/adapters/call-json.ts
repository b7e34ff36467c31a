import AjvCompiler from '@fastify/ajv-compiler';
import type { Static, TSchema } from 'typebox';
import { type CallContext, type Outcome, refusedBy } from '../ports/outcome.ts';
import { type Exchange, type ExchangeRequest, exchange } from './exchange.ts';

/** An outside party that speaks JSON. */
export interface JsonParty {
  /** The address before the paths, without a slash at the end. */
  readonly origin: string;
  readonly token: string;
  /** How long a whole call may take, from the DNS look-up to the last byte. */
  readonly timeoutMs?: number;
}

/** The reason in a 4xx or 5xx by which a party says that it has not acted and the call can be repeated. */
export const nothingDone = 'nothing done';

/**
 * Makes JSON calls to an outside party, and says which of the four outcomes each had.
 *
 *   done      2xx with a body of the expected schema
 *   refused   4xx whose body has a `reason`
 *   not-sent  no connection was made, or the party says that it did nothing: 401, 403, 429, the reason `nothing done`
 *   unknown   everything else: a timeout, a broken connection, a 5xx, an unreadable body
 */
export function makeJsonCaller({ origin, token, timeoutMs }: Required<JsonParty>) {
  return async <S extends TSchema>(
    route: `${ExchangeRequest['method']} ${string}`,
    expected: S,
    { requestId, fault }: CallContext,
    body?: object,
  ): Promise<Outcome<Static<S>>> => {
    const [method, path] = route.split(' ') as [ExchangeRequest['method'], string];
    const answer = await exchange({
      method,
      url: origin + path,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-request-id': requestId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // Asks a sandbox party for a fault. In production there is none.
        ...(fault !== null && { 'sandbox-fault': fault }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      deadline: AbortSignal.timeout(timeoutMs),
      isConnectionKept: true,
    });
    if (answer.kind === 'answered') return readAnswer(answer, expected);
    return { kind: answer.kind, cause: answer.cause };
  };
}

type Answered = Extract<Exchange, { kind: 'answered' }>;

// The lender's schemas are those of its guide, with examples.
const options = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  validateSchema: false,
  strict: false,
};
const compile = AjvCompiler()({}, { customOptions: options });
const checks = new WeakMap<TSchema, (value: unknown) => boolean>();

function isA<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  let check = checks.get(schema);
  if (check === undefined) {
    check = compile({ schema } as Parameters<typeof compile>[0]) as (given: unknown) => boolean;
    checks.set(schema, check);
  }
  return check(value);
}

function readAnswer<S extends TSchema>({ status, text }: Answered, expected: S): Outcome<Static<S>> {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    return isA(expected, body)
      ? { kind: 'done', value: body }
      : { kind: 'unknown', cause: `answer ${status} not understood` };
  }
  const reason = reasonIn(body);
  if (turnedAway.has(status) || reason === nothingDone) return { kind: 'not-sent', cause: `answered ${status}` };
  // A 404 without a reason may come from a wrong URL or a proxy, so it is not the party's refusal.
  if (status >= 400 && status < 500 && reason !== null) return refusedBy('party', reason);
  return { kind: 'unknown', cause: `answered ${status}` };
}

// Wrong token, not allowed, too many calls: rejected before anything is done.
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);

function reasonIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return null;
  return typeof body.reason === 'string' ? body.reason : null;
}

/** Returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the service told about an answer besides its body. */
export interface ResponseFacts {
  /** What to quote to the operator. */
  readonly requestId: string;
  /** The HTTP status. */
  readonly status: number;
  /** Null when the answer had no figures. */
  readonly rateLimit: RateLimit | null;
}

export interface RateLimit {
  /** How many calls the integration may make in a window. */
  readonly limit: number;
  /** How many are left in this window. */
  readonly remaining: number;
  /** Seconds until the next window begins. */
  readonly resetSeconds: number;
}

/**
 * Returns the request id, status and rate limit of the answer that a call returned; undefined for anything else, such
 * as a copy of a result or one entry of a list.
 */
export function responseOf(result: object): ResponseFacts | undefined {
  return (result as { readonly [key]?: ResponseFacts })[key];
}

// Known to both builds of the package, and not enumerable: results are logged, compared and stored as before.
const key = Symbol.for('@northbind/sdk response');

export function noteResponse<T>(result: T, facts: ResponseFacts | undefined): T {
  if (facts !== undefined && typeof result === 'object' && result !== null)
    Object.defineProperty(result, key, { value: facts });
  return result;
}

export function factsOf({ status, headers }: Response, askedAs: string): ResponseFacts {
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) =>
    figureOf(headers.get(`ratelimit-${name}`)),
  );
  const isTold = limit !== undefined && remaining !== undefined && resetSeconds !== undefined;
  const rateLimit = isTold ? { limit, remaining, resetSeconds } : null;
  return { requestId: headers.get('x-request-id') ?? askedAs, status, rateLimit };
}

function figureOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

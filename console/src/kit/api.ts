import type { ErrorsAnswer } from '../../../src/operator/wire/access.ts';

/** Calls the operator's API, on the same origin with the session's cookie. */
export const api = {
  get: <T>(path: string, query?: Query): Promise<T> => ask<T>('GET', withQuery(path, query)),
  post: <T>(path: string, body?: object): Promise<T> => ask<T>('POST', path, body),
  put: <T>(path: string, body?: object): Promise<T> => ask<T>('PUT', path, body),
  patch: <T>(path: string, body?: object): Promise<T> => ask<T>('PATCH', path, body),
  delete: <T>(path: string, body?: object): Promise<T> => ask<T>('DELETE', path, body),
};

/** Where a form is sent. Its fields must be properties of the order, which `post<Order>(path)` names. */
export interface Sending<Property extends PropertyKey> {
  readonly method: 'post' | 'put' | 'patch';
  readonly path: string;
  /** It exists as a type only: nothing calls it. */
  readonly takes?: (property: Property) => void;
}

const sendingBy =
  (method: Sending<never>['method']) =>
  <Order = { readonly reason: string }>(path: string): Sending<keyof Order> => ({ method, path });

export const [post, put, patch] = [sendingBy('post'), sendingBy('put'), sendingBy('patch')];

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Fault = ErrorsAnswer['errors'][number];

/** An answer other than 2xx. The status of a broken connection is 0. */
export class ApiError extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, faults: readonly Fault[]) {
    super(faults[0]?.message ?? `answered ${status}`);
    this.status = status;
    this.faults = faults;
  }
}

/** Sent with everything but GET, so that no other site can act in the operator's name. */
let csrfToken = '';
export function keepCsrfToken(token: string): void {
  csrfToken = token;
}

/** Like `fetch`, with the CSRF token; throws for every answer but 2xx. For files and imports, which are not JSON. */
export async function fetchAnswer(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if ((init.method ?? 'GET') !== 'GET') headers.set('x-csrf-token', csrfToken);
  const response = await fetch(path, { ...init, headers, credentials: 'same-origin' }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, [{ code: 'NotReached', field: '', message: 'Northbind was not reached.' }]);
  });
  if (!response.ok) throw new ApiError(response.status, await readFaults(response));
  return response;
}

export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetchAnswer(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function readFaults(response: Response): Promise<readonly Fault[]> {
  try {
    return ((await response.json()) as ErrorsAnswer).errors;
  } catch {
    return [];
  }
}

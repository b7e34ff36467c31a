import type { FastifyInstance } from 'fastify';

/**
 * Answers a call of the API inside this process, as `fetch` would: admission, limits and the operation are those of any
 * other call. The address is that of whoever it is made for.
 */
export async function callInside(
  app: FastifyInstance,
  { address, url }: { readonly address: string; readonly url: URL },
  given: RequestInit,
): Promise<Response> {
  const { statusCode, headers, rawPayload } = await app.inject({
    method: (given.method ?? 'GET') as 'GET',
    url: url.pathname + url.search,
    headers: Object.fromEntries(new Headers(given.headers)),
    remoteAddress: address,
    ...(typeof given.body === 'string' && { payload: given.body }),
  });
  const known = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const isEmpty = rawPayload.length === 0;
  return new Response(isEmpty ? null : new Uint8Array(rawPayload), { status: statusCode, headers: known });
}

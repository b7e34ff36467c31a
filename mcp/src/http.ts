import { createMcpHandler, type McpServer, originValidationResponse } from '@modelcontextprotocol/server';

export interface HttpOptions<Caller> {
  /** The server that answers one message of this caller. */
  readonly serverFor: (caller: Caller) => McpServer;
  /** Host names whose pages may call. Programs send no Origin. */
  readonly origins: readonly string[];
  readonly onRefused: (error: Error) => void;
}

/**
 * Answers the protocol's Streamable HTTP, one message a request. Nothing is kept between two: there are no sessions, and
 * nothing to subscribe to, as the tools never change. Who calls was admitted before.
 */
export function answerOverHttp<Caller extends object>({ serverFor, origins, onRefused }: HttpOptions<Caller>) {
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.caller as Caller), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: onRefused,
  });
  return async (request: Request, body: string | null, caller: Caller): Promise<Response> => {
    const refused = originValidationResponse(request, [...origins]) ?? refuseBatch(body);
    const authInfo = { token: '', clientId: '', scopes: [], extra: { caller } };
    return refused ?? handler.fetch(request, { authInfo });
  };
}

/** The protocol has none any more, and one would be hundreds of calls that are counted as one. */
function refuseBatch(body: string | null): Response | null {
  if (!body?.trimStart().startsWith('[')) return null;
  const error = { code: -32_600, message: 'Invalid Request: send one message at a time.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}

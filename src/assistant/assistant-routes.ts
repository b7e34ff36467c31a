import { answerOverHttp } from '@northbind/mcp/src/http.ts';
import { makeServer } from '@northbind/mcp/src/server.ts';
import { servedBindTools } from '@northbind/mcp/src/tools/served-bind.ts';
import { Northbind } from '@northbind/sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callInside } from '../api/kit/call-inside.ts';
import type { OwnAddressParts } from '../api/kit/own-address.ts';
import { addProtectedResource } from '../api/oauth.ts';
import type { Log } from '../domain/log.ts';

export interface AssistantParts extends OwnAddressParts {
  readonly log: Log;
  readonly isProduction: boolean;
}

/**
 * The tools of `mcp/` over the Model Context Protocol's Streamable HTTP, so that a partner has nothing to install. At
 * `/mcp/bind` they can make policies, too: which address an assistant gets is the partner's choice. A tool calls the API
 * inside this process with the caller's own token, so scopes, limits and answers are the API's. Nothing is kept between
 * two requests: any instance answers.
 */
export function addAssistant(app: FastifyInstance, parts: AssistantParts): void {
  for (const [path, mayBind] of [
    ['/mcp', false],
    ['/mcp/bind', true],
  ] as const) {
    const serverFor = (caller: Caller) => {
      const northbind = clientOf(app, caller);
      return makeServer(northbind, mayBind ? servedBindTools(northbind) : []);
    };
    const answer = answerOverHttp({
      serverFor,
      origins: originsOf(parts),
      // Its message may quote what was sent.
      onRefused: ({ name }) => parts.log.info('assistant refused', { error: name }),
    });
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const body = typeof request.body === 'string' ? request.body : null;
      return send(reply, await answer(requestOf(request, body), body, callerOf(request)));
    };
    app.register(async (scoped) => {
      // The protocol's library reads the body itself, and answers one that is none in the protocol's own form.
      scoped.removeAllContentTypeParsers();
      scoped.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
      const config = { access: 'bearer', operation: 'assistant', isForAllSellers: true, resource: path } as const;
      scoped.route({ method: ['GET', 'POST', 'DELETE'], url: path, config, handler });
    });
    // Without scopes: an assistant's library would ask for all that are named, in place of those that the partner has
    // set for it, which name its seller.
    addProtectedResource(app, parts, path);
  }
}

interface Caller {
  readonly authorization: string;
  readonly address: string;
  readonly isFrench: boolean;
}

function callerOf({ headers, ip }: FastifyRequest): Caller {
  const isFrench = /^fr\b/i.test(headers['accept-language'] ?? '');
  return { authorization: headers.authorization ?? '', address: ip, isFrench };
}

/** The client library, which calls with the caller's token. A limit that is reached is told, not waited for. */
function clientOf(app: FastifyInstance, { authorization, address, isFrench }: Caller): Northbind {
  return new Northbind({
    baseUrl: 'https://assistant.invalid',
    clientId: 'caller',
    clientSecret: 'none',
    username: 'caller',
    password: 'none',
    retries: 0,
    language: isFrench ? 'fr' : 'en',
    fetch: async (asked, given = {}) => {
      const url = new URL(String(asked));
      // The library keeps a token until it ends; this client lives for one request.
      if (url.pathname === '/v1/authenticate') return Response.json(tokenOf(authorization));
      return callInside(app, { address, url }, given);
    },
  });
}

function tokenOf(authorization: string): object {
  const [, token = ''] = authorization.split(/ +/);
  return { token, expiryTime: '9999-12-31T00:00:00Z', expiryMinutes: 60 };
}

/** The address is not ours: the library looks at the method, the headers and the body alone. */
function requestOf({ method, headers }: FastifyRequest, body: string | null): Request {
  const known = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request('https://assistant.invalid/', {
    method,
    headers: known,
    ...(method === 'POST' && { body }),
  });
}

/** A page of another site may not call, whatever name it has for this machine. Programs send no Origin. */
function originsOf({ publicUrl, isProduction }: AssistantParts): string[] {
  return [new URL(publicUrl).hostname, ...(isProduction ? [] : ['localhost', '127.0.0.1', '[::1]'])];
}

/** An answer is one message, also where the protocol before sends it as a stream: it ends with it. */
async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const text = await response.text();
  for (const name of ['content-type', 'allow', 'www-authenticate'])
    if (response.headers.has(name)) reply.header(name, response.headers.get(name));
  return reply.code(response.status).send(text === '' ? undefined : text);
}

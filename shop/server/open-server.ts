import { randomBytes } from 'node:crypto';
import type { Northbind } from '@northbind/sdk';
import { parseCookie, stringifySetCookie } from 'cookie';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { DocumentCache } from './document-cache.ts';
import type { Log } from './log.ts';
import { type Form, part } from './read-form.ts';
import { documentNameOf, routesOf } from './routes.ts';
import { isShown, type Sale } from './sale.ts';
import type { SaleStore } from './sale-store.ts';
import type { Settings } from './settings.ts';
import type { Shop } from './shop.ts';
import { answerOf, ShopError } from './shop-error.ts';
import { readWebFiles } from './web-files.ts';
import { takeWebhook } from './webhooks.ts';

export interface ServerParts {
  readonly settings: Settings;
  readonly northbind: Northbind;
  readonly shop: Shop;
  readonly store: SaleStore;
  readonly documents: DocumentCache;
  readonly log: Log;
}

/** The shop's server: the session, protection against other sites, the content security policy, files and errors. */
export function openServer(parts: ServerParts): FastifyInstance {
  const { settings, log } = parts;
  const app = fastify({ bodyLimit: bodyBytesMax, requestTimeout: requestMsMax });
  const headers = securityHeaders(settings);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers).header('cache-control', 'no-store');
  });
  app.setNotFoundHandler(() => {
    throw new ShopError(404, 'NotFound');
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, errors } = answerOf(isOfRequest(error) ? refusalOf(error) : error);
    if (status >= 500) log('failed', { method: request.method, ...factsOf(error) });
    return reply.code(status).send({ errors });
  });
  for (const [path, { bytes, type, isForever }] of readWebFiles()) {
    const kept = isForever ? 'public, max-age=31536000, immutable' : 'no-cache';
    app.get(path, (_request, reply) => reply.header('cache-control', kept).type(type).send(bytes));
  }
  app.register(async (scoped) => addApi(scoped, parts));
  app.register(async (scoped) => addDocuments(scoped, parts));
  app.register(async (scoped) => addWebhooks(scoped, parts));
  return app;
}

const bodyBytesMax = 32 * 1024;

/** A request must have arrived whole by then. */
const requestMsMax = 60_000;

/** A request that Fastify refuses by itself: too large, or no JSON. */
function isOfRequest(error: unknown): error is FastifyError {
  const { statusCode = 500, code = '' } = error as Partial<FastifyError>;
  return statusCode < 500 && code.startsWith('FST_');
}

function refusalOf({ statusCode }: FastifyError): ShopError {
  return statusCode === 413 ? new ShopError(413, 'TooLarge') : new ShopError(400, 'BodyInvalid');
}

/** JSON only: another site can send it only after a CORS preflight, which the shop does not allow. */
function addApi(app: FastifyInstance, { shop, northbind, store, settings }: ServerParts): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    const isOwn = (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
    const isJson = /^application\/json\b/.test(headers['content-type'] ?? '');
    if (method === 'POST' && !(isOwn && isJson)) throw new ShopError(403, 'OtherSite');
  });
  for (const [call, run] of Object.entries(routesOf(shop, northbind))) {
    const [method, url] = call.split(' ') as ['GET' | 'POST', string];
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const form: Form = part(request.body);
        const sale = currentSale(request, reply, { store, settings });
        if (method === 'POST' && !isShown(sale, part(form.shown))) throw new ShopError(409, 'ChangedElsewhere');
        const query = new URLSearchParams(request.query as Record<string, string>);
        return reply.send((await run({ sale, form, query })) ?? {});
      },
    });
  }
}

function addDocuments(app: FastifyInstance, { documents, store, settings }: ServerParts): void {
  app.get<{ Params: { name: string } }>('/documents/:name', async (request, reply) => {
    const name = documentNameOf(`/documents/${request.params.name}`);
    const found = name && (await documents.find(currentSale(request, reply, { store, settings }), name));
    if (!found) throw new ShopError(404, 'NotFound');
    const how = 'download' in (request.query as object) ? 'attachment' : 'inline';
    return (
      reply
        .header('content-disposition', `${how}; filename="${found.filename}"`)
        // The browser's PDF viewer is a page with its own scripts and styles.
        .header('content-security-policy', "frame-ancestors 'none'")
        .type('application/pdf')
        .send(found.bytes)
    );
  });
}

/** A webhook is verified by its very bytes, so nothing parses it before. */
function addWebhooks(app: FastifyInstance, { settings, store, documents, log }: ServerParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post<{ Body: string }>('/hooks', async ({ body, headers }, reply) => {
    await takeWebhook({ secret: settings.webhookSecret, store, documents, log }, body, headers);
    return reply.code(204).send();
  });
}

/** Only the shop's own files and the processor's script and frame may run or load. */
function securityHeaders({ processorOrigin, isSandbox }: Settings): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${processorOrigin}`,
    `frame-src ${processorOrigin}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    ...(!isSandbox && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** The sale of the session. The cookie is the session: random, not readable by scripts, never sent by another site. */
function currentSale(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, settings: { isSandbox } }: Pick<ServerParts, 'store' | 'settings'>,
): Sale {
  const name = isSandbox ? 'shop' : '__Host-shop';
  const sent = parseCookie(request.headers.cookie ?? '')[name];
  if (sent !== undefined && /^[\w-]{43}$/.test(sent)) return store.current(sent);
  const value = randomBytes(32).toString('base64url');
  const rights = { path: '/', httpOnly: true, sameSite: 'strict', secure: !isSandbox } as const;
  reply.header('set-cookie', stringifySetCookie({ name, value, ...rights, maxAge: 30 * 86_400 }));
  return store.current(value);
}

/** An error of the SDK contains no secrets; of any other, only its text is logged. */
function factsOf(error: unknown): object {
  const { code, requestId, operation } = error as { code?: string; requestId?: string; operation?: string };
  return { error: String(error), code, requestId, operation };
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Northbind } from '@northbind/sdk';
import type { DocumentCache } from './document-cache.ts';
import type { Log } from './log.ts';
import { type Form, part } from './read-form.ts';
import { documentNameOf, routesOf } from './routes.ts';
import { isShown } from './sale.ts';
import type { SaleStore } from './sale-store.ts';
import type { Settings } from './settings.ts';
import type { Shop } from './shop.ts';
import { answerOf, ShopError } from './shop-error.ts';
import type { WebFile } from './web-files.ts';
import { takeWebhook } from './webhooks.ts';

export interface RequestListenerParts {
  readonly settings: Settings;
  readonly northbind: Northbind;
  readonly shop: Shop;
  readonly store: SaleStore;
  readonly documents: DocumentCache;
  readonly files: ReadonlyMap<string, WebFile>;
  readonly log: Log;
}

/** Handles every request: the session, protection against other sites, the content security policy, errors. */
export function makeRequestListener(parts: RequestListenerParts): RequestListener {
  const { settings, northbind, shop, store, documents, files, log } = parts;
  const routes = routesOf(shop, northbind);
  const headers = securityHeaders(settings);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    const file = files.get(pathname);
    if (file !== undefined && request.method === 'GET') return sendFile(request, response, file);

    if (pathname === '/hooks' && request.method === 'POST') {
      await takeWebhook(
        { secret: settings.webhookSecret, store, documents, log },
        await readText(request),
        request.headers,
      );
      return void response.writeHead(204).end();
    }
    const document = documentNameOf(pathname);
    const route = routes[`${request.method} ${pathname}`];
    if (document === null && route === undefined) throw new ShopError(404, 'NotFound');
    const form = await readBody(request);
    const sale = store.current(sessionOf(request, response, settings));
    if (document !== null) {
      const found = await documents.find(sale, document);
      if (found === null) throw new ShopError(404, 'NotFound');
      const disposition = searchParams.has('download') ? 'attachment' : 'inline';
      response.setHeader('content-disposition', `${disposition}; filename="${found.filename}"`);
      // The browser's PDF viewer is a page with its own scripts and styles.
      response.setHeader('content-security-policy', "frame-ancestors 'none'");
      response.setHeader('content-type', 'application/pdf').end(found.bytes);
      return;
    }
    if (request.method === 'POST' && !isShown(sale, part(form.shown))) throw new ShopError(409, 'ChangedElsewhere');
    sendJson(response, 200, await route?.({ sale, form, query: searchParams }));
  };

  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('cache-control', 'no-store');
    answer(request, response).catch((error: unknown) => {
      const { status, errors } = answerOf(error);
      if (status >= 500) log('failed', { method: request.method, ...factsOf(error) });
      if (response.headersSent) response.destroy();
      else sendJson(response, status, { errors });
    });
  };
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

/** The cookie is the session: random, not readable by scripts, and never sent along by another site. */
function sessionOf(request: IncomingMessage, response: ServerResponse, { isSandbox }: Settings): string {
  const name = isSandbox ? 'shop' : '__Host-shop';
  const sent = new RegExp(`(?:^|; )${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  if (sent !== undefined) return sent;
  const session = randomBytes(32).toString('base64url');
  const cookie = `${name}=${session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${30 * 86_400}`;
  response.setHeader('set-cookie', isSandbox ? cookie : `${cookie}; Secure`);
  return session;
}

const bodyBytesMax = 32 * 1024;

/** JSON only: another site can send it only after a CORS preflight, which the shop does not allow. */
async function readBody(request: IncomingMessage): Promise<Form> {
  if (request.method !== 'POST') return {};
  const site = request.headers['sec-fetch-site'] ?? 'same-origin';
  const isJson = request.headers['content-type']?.split(';')[0]?.trim() === 'application/json';
  if (!isJson || site !== 'same-origin') throw new ShopError(403, 'OtherSite');
  try {
    return part(JSON.parse(await readText(request)));
  } catch (error) {
    if (error instanceof ShopError) throw error;
    throw new ShopError(400, 'BodyInvalid');
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new ShopError(413, 'TooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sendFile(request: IncomingMessage, response: ServerResponse, { bytes, type, isForever }: WebFile): void {
  response.setHeader('cache-control', isForever ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('content-type', type).setHeader('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return void response.end(bytes);
  response.setHeader('content-encoding', 'gzip').end(gzipSync(bytes));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** An error of the SDK contains no secrets; of any other, only its text is logged. */
function factsOf(error: unknown): object {
  const { code, requestId, operation } = error as { code?: string; requestId?: string; operation?: string };
  return { error: String(error), code, requestId, operation };
}

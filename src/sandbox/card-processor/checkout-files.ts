import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { styleSheet } from '../../flows/brand/style-sheet.ts';

/** Serves the checkout's browser files: the script that a partner's page loads, and the card form. */
export function addCheckoutFiles(app: FastifyInstance): void {
  for (const path of ['/js/:name', '/assets/:name'])
    app.get<{ Params: { name: string } }>(path, (request, reply) => sendFile(request, reply, request.params.name));
  app.get('/form', (request, reply) => sendFile(request, reply, 'form.html'));
}

const folder = new URL('./checkout/', import.meta.url);

/** Also the list of what may be served: other types are a 404. */
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

// No slash and no leading dot, so that a name stays inside the folder.
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

// Any partner's page may frame the form; the form runs and loads only what is in this folder.
const formPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  'frame-ancestors *',
].join('; ');

async function sendFile(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
  if (contentType === undefined || !plainName.test(name)) return sendNotFound(reply);
  const bytes = await read(new URL(name, folder), contentType).catch(nullIfMissing);
  if (bytes === null) return sendNotFound(reply);

  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  reply.headers({
    etag,
    'content-type': contentType,
    // Revalidated on every request: a form and a script of different versions would not work together.
    'cache-control': 'no-cache',
    'content-security-policy': formPolicy,
    // Partners' pages load the script from their own origin, some with an integrity hash, which needs CORS.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes);
}

async function read(file: URL, contentType: string): Promise<Buffer | string> {
  return contentType === contentTypes.css ? styleSheet(file) : readFile(file);
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
  throw error;
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Log } from '../domain/log.ts';

/**
 * Serves the files of the console's build. Every other path outside `/api/` is a page of the console, which routes in
 * the browser. The content security policy allows scripts and styles from these files alone.
 */
export function addConsoleFiles(app: FastifyInstance, folder: URL, log: Log): void {
  const index = new URL('index.html', folder);
  app.register(fastifyStatic, {
    root: fileURLToPath(folder),
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // What the build puts under assets/ has a name that changes with its bytes.
      const isNamedByBytes = path.includes('/assets/');
      reply.header('cache-control', isNamedByBytes ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const isBuilt = existsSync(index);
  if (!isBuilt) log.warn('console not built', { todo: notBuilt });
  const page = isBuilt ? readFileSync(index, 'utf8') : `<!doctype html><title>Northbind</title><p>${notBuilt}`;
  // The static plugin answers 403 for a folder without an index, so `/` has a route of its own.
  app.get('/', (_request, reply) => sendPage(reply, page));
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(request.url);
    return isPage ? sendPage(reply, page) : sendNothing(reply);
  });
}

const notBuilt =
  'The console is not built. Run: npm ci && npm run build, or copy console/dist from where that was done.';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'", // Mails as customers see them, each with a policy of its own.
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ errors: [{ code: 'NotFound', field: '', message: 'There is nothing of that name.' }] });
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escaped } from '../domain/html-text.ts';
import type { Log } from '../domain/log.ts';
import { readSessionToken } from './kit/session-cookie.ts';

interface ConsoleParts {
  /** Where the console was built. */
  readonly consoleFolder: URL;
  readonly isProduction: boolean;
  /** Where operators may also sign in. */
  readonly oidc?: { readonly provider: { readonly name: string } } | null;
  readonly log: Log;
}

/**
 * Serves the files of the console's build. Every other path outside `/api/` is a page of the console, which routes in
 * the browser. The content security policy allows scripts and styles from these files alone.
 */
export function addConsoleFiles(app: FastifyInstance, parts: ConsoleParts): void {
  const { consoleFolder: folder, isProduction, log } = parts;
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
  const isBuilt = ['index.html', 'signed-in.html'].every((name) => existsSync(new URL(name, folder)));
  if (!isBuilt) log.warn('console not built', { todo: notBuilt });
  const read = (name: string): string =>
    isBuilt
      ? naming(parts.oidc?.provider.name, readFileSync(new URL(name, folder), 'utf8'))
      : `<!doctype html><title>Northbind</title><p>${notBuilt}`;
  const [signIn, signedIn] = [read('index.html'), read('signed-in.html')];
  // Both lead to the same console. Whoever has the cookie of a session gets at once what only the signed-in load.
  const pageFor = (request: FastifyRequest): string =>
    readSessionToken(request, isProduction) === null ? signIn : signedIn;
  // The static plugin answers 403 for a folder without an index, so `/` has a route of its own.
  app.get('/', (request, reply) => sendPage(reply, pageFor(request)));
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(request.url);
    return isPage ? sendPage(reply, pageFor(request)) : sendNothing(reply);
  });
}

/** The page names the identity provider, so that the sign-in can offer it without asking. */
function naming(identityProvider: string | undefined, page: string): string {
  if (identityProvider === undefined) return page;
  return page.replace('<html', () => `<html data-identity-provider="${escaped(identityProvider)}"`);
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

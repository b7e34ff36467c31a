import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Guide } from './guide-files.ts';
import type { PageAddresses } from './page-addresses.ts';

/**
 * `/docs`: the guide, and a welcome at `/`. Each page is also there as markdown (its address with `.md`), and
 * `/llms.txt` lists them all. The pages are read on the first request, to keep the start fast.
 */
export function guideRoutes(app: FastifyInstance, addressesOf: (request: FastifyRequest) => PageAddresses): void {
  let guide: Promise<Guide> | null = null;
  const open = (): Promise<Guide> => {
    guide ??= import('./guide-files.ts').then(({ openGuide }) => openGuide());
    return guide;
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const { files, missing } = await open();
    const file = files.get(path);
    if (file !== undefined)
      return reply
        .headers(headers)
        .type(file.type)
        .send(file.read(addressesOf(request)));
    if (path.endsWith('/')) return reply.redirect(path.replace(/\/+$/, ''));
    if (!isPage.test(path)) {
      reply.callNotFound();
      return reply;
    }
    return reply.code(404).headers(headers).type('text/html; charset=utf-8').send(missing(path));
  };
  const config = { access: 'none', operation: 'guide' } as const;
  app.get('/', { config }, (request, reply) => {
    // `GET *` is routed here, too, and is no address.
    if (request.url.startsWith('/'))
      return serve(request, reply, prefersFrench(request) ? '/docs/fr/welcome' : '/docs/welcome');
    reply.callNotFound();
    return reply;
  });
  for (const path of ['/docs', '/docs/'])
    app.get(path, { config }, (_request, reply) => reply.redirect('/docs/getting-started'));
  for (const path of ['/docs/fr', '/docs/fr/'])
    app.get(path, { config }, (_request, reply) => reply.redirect('/docs/fr/getting-started'));
  app.get('/docs/*', { config }, (request, reply) => serve(request, reply, request.url.split('?')[0]!));
  app.get('/llms.txt', { config }, (request, reply) => serve(request, reply, '/llms.txt'));
}

/** An address of files has a dot in its last part. */
const isPage = /\/[^/.]+$/;

function prefersFrench({ headers }: FastifyRequest): boolean {
  return /^\s*fr\b/i.test(headers['accept-language'] ?? '');
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  vary: 'accept-language',
};

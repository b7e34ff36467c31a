import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Leaf } from './guide-shelf.ts';

/**
 * `/docs`: the guide. Each page is also there as markdown (its address with `.md`), and `/llms.txt` lists them all.
 * Nothing of it is read until somebody asks: a start has no use for a hundred pages.
 */
export function guideRoutes(app: FastifyInstance): void {
  let shelf: Promise<ReadonlyMap<string, Leaf>> | null = null;
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    shelf ??= import('./guide-shelf.ts').then(({ fillShelf }) => fillShelf());
    const leaf = (await shelf).get(request.url.split('?')[0]!);
    if (leaf === undefined) {
      reply.callNotFound();
      return reply;
    }
    return reply.headers(headers).type(leaf.type).send(leaf.read());
  };
  const config = { access: 'none', operation: 'guide' } as const;
  app.get('/docs', { config }, (_request, reply) => reply.redirect(firstPage));
  app.get('/docs/*', { config }, serve);
  app.get('/llms.txt', { config }, serve);
}

const firstPage = '/docs/getting-started';

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

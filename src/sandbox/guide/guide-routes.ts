import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GuideFile } from './guide-files.ts';

/**
 * `/docs`: the guide. Each page is also there as markdown (its address with `.md`), and `/llms.txt` lists them all.
 * The pages are read on the first request, to keep the start fast.
 */
export function guideRoutes(app: FastifyInstance): void {
  let files: Promise<ReadonlyMap<string, GuideFile>> | null = null;
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    files ??= import('./guide-files.ts').then(({ listGuideFiles }) => listGuideFiles());
    const file = (await files).get(request.url.split('?')[0]!);
    if (file === undefined) {
      reply.callNotFound();
      return reply;
    }
    return reply.headers(headers).type(file.type).send(file.read());
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

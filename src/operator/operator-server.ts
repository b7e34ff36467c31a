import Fastify, { type FastifyInstance } from 'fastify';

export interface OperatorParts {
  /** The metrics in Prometheus' text form. */
  readonly readMetrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
}

/** The operator's own port: not for partners, and bound to this machine unless configured otherwise. */
export function buildOperatorServer({ readMetrics }: OperatorParts): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: 1024 * 1024 });
  app.get('/metrics', async (_request, reply) => {
    const { text, contentType } = await readMetrics();
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(text);
  });
  return app;
}

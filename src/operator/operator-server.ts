import type { FastifyInstance } from 'fastify';
import { addConsoleFiles } from './console-files.ts';
import { equalsSecret } from './kit/equals-secret.ts';
import { addOperatorRoute, buildGuardedServer, type GuardedServerParts } from './kit/guarded-server.ts';
import { type OperatorRoutesParts, operatorRoutes } from './operator-routes.ts';

export interface OperatorParts extends GuardedServerParts, OperatorRoutesParts {
  /** The metrics in Prometheus' text form. */
  readonly readMetrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** What a collector of metrics must show; null: nothing. */
  readonly metricsToken: string | null;
  /** Where the console was built. */
  readonly consoleFolder: URL;
}

/** The operator's own port: not for partners, and bound to this machine unless configured otherwise. */
export function buildOperatorServer(parts: OperatorParts): FastifyInstance {
  const app = buildGuardedServer(parts);
  for (const route of operatorRoutes(parts)) addOperatorRoute(app, parts, route);
  addMetrics(app, parts);
  addConsoleFiles(app, parts);
  return app;
}

/** A collector reads them, which has no session. Metrics contain counts and durations, no personal data. */
function addMetrics(app: FastifyInstance, { readMetrics, metricsToken }: OperatorParts): void {
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== null && !equalsSecret(request.headers.authorization, `Bearer ${metricsToken}`))
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    const { text, contentType } = await readMetrics();
    return reply.header('content-type', contentType).send(text);
  });
}

import type { FastifyInstance } from 'fastify';
import type { PrintStatementParts } from '../flows/books/print-statement.ts';
import type { PersonParts } from '../flows/person/find-person.ts';
import { type AccessRoutesParts, accessRoutes } from './access-routes.ts';
import { booksRoutes } from './books-routes.ts';
import { addConsoleFiles } from './console-files.ts';
import { type CorrectRoutesParts, correctRoutes } from './correct-routes.ts';
import { equalsSecret } from './kit/equals-secret.ts';
import { addOperatorRoute, buildGuardedServer, type GuardedServerParts } from './kit/guarded-server.ts';
import type { OperatorRoute } from './kit/operator-route.ts';
import { type OidcRoutesParts, oidcRoutes } from './oidc-routes.ts';
import { type BrandRoutesParts, brandRoutes } from './onboard/brand-routes.ts';
import { dealerRoutes } from './onboard/dealer-routes.ts';
import { type ImportRoutesParts, importRoutes } from './onboard/import-routes.ts';
import { type IntegrationRoutesParts, integrationRoutes } from './onboard/integration-routes.ts';
import { licenceRoutes } from './onboard/licence-routes.ts';
import { lienHolderRoutes } from './onboard/lien-holder-routes.ts';
import { oauthClientRoutes } from './onboard/oauth-client-routes.ts';
import { sellerRoutes } from './onboard/seller-routes.ts';
import { vehicleRoutes } from './onboard/vehicle-routes.ts';
import { type WebhookRoutesParts, webhookRoutes } from './onboard/webhook-routes.ts';
import { personalDataRoutes } from './personal-data-routes.ts';
import { type SalesRoutesParts, salesRoutes } from './sales-routes.ts';
import { tariffRoutes } from './tariff-routes.ts';
import { wordingRoutes } from './wording-routes.ts';

export interface OperatorParts extends GuardedServerParts, OperatorRoutesParts {
  /** The metrics in Prometheus' text form. */
  readonly readMetrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** What a collector of metrics must show; null: nothing. */
  readonly metricsToken: string | null;
  /** Where the console was built. */
  readonly consoleFolder: URL;
}

export type OperatorRoutesParts = AccessRoutesParts &
  CorrectRoutesParts &
  PersonParts &
  SalesRoutesParts &
  PrintStatementParts &
  ImportRoutesParts &
  WebhookRoutesParts &
  BrandRoutesParts &
  Omit<IntegrationRoutesParts, 'hash'> & {
    /** Sign-in at an identity provider; without it there is none. */
    readonly oidc?: Omit<OidcRoutesParts, keyof AccessRoutesParts | 'hash' | 'log'> | null;
  };

/** Every route of the operator's API; a test walks them all with every role. */
export function operatorRoutes(parts: OperatorRoutesParts): readonly OperatorRoute[] {
  const issuing = { ...parts, hash: (secret: string, beside?: string) => parts.hasher.hash(secret, beside) };
  return [
    ...accessRoutes({ ...parts, identityProviderName: parts.oidc?.provider.name }),
    ...(parts.oidc ? oidcRoutes({ ...issuing, ...parts.oidc }) : []),
    ...salesRoutes(parts),
    ...booksRoutes(parts),
    ...correctRoutes(parts),
    ...personalDataRoutes(parts),
    ...tariffRoutes(parts),
    ...wordingRoutes(parts),
    ...integrationRoutes(issuing),
    ...brandRoutes(parts),
    ...oauthClientRoutes(issuing),
    ...webhookRoutes(parts),
    ...sellerRoutes(issuing),
    ...dealerRoutes(parts),
    ...lienHolderRoutes(parts),
    ...licenceRoutes(parts),
    ...vehicleRoutes(parts),
    ...importRoutes(parts),
  ];
}

/** The operator's own port: not for partners, and bound to this machine unless configured otherwise. */
export function buildOperatorServer(parts: OperatorParts): FastifyInstance {
  const guard: GuardedServerParts = { ...parts, identityProviderName: parts.oidc?.provider.name };
  const app = buildGuardedServer(guard);
  for (const route of operatorRoutes(parts)) addOperatorRoute(app, guard, route);
  addMetrics(app, parts);
  addConsoleFiles(app, parts.consoleFolder, parts.log);
  return app;
}

/** For a collector, which has no session. Metrics contain counts and durations, no personal data. */
function addMetrics(app: FastifyInstance, { readMetrics, metricsToken }: OperatorParts): void {
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== null && !equalsSecret(request.headers.authorization, `Bearer ${metricsToken}`))
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    const { text, contentType } = await readMetrics();
    return reply.header('content-type', contentType).send(text);
  });
}

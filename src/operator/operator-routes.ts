import type { PrintStatementParts } from '../flows/books/print-statement.ts';
import type { PersonParts } from '../flows/person/find-person.ts';
import { type AccessRoutesParts, accessRoutes } from './access-routes.ts';
import { booksRoutes } from './books-routes.ts';
import { type CorrectRoutesParts, correctRoutes } from './correct-routes.ts';
import { type DeskRoutesParts, deskRoutes } from './desk-routes.ts';
import type { OperatorRoute } from './kit/operator-route.ts';
import { moneyRoutes } from './money-routes.ts';
import { type OidcRoutesParts, oidcRoutes } from './oidc-routes.ts';
import { type BrandRoutesParts, brandRoutes } from './onboard/brand-routes.ts';
import { credentialRoutes } from './onboard/credential-routes.ts';
import { type ImportRoutesParts, importRoutes } from './onboard/import-routes.ts';
import { type IntegrationRoutesParts, integrationRoutes } from './onboard/integration-routes.ts';
import { licenceRoutes } from './onboard/licence-routes.ts';
import { oauthClientRoutes } from './onboard/oauth-client-routes.ts';
import { dealerRoutes, lienHolderRoutes } from './onboard/place-routes.ts';
import { type SaleLinkRoutesParts, saleLinkRoutes } from './onboard/sale-link-routes.ts';
import { sellerRoutes } from './onboard/seller-routes.ts';
import { vehicleRoutes } from './onboard/vehicle-routes.ts';
import { type WebhookRoutesParts, webhookRoutes } from './onboard/webhook-routes.ts';
import { personalDataRoutes } from './personal-data-routes.ts';
import { type SalesRoutesParts, salesRoutes } from './sales-routes.ts';
import { tariffRoutes } from './tariff-routes.ts';
import { wordingRoutes } from './wording-routes.ts';

export type OperatorRoutesParts = AccessRoutesParts &
  CorrectRoutesParts &
  PersonParts &
  SalesRoutesParts &
  PrintStatementParts &
  ImportRoutesParts &
  WebhookRoutesParts &
  SaleLinkRoutesParts &
  DeskRoutesParts &
  BrandRoutesParts &
  Omit<IntegrationRoutesParts, 'hash'> & {
    /** Sign-in at an identity provider; without it there is none. */
    readonly oidc?: Omit<OidcRoutesParts, keyof AccessRoutesParts | 'hash' | 'log'> | null;
  };

/** Every route of the operator's API; a test walks them all with every role. */
export function operatorRoutes(parts: OperatorRoutesParts): readonly OperatorRoute[] {
  const issuing = { ...parts, hash: (secret: string, beside?: string) => parts.hasher.hash(secret, beside) };
  return [
    ...accessRoutes(parts),
    ...(parts.oidc ? oidcRoutes({ ...issuing, ...parts.oidc }) : []),
    ...salesRoutes(parts),
    ...booksRoutes(parts),
    ...correctRoutes(parts),
    ...moneyRoutes(parts),
    ...personalDataRoutes(parts),
    ...tariffRoutes(parts),
    ...wordingRoutes(parts),
    ...integrationRoutes(issuing),
    ...brandRoutes(parts),
    ...oauthClientRoutes(issuing),
    ...webhookRoutes(parts),
    ...sellerRoutes(issuing),
    ...credentialRoutes(issuing),
    ...saleLinkRoutes(parts),
    ...deskRoutes(parts),
    ...dealerRoutes(parts),
    ...lienHolderRoutes(parts),
    ...licenceRoutes(parts),
    ...vehicleRoutes(parts),
    ...importRoutes(parts),
  ];
}

import type { SecretHasher } from '../flows/secret-hash.ts';
import type { OperatorRoute } from './kit/operator-route.ts';
import { dealerRoutes } from './onboard/dealer-routes.ts';
import { type ImportRoutesParts, importRoutes } from './onboard/import-routes.ts';
import { integrationRoutes } from './onboard/integration-routes.ts';
import { lienHolderRoutes } from './onboard/lien-holder-routes.ts';
import { type SellerRoutesParts, sellerRoutes } from './onboard/seller-routes.ts';

export interface OnboardRoutesParts extends Omit<SellerRoutesParts, 'hash'>, ImportRoutesParts {
  readonly hasher: Pick<SecretHasher, 'hash'>;
}

/**
 * Onboarding: who may sell, with which credentials, through whom. Everyone signed in may look; credentials and what a
 * seller may do are for admins; dealers and lienholders, which change daily, for support too.
 */
export function onboardRoutes(parts: OnboardRoutesParts): readonly OperatorRoute[] {
  const issuing = { ...parts, hash: (secret: string) => parts.hasher.hash(secret) };
  return [
    ...integrationRoutes(issuing),
    ...sellerRoutes(issuing),
    ...dealerRoutes(parts),
    ...lienHolderRoutes(parts),
    ...importRoutes(parts),
  ];
}

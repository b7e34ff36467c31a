import { healthcheck, healthcheckLive, healthcheckReady } from '@northbind/contract/healthcheck.ts';
import { oauthMetadata, oauthToken, protectedResource } from '@northbind/contract/oauth.ts';
import { openApiDocument } from '@northbind/contract/openapi.ts';
import { operations } from '@northbind/contract/operations.ts';
import { testVin } from '@northbind/contract/test-vin.ts';
import type { FastifyInstance } from 'fastify';
import type { BindParts } from '../flows/bind/bind.ts';
import type { IdempotentCallParts } from '../flows/call/idempotent-call.ts';
import type { CancellationRequestParts } from '../flows/cancellation/request-cancellation.ts';
import type { CardConfirmParts } from '../flows/card/card-confirm.ts';
import type { CardStartParts } from '../flows/card/card-start.ts';
import type { DiscloseParts } from '../flows/disclosure/disclose.ts';
import type { DocumentParts } from '../flows/document/fetch-document.ts';
import type { PublishEventsParts } from '../flows/event/publish-events.ts';
import type { WebhookEndpointParts } from '../flows/event/webhook-endpoints.ts';
import type { FinanceParts } from '../flows/financing/finance.ts';
import type { SellerParts } from '../flows/partner/seller-terms.ts';
import type { ListApplicationsParts } from '../flows/quote/list-applications.ts';
import type { LookUpApplicationParts } from '../flows/quote/look-up-application.ts';
import type { QuoteParts } from '../flows/quote/quote.ts';
import type { SaleLinkParts } from '../flows/sale-link/sale-links.ts';
import type { PaymentUrlParts } from '../flows/unpaid/payment-url.ts';
import type { VehicleLookUpParts } from '../flows/vehicle/look-up-vehicle.ts';
import type { TestVinParts } from '../flows/vehicle/test-vin.ts';
import { addApplication } from './application.ts';
import { type AuthenticateParts, addAuthenticate } from './authenticate.ts';
import { addBind } from './bind.ts';
import { addCancellationRequest } from './cancellation-request.ts';
import { addDisclosures } from './disclosures.ts';
import { addDocument } from './document.ts';
import { addEvents } from './events.ts';
import { type HealthcheckParts, handleHealthcheck, handleReady } from './healthcheck.ts';
import { ok, refused } from './kit/answer.ts';
import { buildHttpServer, type HttpServerParts } from './kit/http-server.ts';
import { type AddOperation, makeOperationRoutes, refuseUnknownRoutes } from './kit/operation-route.ts';
import { addOAuth, type OAuthParts } from './oauth.ts';
import { addPay, type PayParts } from './pay/pay-routes.ts';
import { addPaymentCard } from './payment-card.ts';
import { addPaymentCardConfirm } from './payment-card-confirm.ts';
import { addPolicies } from './policies.ts';
import { addQuote } from './quote.ts';
import { addQuoteFinancing } from './quote-financing.ts';
import { addReferenceLists } from './reference-lists.ts';
import { addRequests } from './requests.ts';
import { addSaleLinks } from './sale-links.ts';
import { addSeller } from './seller.ts';
import { addStatement } from './statement.ts';
import { addSwagger } from './swagger.ts';
import { addTestVin } from './test-vin.ts';
import { addVehicleConfigurations } from './vehicle-configurations.ts';
import { addWebhookEndpoints } from './webhook-endpoints.ts';

export interface ApiParts
  extends HttpServerParts,
    AuthenticateParts,
    OAuthParts,
    HealthcheckParts,
    VehicleLookUpParts,
    QuoteParts,
    FinanceParts,
    IdempotentCallParts,
    CardStartParts,
    CardConfirmParts,
    BindParts,
    DiscloseParts,
    DocumentParts,
    LookUpApplicationParts,
    ListApplicationsParts,
    CancellationRequestParts,
    PublishEventsParts,
    WebhookEndpointParts,
    PaymentUrlParts,
    PayParts,
    SaleLinkParts,
    SellerParts,
    TestVinParts {
  readonly pagesUrl: string | null;
  /** Called before the routes are added, for hooks that see every request. */
  readonly watchRequests: ((app: FastifyInstance) => void) | null;
  /** Adds what only the sandbox has. */
  readonly addSandbox: ((app: FastifyInstance, add: AddOperation) => void) | null;
  /** Adds the page of a sale link, which calls the operations above. */
  readonly addSalePage: (app: FastifyInstance) => void;
  /** Adds an assistant's tools, which call them, too; null while they are off. */
  readonly addAssistant: ((app: FastifyInstance) => void) | null;
}

/** The partners' API: every operation of the contract. */
export async function buildApi(parts: ApiParts): Promise<FastifyInstance> {
  const app = buildHttpServer(parts);
  parts.watchRequests?.(app);
  const { add, addWithFaults, built } = makeOperationRoutes(app, parts);
  addAuthenticate(add, parts);
  addOAuth(app, parts);
  built.add(oauthToken.id).add(oauthMetadata.id).add(protectedResource.id);
  addVehicleConfigurations(addWithFaults, parts);
  addReferenceLists(add, parts);
  addSeller(add, parts);
  addRequests(add, parts);
  addQuote(addWithFaults, parts);
  addBind(addWithFaults, parts);
  addDisclosures(addWithFaults, parts);
  addDocument(add, parts);
  addSaleLinks(add, parts);
  addApplication(add, parts);
  addPolicies(add, parts);
  addCancellationRequest(add, parts);
  addStatement(add, parts);
  addQuoteFinancing(add, parts);
  addPaymentCard(add, parts);
  addPaymentCardConfirm(add, parts);
  addEvents(add, parts);
  addWebhookEndpoints(add, parts);
  addPay(app, parts);
  parts.addSalePage(app);
  parts.addAssistant?.(app);
  add(healthcheck, handleHealthcheck(parts));
  add(healthcheckLive, () => ok({ status: 'Healthy' }));
  add(healthcheckReady, handleReady(parts));
  if (parts.isProduction) {
    // The query is left out: it is not checked when the call is refused anyway.
    add({ ...testVin, request: {} }, () => refused([{ code: 'TestVinProductionDisabled', field: '' }]));
  } else {
    addTestVin(add, parts);
    await addSwagger(app, openApiDocument(), parts.pagesUrl);
    parts.addSandbox?.(app, add);
  }

  const offered = operations.filter(({ world }) => world === 'both' || !parts.isProduction);
  for (const { id } of offered) if (!built.has(id)) throw new Error(`The contract's operation ${id} has no handler.`);
  refuseUnknownRoutes(app, offered);
  return app;
}

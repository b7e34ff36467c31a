import { application } from '@northbind/contract/application.ts';
import { authenticate } from '@northbind/contract/authenticate.ts';
import { bind } from '@northbind/contract/bind.ts';
import { cancellationRequest } from '@northbind/contract/cancellation-request.ts';
import { dealers } from '@northbind/contract/dealers.ts';
import { disclosures } from '@northbind/contract/disclosures.ts';
import { document } from '@northbind/contract/document.ts';
import { events } from '@northbind/contract/events.ts';
import { healthcheck, healthcheckLive } from '@northbind/contract/healthcheck.ts';
import { lienholders } from '@northbind/contract/lienholders.ts';
import { oauthMetadata, oauthToken } from '@northbind/contract/oauth.ts';
import { openApiDocument } from '@northbind/contract/openapi.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import { paymentCard } from '@northbind/contract/payment-card.ts';
import { paymentCardConfirm } from '@northbind/contract/payment-card-confirm.ts';
import { policies } from '@northbind/contract/policies.ts';
import { policy } from '@northbind/contract/policy.ts';
import { quote } from '@northbind/contract/quote.ts';
import { quoteFinancing } from '@northbind/contract/quote-financing.ts';
import { statement } from '@northbind/contract/statement.ts';
import { testVin } from '@northbind/contract/test-vin.ts';
import { vehicleConfigurations } from '@northbind/contract/vehicle-configurations.ts';
import type { FastifyInstance } from 'fastify';
import type { DocumentParts } from '../flows/fetch-document.ts';
import type { PublishEventsParts } from '../flows/publish-events.ts';
import { type ApplicationHandlerParts, handleApplication } from './application.ts';
import { type AuthenticateParts, handleAuthenticate } from './authenticate.ts';
import { type BindHandlerParts, handleBind } from './bind.ts';
import { type CancellationRequestHandlerParts, handleCancellationRequest } from './cancellation-request.ts';
import { handleDealers } from './dealers.ts';
import { type DisclosuresHandlerParts, handleDisclosures } from './disclosures.ts';
import { handleDocument } from './document.ts';
import { handleEvents } from './events.ts';
import { type HealthcheckParts, handleHealthcheck } from './healthcheck.ts';
import { ok, refused } from './kit/answer.ts';
import { buildHttpServer, type HttpServerParts } from './kit/http-server.ts';
import {
  type AddOperation,
  addOperation,
  addOperationWithFaults,
  type HandleWithFaults,
  refuseUnknownRoutes,
} from './kit/operation-route.ts';
import { handleLienholders } from './lienholders.ts';
import { addOAuth, type OAuthParts } from './oauth.ts';
import { addPay, type PayParts } from './pay/pay-routes.ts';
import { handlePaymentCard, type PaymentCardParts } from './payment-card.ts';
import { handlePaymentCardConfirm } from './payment-card-confirm.ts';
import { handlePolicies } from './policies.ts';
import { handlePolicy, type PolicyHandlerParts } from './policy.ts';
import { handleQuote, type QuoteHandlerParts } from './quote.ts';
import { handleQuoteFinancing, type QuoteFinancingParts } from './quote-financing.ts';
import { handleStatement } from './statement.ts';
import { addSwagger } from './swagger.ts';
import { handleTestVin, type TestVinParts } from './test-vin.ts';
import { handleVehicleConfigurations, type VehicleConfigurationsParts } from './vehicle-configurations.ts';
import { addWebhookEndpoints, type WebhookHandlerParts } from './webhook-endpoints.ts';

export interface ApiParts
  extends HttpServerParts,
    AuthenticateParts,
    OAuthParts,
    HealthcheckParts,
    VehicleConfigurationsParts,
    QuoteHandlerParts,
    QuoteFinancingParts,
    PaymentCardParts,
    BindHandlerParts,
    DisclosuresHandlerParts,
    DocumentParts,
    ApplicationHandlerParts,
    PolicyHandlerParts,
    CancellationRequestHandlerParts,
    PublishEventsParts,
    WebhookHandlerParts,
    PayParts,
    TestVinParts {
  readonly pagesUrl: string | null;
  /** Called before the routes are added, for hooks that see every request. */
  readonly watchRequests: ((app: FastifyInstance) => void) | null;
  /** Adds what only the sandbox has. */
  readonly addSandbox: ((app: FastifyInstance, add: AddOperation) => void) | null;
}

/** The partners' API: every operation of the contract. */
export async function buildApi(parts: ApiParts): Promise<FastifyInstance> {
  const app = buildHttpServer(parts);
  parts.watchRequests?.(app);
  const built = new Set<string>();
  const add: AddOperation = (operation, handle) => {
    built.add(operation.id);
    addOperation(app, operation, parts, handle);
  };

  const addWithFaults = <O extends Operation>(operation: O, handle: HandleWithFaults<O>): void => {
    built.add(operation.id);
    addOperationWithFaults(app, operation, parts, handle);
  };

  add(authenticate, handleAuthenticate(parts));
  addOAuth(app, parts);
  built.add(oauthToken.id).add(oauthMetadata.id);
  add(vehicleConfigurations, handleVehicleConfigurations(parts));
  add(dealers, handleDealers(parts));
  add(lienholders, handleLienholders(parts));
  addWithFaults(quote, handleQuote(parts));
  addWithFaults(bind, handleBind(parts));
  add(disclosures, handleDisclosures(parts));
  add(document, handleDocument(parts));
  add(application, handleApplication(parts));
  add(policy, handlePolicy(parts));
  add(policies, handlePolicies(parts));
  add(cancellationRequest, handleCancellationRequest(parts));
  add(statement, handleStatement(parts));
  add(quoteFinancing, handleQuoteFinancing(parts));
  add(paymentCard, handlePaymentCard(parts));
  add(paymentCardConfirm, handlePaymentCardConfirm(parts));
  add(events, handleEvents(parts));
  addWebhookEndpoints(add, parts);
  addPay(app, parts);
  add(healthcheck, handleHealthcheck(parts));
  add(healthcheckLive, () => ok({ status: 'Healthy' }));
  if (parts.isProduction) {
    // Without its query, which is not checked when the call is refused anyway.
    add({ ...testVin, request: {} }, () => refused([{ code: 'TestVinProductionDisabled', field: '' }]));
  } else {
    add(testVin, handleTestVin(parts));
    await addSwagger(app, openApiDocument(), parts.pagesUrl);
    parts.addSandbox?.(app, add);
  }

  const offered = operations.filter(({ world }) => world === 'both' || !parts.isProduction);
  for (const { id } of offered) if (!built.has(id)) throw new Error(`The contract's operation ${id} has no handler.`);
  refuseUnknownRoutes(app, offered);
  return app;
}

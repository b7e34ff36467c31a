import { application } from './application.ts';
import { applications } from './applications.ts';
import { authenticate } from './authenticate.ts';
import { bind } from './bind.ts';
import { cancellationRequest, latestCancellationRequest, withdrawCancellationRequest } from './cancellation-request.ts';
import { dealers } from './dealers.ts';
import { disclosures } from './disclosures.ts';
import { document } from './document.ts';
import { events } from './events.ts';
import { healthcheck, healthcheckLive, healthcheckReady } from './healthcheck.ts';
import { lienholders } from './lienholders.ts';
import { oauthMetadata, oauthToken, protectedResource } from './oauth.ts';
import type { Operation } from './operation.ts';
import { paymentCard } from './payment-card.ts';
import { paymentCardConfirm } from './payment-card-confirm.ts';
import { policies } from './policies.ts';
import { policy } from './policy.ts';
import { quote } from './quote.ts';
import { quoteFinancing } from './quote-financing.ts';
import { requests } from './requests.ts';
import * as sale from './sale-links.ts';
import { moveSandboxClock, readSandboxClock } from './sandbox-clock.ts';
import { sandboxDecision } from './sandbox-decision.ts';
import { sandboxEvents } from './sandbox-events.ts';
import { sandboxLedger } from './sandbox-ledger.ts';
import { sandboxLoans } from './sandbox-loans.ts';
import { sandboxCancellations, sandboxDisputes, sandboxPayments, sandboxRefunds } from './sandbox-money.ts';
import { sandboxOutbox } from './sandbox-outbox.ts';
import { sandboxReset } from './sandbox-reset.ts';
import { seller } from './seller.ts';
import { statement } from './statement.ts';
import { testVin } from './test-vin.ts';
import { vehicleConfigurations } from './vehicle-configurations.ts';
import * as webhooks from './webhook-endpoints.ts';

/** Every operation of the contract, in the order of a sale. */
export const operations = [
  authenticate,
  oauthToken,
  oauthMetadata,
  protectedResource,
  seller,
  vehicleConfigurations,
  dealers,
  lienholders,
  quote,
  quoteFinancing,
  paymentCard,
  paymentCardConfirm,
  disclosures,
  bind,
  document,
  sale.createSaleLink,
  sale.saleLinks,
  sale.saleLink,
  sale.withdrawSaleLink,
  application,
  applications,
  policy,
  policies,
  cancellationRequest,
  latestCancellationRequest,
  withdrawCancellationRequest,
  statement,
  events,
  webhooks.createWebhookEndpoint,
  webhooks.webhookEndpoints,
  webhooks.webhookEndpoint,
  webhooks.changeWebhookEndpoint,
  webhooks.deleteWebhookEndpoint,
  webhooks.rotateWebhookSecret,
  webhooks.pingWebhookEndpoint,
  webhooks.webhookDeliveries,
  webhooks.replayWebhookDelivery,
  webhooks.replayWebhookEvents,
  requests,
  healthcheck,
  healthcheckLive,
  healthcheckReady,
  testVin,
  readSandboxClock,
  moveSandboxClock,
  sandboxDecision,
  sandboxLoans,
  sandboxCancellations,
  sandboxPayments,
  sandboxRefunds,
  sandboxDisputes,
  sandboxLedger,
  sandboxOutbox,
  sandboxReset,
  sandboxEvents,
] as const satisfies readonly Operation[];

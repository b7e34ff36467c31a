export type { Credentials, OAuthCredentials, PasswordCredentials } from './authenticate.ts';
export type { BindState } from './bind-state.ts';
export type { CallOptions, KeyedCallOptions } from './caller.ts';
export type * from './contract-types.ts';
export { errorCodes, sandboxFaults } from './contract-types.ts';
export type { NorthbindDocument } from './document.ts';
export type { EventFeed, EventFilter, FollowOptions } from './event-feed.ts';
export type { NorthbindEvent, OnEvent } from './events.ts';
export {
  type BindOptions,
  type ConnectionOptions,
  Northbind,
  type NorthbindOptions,
  type ResumeBindOptions,
} from './northbind.ts';
export {
  AmbiguousBindError,
  AuthenticationError,
  CancelledError,
  type FailureCode,
  NoAnswerError,
  NoResultError,
  NorthbindError,
  type OwnCode,
  RateLimitError,
  RefusedError,
  ServiceError,
} from './northbind-error.ts';
export { type RateLimit, type ResponseFacts, responseOf } from './response.ts';
export {
  verifyWebhook,
  type WebhookMessage,
  type WebhookOptions,
  type WebhookPing,
  WebhookVerificationError,
} from './webhook.ts';
export type { WebhookEndpointCalls } from './webhook-endpoints.ts';

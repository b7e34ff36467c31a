export type { BindState } from './bind-state.ts';
export type { CallOptions, Credentials } from './caller.ts';
export type * from './contract-types.ts';
export { errorCodes, sandboxFaults } from './contract-types.ts';
export type { NorthbindDocument } from './document.ts';
export type { NorthbindEvent, OnEvent } from './events.ts';
export { type BindOptions, Northbind, type NorthbindOptions, type ResumeBindOptions } from './northbind.ts';
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
export { verifyWebhook, type WebhookOptions, WebhookVerificationError } from './webhook.ts';

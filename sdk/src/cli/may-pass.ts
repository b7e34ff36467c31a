import { NoAnswerError, NorthbindError, RateLimitError, ServiceError } from '../northbind-error.ts';

/** Whether the service is away, or asks for patience: the same call may be answered later. */
export function mayPass(error: unknown): error is NorthbindError {
  if (!(error instanceof NorthbindError)) return false;
  const isAway = error instanceof NoAnswerError || error instanceof ServiceError || error instanceof RateLimitError;
  return isAway || error.retryable;
}

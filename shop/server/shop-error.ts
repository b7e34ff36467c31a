import { type ErrorItem, NoResultError, NorthbindError, RefusedError } from '@northbind/sdk';
import { StaleSaleError } from './sale-store.ts';

/** A refusal by the shop, sent to the page like one of the service. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  readonly status: number;
  readonly errors: readonly ErrorItem[];

  constructor(status: number, code: string, field = '', errors: readonly ErrorItem[] = [fault(code, field)]) {
    super(code);
    this.status = status;
    this.errors = errors;
  }
}

/** All faults of a form, each at its field. */
export function refusedBy(errors: readonly ErrorItem[]): ShopError {
  return new ShopError(422, 'Refused', '', errors);
}

export function fault(code: string, field: string): ErrorItem {
  return { code, field, message: '' };
}

/**
 * Returns an error as the page gets it. A refusal names its field; anything that the customer can't correct is a 503
 * without details.
 */
export function answerOf(error: unknown): Pick<ShopError, 'status' | 'errors'> {
  if (error instanceof ShopError) return error;
  if (error instanceof StaleSaleError) return new ShopError(409, 'ChangedElsewhere');
  if (error instanceof RefusedError) return { status: 422, errors: error.errors };
  if (error instanceof NoResultError) return new ShopError(422, 'NoResult');
  if (error instanceof NorthbindError) return new ShopError(503, 'TryAgain');
  return new ShopError(500, 'ShopFailed');
}

import type { BankAccount, BindFinancingRequest, BindRequest } from './contract-types.ts';

/**
 * What is needed to repeat a bind, also after a crash: a plain JSON value. It never contains bank account details, so
 * it can be stored with the application; `resumeBind` takes them again.
 */
export interface BindState {
  readonly version: 1;
  /** The username of the quote: for another seller the application does not exist. */
  readonly seller: string;
  readonly request: Omit<BindRequest, 'financing'> & {
    readonly financing?: Omit<BindFinancingRequest, 'bankAccount'> | null;
  };
}

/** Copies the request, so that a later change of it does not change the repeat. */
export function bindStateOf(seller: string, request: BindRequest): BindState {
  const { financing, ...rest } = JSON.parse(JSON.stringify(request)) as BindRequest;
  if (financing === undefined || financing === null) return { version: 1, seller, request: rest };
  const { bankAccount: _, ...wishes } = financing;
  return { version: 1, seller, request: { ...rest, financing: wishes } };
}

/** Returns the request. Throws when the state is malformed, is another seller's, or needs a bank account. */
export function bindRequestOf(seller: string, state: BindState, bankAccount: BankAccount | undefined): BindRequest {
  if (state?.version !== 1 || typeof state.request?.applicationId !== 'string') {
    throw new TypeError('This is not a bind state of this version of the SDK: give what prepareBind returned.');
  }
  if (state.seller !== seller) {
    // The service would refuse it as not found, which looks like "there is no policy".
    throw new TypeError('This bind belongs to another seller: resume it with the credentials it was made with.');
  }
  const { financing, ...rest } = state.request;
  if (financing === undefined || financing === null) return rest;
  if (bankAccount === undefined) {
    throw new TypeError('This bind has financing: give resumeBind the bank account again, it is not kept.');
  }
  return { ...rest, financing: { ...financing, bankAccount } };
}

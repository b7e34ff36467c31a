import type { BankAccount, BindFinancingRequest, BindRequest } from './contract-types.ts';

/**
 * What is needed to send a bind again, after a crash too: a plain JSON value. It never holds bank account details, so
 * that it can be kept where the application is kept; they are given again to `resumeBind`.
 */
export interface BindState {
  readonly version: 1;
  /** The username in whose name the quote was written: to another seller the application does not exist. */
  readonly seller: string;
  readonly request: Omit<BindRequest, 'financing'> & {
    readonly financing?: Omit<BindFinancingRequest, 'bankAccount'> | null;
  };
}

/** Copies the request, so that what is changed in it later does not change what is repeated. */
export function bindStateOf(seller: string, request: BindRequest): BindState {
  const { financing, ...rest } = JSON.parse(JSON.stringify(request)) as BindRequest;
  if (financing === undefined || financing === null) return { version: 1, seller, request: rest };
  const { bankAccount: _, ...wishes } = financing;
  return { version: 1, seller, request: { ...rest, financing: wishes } };
}

/** The request as it was. Throws when the state is not one, or not this seller's, or lacks the bank account. */
export function bindRequestOf(seller: string, state: BindState, bankAccount: BankAccount | undefined): BindRequest {
  if (state?.version !== 1 || typeof state.request?.applicationId !== 'string') {
    throw new TypeError('This is not a bind state of this version of the SDK: give what prepareBind returned.');
  }
  if (state.seller !== seller) {
    // It would be refused as not found, which reads like "there is no policy".
    throw new TypeError('This bind belongs to another seller: resume it with the credentials it was made with.');
  }
  const { financing, ...rest } = state.request;
  if (financing === undefined || financing === null) return rest;
  if (bankAccount === undefined) {
    throw new TypeError('This bind has financing: give resumeBind the bank account again, it is not kept.');
  }
  return { ...rest, financing: { ...financing, bankAccount } };
}

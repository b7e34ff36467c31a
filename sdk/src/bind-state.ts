import type {
  BankAccount,
  BindByCard,
  BindByLoan,
  BindByReference,
  BindFinancingRequest,
  BindRequest,
} from './contract-types.ts';

/**
 * What is needed to repeat a bind, also after a crash: a plain JSON value. It never contains bank account details, so
 * it can be stored with the application; `resumeBind` takes them again.
 */
export interface BindState {
  readonly version: 1;
  /** The seller's username, or the client of OAuth 2.0 that names none: to others the application does not exist. */
  readonly seller: string;
  readonly request: BindByReference | BindByCard | BindByLoanWithoutAccount;
}

type BindByLoanWithoutAccount = Omit<BindByLoan, 'financing'> & {
  readonly financing: Omit<BindFinancingRequest, 'bankAccount'>;
};

/** Copies the request, so that a later change of it does not change the repeat. */
export function bindStateOf(seller: string, request: BindRequest): BindState {
  const copy = JSON.parse(JSON.stringify(request)) as { financing?: { bankAccount?: unknown } | null };
  // Whatever the method: no bank account is kept, also of a request that the service will refuse.
  delete copy.financing?.bankAccount;
  return { version: 1, seller, request: copy as BindState['request'] };
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
  const { request } = state;
  if (!hasFinancing(request)) return request;
  if (bankAccount === undefined) {
    throw new TypeError('This bind has financing: give resumeBind the bank account again, it is not kept.');
  }
  return { ...request, financing: { ...request.financing, bankAccount } };
}

function hasFinancing(request: BindState['request']): request is BindByLoanWithoutAccount {
  return request.financing !== undefined && request.financing !== null;
}

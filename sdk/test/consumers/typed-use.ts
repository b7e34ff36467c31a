import {
  AmbiguousBindError,
  type BindRequest,
  type BindState,
  type ErrorCode,
  Northbind,
  NorthbindError,
  type Policy,
  RefusedError,
} from '@northbind/sdk';

/** What must and must not compile in a partner's project. */
export async function use(northbind: Northbind, request: BindRequest, signal: AbortSignal): Promise<string> {
  const state: BindState = northbind.prepareBind(request);
  await globalThis.fetch(JSON.stringify(state));
  try {
    const policy: Policy = await northbind.bind(request, { signal, deadlineMs: 1_000, sandboxFault: 'SlowBind' });
    const receipt: string | undefined = policy.cardPayment?.receiptDownloadId;
    const { stream, toBytes } = await northbind.documents.fetch(receipt ?? policy.documentDownloadId);
    const body: ReadableStream<Uint8Array> = stream;
    const bytes: Uint8Array = await toBytes();
    return `${body.locked} ${bytes.length}`;
  } catch (error) {
    if (error instanceof AmbiguousBindError) {
      const again: Policy = await northbind.resumeBind(error.state, { bankAccount: request.financing?.bankAccount });
      return again.policyNumber;
    }
    if (error instanceof RefusedError && error.code === 'CardPaymentDeclined') return error.field;
    if (error instanceof NorthbindError) return error.requestId;
    throw error;
  }
}

export function make(): Northbind {
  // @ts-expect-error: all four credentials are needed.
  new Northbind({ baseUrl: 'https://partners.example.com', clientId: '', clientSecret: '', username: '' });
  return new Northbind({
    baseUrl: 'https://partners.example.com',
    clientId: '',
    clientSecret: '',
    username: '',
    password: '',
    onEvent: (event) => (event.type === 'waiting' ? event.waitMs : event.requestId),
  });
}

export async function misuse(northbind: Northbind, request: BindRequest): Promise<void> {
  // @ts-expect-error: not a payment method of the contract.
  await northbind.bind({ ...request, paymentMethod: 'CASH' });
  // @ts-expect-error: a fault that the sandbox does not know.
  await northbind.bind(request, { sandboxFault: 'Earthquake' });
  // @ts-expect-error: a bind has no count of retries; it has a deadline.
  await northbind.bind(request, { retries: 3 });
  // @ts-expect-error: a quote is revised with its id first.
  await northbind.quotes.revise({ odometer: 1 });
  // @ts-expect-error: answers are not to be changed.
  (await northbind.bind(request)).policyNumber = '';
  // @ts-expect-error: credentials can't be read back.
  northbind.clientSecret;
}

export const known: ErrorCode = 'BindInProgress';
// @ts-expect-error: not a code of the contract.
export const unknown: ErrorCode = 'BindInprogress';

import {
  AmbiguousBindError,
  type BindRequest,
  type BindState,
  type CoverageCategory,
  type DocumentKind,
  type ErrorCode,
  type Event,
  type EventType,
  type Language,
  type MoneyStatus,
  Northbind,
  NorthbindError,
  type PaymentMethod,
  type Policy,
  type PolicyStatus,
  type PurchaseMethod,
  RefusedError,
  type ResponseFacts,
  responseOf,
  type Series,
  verifyWebhook,
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
  // @ts-expect-error: a username needs its password.
  new Northbind({ baseUrl: 'https://partners.example.com', clientId: '', clientSecret: '', username: '' });
  // @ts-expect-error: a seller is named with OAuth 2.0, or by its username.
  new Northbind({
    baseUrl: 'https://a.example',
    clientId: '',
    clientSecret: '',
    username: '',
    password: '',
    seller: '',
  });
  const maybe: string | undefined = JSON.parse('null')?.seller;
  new Northbind({
    baseUrl: 'https://partners.example.com',
    clientId: '',
    clientSecret: '',
    seller: maybe,
    scopes: ['sell', 'read'],
    language: 'fr',
    timeoutMs: undefined,
  });
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

/** What belongs to a payment method is there with it, and with no other. */
export async function bindByMethod(northbind: Northbind, applicationId: string, paymentId: string): Promise<void> {
  const selection = {
    applicationId,
    coverageCategory: 'Replacement',
    paymentTermInYears: 3,
    selectedProducts: ['RPL'],
  } as const;
  await northbind.bind({ ...selection, paymentMethod: 'REF', paymentReference: undefined });
  await northbind.bind({ ...selection, paymentMethod: 'CC', cardPayment: { paymentId } });
  // @ts-expect-error: a card payment is needed.
  await northbind.bind({ ...selection, paymentMethod: 'CC' });
  // @ts-expect-error: financing is needed.
  await northbind.bind({ ...selection, paymentMethod: 'PFF', cardPayment: { paymentId } });
  // @ts-expect-error: a card payment has no reference of yours.
  await northbind.bind({ ...selection, paymentMethod: 'CC', cardPayment: { paymentId }, paymentReference: 'A-1' });
}

/** What is not known may be written as undefined, also under `exactOptionalPropertyTypes`. */
export async function leaveOut(
  northbind: Northbind,
  vin: string | undefined,
  after: string | undefined,
): Promise<void> {
  const status: PolicyStatus = 'InForce';
  const moneyStatus: MoneyStatus = 'Unpaid';
  for await (const { policyNumber } of northbind.policies.list({ vin, status, moneyStatus }, { signal: undefined }))
    await northbind.policies.get(policyNumber, { language: undefined });
  for await (const event of northbind.events.follow({ after, types: ['payment.refused'] })) tell(event);
  await northbind.webhookEndpoints.create({ url: '', types: undefined, description: undefined });
  const facts: ResponseFacts | undefined = responseOf(await northbind.dealers.list());
  await northbind.testVin(facts?.rateLimit?.remaining ?? 2024);
}

export async function receive(body: string, secret: string): Promise<string> {
  const message = verifyWebhook(body, {}, secret);
  // @ts-expect-error: a test message is about no policy.
  message.policyNumber;
  return message.type === 'ping' ? message.id : message.policyNumber;
}

export function tell(event: Event): string {
  switch (event.type) {
    case 'payment.refused':
      return event.data.nextAttemptOn ?? 'never';
    case 'policy.cancelled':
      // @ts-expect-error: only a refused payment is tried again.
      return event.data.nextAttemptOn;
    default:
      return event.data.policyNumber;
  }
}

export const named: readonly [
  Series,
  PurchaseMethod,
  CoverageCategory,
  PaymentMethod,
  Language,
  DocumentKind,
  EventType,
] = ['Prime', 'Cash', 'Replacement', 'REF', 'fr', 'Receipt', 'loan.cancelled'];

export const known: ErrorCode = 'BindInProgress';
// @ts-expect-error: not a code of the contract.
export const unknown: ErrorCode = 'BindInprogress';

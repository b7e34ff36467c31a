import { type Credentials, sellerOf } from './authenticate.ts';
import { type Binding, bindUntilSettled } from './bind.ts';
import { type BindState, bindRequestOf, bindStateOf } from './bind-state.ts';
import { Caller, type CallOptions, type KeyedCallOptions } from './caller.ts';
import type {
  Application,
  ApplicationSummary,
  Applications,
  ApplicationsQuery,
  BankAccount,
  BindRequest,
  CancellationDecision,
  CancellationRequest,
  CancellationRequestAnswer,
  CardConfirmation,
  CardConfirmRequest,
  CardPayment,
  CardPaymentRequest,
  Dealer,
  Disclosure,
  DisclosuresRequest,
  DisputeOutcome,
  Event,
  EventType,
  FinancingQuote,
  FinancingQuoteRequest,
  Language,
  LatestCancellationRequest,
  LienHolder,
  LoanState,
  MovedSandboxClock,
  NewSaleLink,
  OutboxMessage,
  PastRequest,
  Policies,
  PoliciesQuery,
  Policy,
  PolicyDetails,
  PolicySummary,
  Quote,
  QuoteRequest,
  Requests,
  RequestsQuery,
  SaleLink,
  SaleLinkAnswer,
  SaleLinks,
  SaleLinksQuery,
  SandboxCancellationRequest,
  SandboxClock,
  SandboxDecision,
  SandboxLedger,
  SandboxPaymentRequest,
  SandboxRefundRequest,
  SandboxReset,
  Seller,
  Statement,
  TestVin,
  Vehicle,
  VehicleConfigurationsQuery,
} from './contract-types.ts';
import { type NorthbindDocument, readDocument } from './document.ts';
import { EventFeed } from './event-feed.ts';
import type { OnEvent } from './events.ts';
import { readNothing } from './send.ts';
import { WebhookEndpointCalls } from './webhook-endpoints.ts';

export type NorthbindOptions = ConnectionOptions & Credentials;

export interface ConnectionOptions {
  /** The address of the service, such as `https://partners.example.com`. Plain `http://` is taken for this machine alone. */
  readonly baseUrl: string;
  /** Used instead of the global `fetch`, for a proxy or an agent of your own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long to wait for an answer each time a call is sent; 30 seconds. A bind has limits of its own. */
  readonly timeoutMs?: number | undefined;
  /** How often a call that failed in a retryable way is sent again; 3. */
  readonly retries?: number | undefined;
  /** The language of messages, product names and vehicles, for calls that name none; English. */
  readonly language?: Language | undefined;
  /** Called with what happens inside a call, for your log. Events contain no secrets. */
  readonly onEvent?: OnEvent | undefined;
}

export interface BindOptions extends Omit<CallOptions, 'retries'> {
  /** How long the bind is repeated before it is ambiguous; 2 minutes. */
  readonly deadlineMs?: number | undefined;
}

export interface ResumeBindOptions extends BindOptions {
  /** Needed again for a bind with financing: a bind state does not contain it. */
  readonly bankAccount?: BankAccount | undefined;
}

/** The client of one seller. Create one and reuse it: it holds the token. */
export class Northbind {
  readonly #caller: Caller;
  readonly #seller: string;
  readonly #baseUrl: string;
  /** The feed of what happens to the seller's policies. */
  readonly events: EventFeed;
  /** The endpoints to which events are sent. */
  readonly webhookEndpoints: WebhookEndpointCalls;

  constructor(options: NorthbindOptions) {
    const { baseUrl, fetch = globalThis.fetch, onEvent, timeoutMs = 30_000, retries = 3, language } = options;
    this.#baseUrl = readBaseUrl(baseUrl);
    this.#seller = sellerOf(options);
    const transport = { baseUrl: this.#baseUrl, fetch: fetch.bind(globalThis), onEvent };
    this.#caller = new Caller(transport, options, { timeoutMs, retries, language });
    this.events = new EventFeed(this.#caller);
    this.webhookEndpoints = new WebhookEndpointCalls(this.#caller);
    // What Node prints in a log or a debugger.
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), { value: () => this.toJSON() });
  }

  readonly seller = {
    /** What the seller may do: payment methods, products, what it must send, limits. */
    get: (options?: CallOptions): Promise<Seller> => this.#caller.ask('seller', {}, options),
  };

  readonly vehicles = {
    /** Returns the configurations of a VIN; empty when none is eligible. Even a single one has to be chosen. */
    lookUp: (query: VehicleConfigurationsQuery, options?: CallOptions): Promise<readonly Vehicle[]> =>
      this.#caller.askFor('vehicleConfigurations', 'vehicles', { query: { ...query } }, options),
  };

  readonly dealers = {
    /** Returns the dealers that the seller may sell Plus through. Changes rarely. */
    list: (options?: CallOptions): Promise<readonly Dealer[]> => this.#caller.askFor('dealers', 'dealers', {}, options),
  };

  readonly lienHolders = {
    /** Best match first. At least 3 characters. */
    search: (search: string, options?: CallOptions): Promise<readonly LienHolder[]> =>
      this.#caller.askFor('lienholders', 'lienHolders', { query: { search } }, options),
  };

  readonly quotes = {
    /** Keep the `applicationId`: what follows needs it. */
    create: (request: Omit<QuoteRequest, 'applicationId'>, options?: KeyedCallOptions): Promise<Quote> =>
      this.#caller.ask('quote', { body: { ...request, applicationId: undefined } }, options),

    /** Prices from scratch: send the complete request again. */
    revise: (
      applicationId: string,
      request: Omit<QuoteRequest, 'applicationId'>,
      options?: KeyedCallOptions,
    ): Promise<Quote> => this.#caller.ask('quote', { body: { ...request, applicationId } }, options),
  };

  readonly financing = {
    /** Indicative; creates nothing. */
    quote: (request: FinancingQuoteRequest, options?: CallOptions): Promise<FinancingQuote> =>
      this.#caller.ask('quoteFinancing', { body: request }, options),
  };

  readonly cardPayments = {
    /** The ticket in the answer is secret: pass it to the customer's page, and do not log or store it. */
    start: (request: CardPaymentRequest, options?: KeyedCallOptions): Promise<CardPayment> =>
      this.#caller.ask('paymentCard', { body: request }, options),

    /** The only source of the outcome. Read `status`; can be called any number of times. */
    confirm: (request: CardConfirmRequest, options?: CallOptions): Promise<CardConfirmation> =>
      this.#caller.ask('paymentCardConfirm', { body: request }, options),
  };

  readonly disclosures = {
    /** What the customer must be given before agreeing. Send `acknowledgements` of them with the bind. */
    list: (request: DisclosuresRequest, options?: CallOptions): Promise<readonly Disclosure[]> =>
      this.#caller.askFor('disclosures', 'disclosures', { body: request }, options),
  };

  /**
   * What to persist before `bind`, so that the bind can be resumed after a crash. A plain JSON value without bank
   * details.
   */
  prepareBind(request: BindRequest): BindState {
    return bindStateOf(this.#seller, request);
  }

  /**
   * Makes the policy, once. Sends the same bind again after a timeout, a dropped connection, a 5xx or `BindInProgress`,
   * until there is an answer. When there is none in time, throws an AmbiguousBindError: resume, never re-quote.
   */
  async bind(request: BindRequest, options?: BindOptions): Promise<Policy> {
    return this.#bind({ state: this.prepareBind(request), mayHaveBeenSent: false }, request, options);
  }

  /** Continues a bind that was prepared or is ambiguous. Returns the policy that was made, or makes it. */
  async resumeBind(state: BindState, { bankAccount, ...options }: ResumeBindOptions = {}): Promise<Policy> {
    const request = bindRequestOf(this.#seller, state, bankAccount);
    return this.#bind({ state, mayHaveBeenSent: true }, request, options);
  }

  readonly documents = {
    /** A declaration, financing letter or receipt, by its download id. Each fetch is recorded as a reprint. */
    fetch: async (downloadId: string, options?: CallOptions): Promise<NorthbindDocument> => {
      const call = this.#caller.prepare('document', { params: { downloadId } }, options);
      return this.#caller.call(call, readDocument(call));
    },
  };

  readonly saleLinks = {
    /** Makes a link by which a customer can buy. Its `url` holds a secret: send it to the customer alone. */
    create: (request: NewSaleLink = {}, options?: KeyedCallOptions): Promise<SaleLinkAnswer> =>
      this.#caller.ask('createSaleLink', { body: request }, options),

    get: (id: string, options?: CallOptions): Promise<SaleLinkAnswer> =>
      this.#caller.ask('saleLink', { params: { id } }, options),

    /** One page, the latest first. */
    page: (query: SaleLinksQuery = {}, options?: CallOptions): Promise<SaleLinks> =>
      this.#caller.ask('saleLinks', { query: { ...query } }, options),

    /** All that match, the latest first, page by page as they are read. */
    list: (query: Omit<SaleLinksQuery, 'cursor'> = {}, options?: CallOptions): AsyncIterable<SaleLink> =>
      pages(async (cursor) => {
        const page = await this.saleLinks.page({ ...query, cursor }, options);
        return { items: page.saleLinks, nextCursor: page.nextCursor };
      }),

    /** It can’t be used any more. One that is bound stays bound. */
    withdraw: (id: string, options?: CallOptions): Promise<void> =>
      this.#caller.call(this.#caller.prepare('withdrawSaleLink', { params: { id } }, options), readNothing),
  };

  readonly applications = {
    /** The quote as it was last revised, and what became of it. */
    get: (applicationId: string, options?: CallOptions): Promise<Application> =>
      this.#caller.ask('application', { params: { applicationId } }, options),

    /** One page, the latest first. */
    page: (query: ApplicationsQuery = {}, options?: CallOptions): Promise<Applications> =>
      this.#caller.ask('applications', { query: { ...query } }, options),

    /** All that match, the latest first, page by page as they are read. */
    list: (query: Omit<ApplicationsQuery, 'cursor'> = {}, options?: CallOptions): AsyncIterable<ApplicationSummary> =>
      pages(async (cursor) => {
        const page = await this.applications.page({ ...query, cursor }, options);
        return { items: page.applications, nextCursor: page.nextCursor };
      }),
  };

  readonly policies = {
    /** The policy as it stands today. */
    get: (policyNumber: string, options?: CallOptions): Promise<PolicyDetails> =>
      this.#caller.ask('policy', { params: { policyNumber } }, options),

    /** Asks the operator to cancel it. With `isPreview`, only says what that comes to. */
    requestCancellation: (
      policyNumber: string,
      request: CancellationRequest,
      options?: CallOptions,
    ): Promise<CancellationRequestAnswer> =>
      this.#caller.ask('cancellationRequest', { params: { policyNumber }, body: request }, options),

    /** The latest request for its cancellation, and what became of it. */
    cancellationRequest: (policyNumber: string, options?: CallOptions): Promise<LatestCancellationRequest> =>
      this.#caller.ask('latestCancellationRequest', { params: { policyNumber } }, options),

    /** Takes the open request back. */
    withdrawCancellationRequest: (policyNumber: string, options?: CallOptions): Promise<void> =>
      this.#caller.call(
        this.#caller.prepare('withdrawCancellationRequest', { params: { policyNumber } }, options),
        readNothing,
      ),

    /** One page, newest first. */
    page: (query: PoliciesQuery = {}, options?: CallOptions): Promise<Policies> =>
      this.#caller.ask('policies', { query: { ...query } }, options),

    /** All that match, newest first, page by page as they are read. */
    list: (query: Omit<PoliciesQuery, 'cursor'> = {}, options?: CallOptions): AsyncIterable<PolicySummary> =>
      pages(async (cursor) => {
        const page = await this.policies.page({ ...query, cursor }, options);
        return { items: page.policies, nextCursor: page.nextCursor };
      }),
  };

  readonly statements = {
    /** What was sold, earned and collected in a month, such as 2026-11. */
    get: (month: string, options?: CallOptions): Promise<Statement> =>
      this.#caller.ask('statement', { params: { month } }, options),
  };

  readonly requests = {
    /** One page of the seller's own calls of the last 7 days, newest first. */
    page: (query: RequestsQuery = {}, options?: CallOptions): Promise<Requests> =>
      this.#caller.ask('requests', { query: { ...query } }, options),

    /** All that match, newest first, page by page as they are read. */
    list: (query: Omit<RequestsQuery, 'cursor'> = {}, options?: CallOptions): AsyncIterable<PastRequest> =>
      pages(async (cursor) => {
        const page = await this.requests.page({ ...query, cursor }, options);
        return { items: page.requests, nextCursor: page.nextCursor };
      }),
  };

  /** Sandbox only: a real VIN of the model year that was not used yet. */
  testVin(year: number, options?: CallOptions): Promise<TestVin> {
    return this.#caller.ask('testVin', { query: { year } }, options);
  }

  /** What tests in the sandbox use; production refuses it. */
  readonly sandbox = {
    clock: (options?: CallOptions): Promise<SandboxClock> => this.#caller.ask('readSandboxClock', {}, options),

    /** Moves the seller's today forward and runs what falls due. */
    setClock: (today: string, options?: CallOptions): Promise<MovedSandboxClock> =>
      this.#caller.ask('moveSandboxClock', { body: { today } }, options),

    /** Decides the open request for a cancellation of a policy, as an operator would. */
    decideCancellation: (
      policyNumber: string,
      decision: CancellationDecision,
      options?: CallOptions,
    ): Promise<SandboxDecision> => this.#caller.ask('sandboxDecision', { body: { policyNumber, decision } }, options),

    /** Tells the lender that the customer of a policy pays no installment from today on, or that all is paid again. */
    setLoanState: async (policyNumber: string, state: LoanState, options?: CallOptions): Promise<void> => {
      await this.#caller.ask('sandboxLoans', { body: { policyNumber, state } }, options);
    },

    /** Cancels a policy as the operator or the insurer does, without a request. */
    cancel: async (request: SandboxCancellationRequest, options?: CallOptions): Promise<void> => {
      await this.#caller.ask('sandboxCancellations', { body: request }, options);
    },

    /** Records that the customer paid the operator by cheque or transfer, or that such a payment came back. */
    recordPayment: async (payment: SandboxPaymentRequest, options?: CallOptions): Promise<void> => {
      await this.#caller.ask('sandboxPayments', { body: payment }, options);
    },

    /** Records that the operator made the pending refund by hand, for example by cheque. */
    recordRefund: async (refund: SandboxRefundRequest, options?: CallOptions): Promise<void> => {
      await this.#caller.ask('sandboxRefunds', { body: refund }, options);
    },

    /** Has the card's bank open a dispute of a policy's charge, or end the one that is open. */
    dispute: async (policyNumber: string, outcome: DisputeOutcome, options?: CallOptions): Promise<void> => {
      await this.#caller.ask('sandboxDisputes', { body: { policyNumber, outcome } }, options);
    },

    /** Returns what the processor and the lender have on record. */
    ledger: (applicationId: string, options?: CallOptions): Promise<SandboxLedger> =>
      this.#caller.ask('sandboxLedger', { query: { applicationId } }, options),

    /** The e-mails sent for the seller's policies. */
    outbox: (options?: CallOptions): Promise<readonly OutboxMessage[]> =>
      this.#caller.askFor('sandboxOutbox', 'messages', {}, options),

    /** Starts afresh: the seller's sales and mails are gone, and its clock shows the real day. */
    reset: (options?: CallOptions): Promise<SandboxReset> => this.#caller.ask('sandboxReset', {}, options),

    /** Makes a sample event, in the feed and to webhook endpoints. No policy changes. */
    makeEvent: (type: EventType, options?: CallOptions): Promise<Event> =>
      this.#caller.askFor('sandboxEvents', 'event', { body: { type } }, options),
  };

  toJSON(): object {
    return { baseUrl: this.#baseUrl, credentials: '[secret]' };
  }

  #bind(
    binding: Pick<Binding, 'state' | 'mayHaveBeenSent'>,
    request: BindRequest,
    { deadlineMs = bindDeadlineMs, timeoutMs = bindTimeoutMs, ...options }: BindOptions = {},
  ): Promise<Policy> {
    const call = this.#caller.prepare('bind', { body: request }, { ...options, timeoutMs });
    return bindUntilSettled(this.#caller, { ...binding, call, deadlineMs });
  }
}

// The service's slowest bind takes less, so that a slow policy is not taken for a timeout.
const bindTimeoutMs = 65_000;
const bindDeadlineMs = 120_000;

async function* pages<Item>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor);
    yield* items;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

/** Credentials go there: without TLS only to this machine. */
function readBaseUrl(text: string): string {
  const { protocol, hostname, href } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new TypeError('baseUrl must begin with https://, unless the service runs on this machine.');
  return href.replace(/\/+$/, '');
}

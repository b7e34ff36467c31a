import assert from 'node:assert/strict';
import { type CardLedger, makeCardLedger } from '../../../src/adapters/sandbox-cards/card-ledger.ts';
import type { ApplicationId, PaymentId } from '../../../src/domain/ids.ts';
import type { Answer, TestService } from '../service/service.ts';
import {
  assertQuoted,
  inDatabase,
  type Json,
  openQuoteClient,
  type QuoteChanges,
  type QuoteClient,
  type SellerName,
} from './quoting.ts';

export type Category = 'Replacement' | 'LimitedIndemnity';

/** What the customer chose from a quote; part of every request about money. */
export interface Choice extends Json {
  readonly applicationId: ApplicationId;
  readonly coverageCategory: Category;
  readonly paymentTermInYears: number;
  readonly selectedProducts: readonly string[];
}

/** A quote, and what can be chosen from it. */
export interface Quoted {
  readonly applicationId: string;
  readonly body: Answer['body'];
  readonly terms: (category: Category) => readonly number[];
  /** Every product of the term, or only those named. */
  readonly choose: (category: Category, paymentTermInYears: number, products?: readonly string[]) => Choice;
  /** What the customer pays for a choice, added up from the quote's own prices. */
  readonly totalCents: (choice: Choice) => number;
}

type Headers = Readonly<Record<string, string>>;

/** Calls the API as one seller: quotes, financing and card payments. */
export interface SaleClient {
  readonly quoteClient: QuoteClient;
  readonly quote: (wish?: QuoteChanges) => Promise<Quoted>;
  readonly start: (body: unknown, headers?: Headers) => Promise<Answer>;
  /** Like `start`, and fails the test when it is refused. */
  readonly started: (body: Json) => Promise<Started>;
  readonly confirm: (body: unknown, headers?: Headers) => Promise<Answer>;
  readonly finance: (body: unknown, headers?: Headers) => Promise<Answer>;
}

/** A card payment that was started: the body of its confirm, and the origin of the checkout. */
export interface Started {
  readonly asked: { readonly applicationId: string; readonly paymentId: PaymentId; readonly ticket: string };
  readonly checkoutOrigin: string;
}

export async function openSaleClient(
  service: Pick<TestService, 'call' | 'login'>,
  name: SellerName = 'ontario',
): Promise<SaleClient> {
  const quoteClient = await openQuoteClient(service, name);
  const post =
    (path: string) =>
    (body: unknown, headers: Headers = {}): Promise<Answer> =>
      service.call('POST', path, { token: quoteClient.token, body, headers });
  const start = post('/v1/payment/card');
  return {
    quoteClient,
    quote: async (wish = {}) => {
      const answer = await quoteClient.quote(await quoteClient.request(wish));
      assertQuoted(answer);
      return readQuoted(answer.body);
    },
    start,
    started: async (body) => startedFrom(String(body.applicationId), await start(body)),
    confirm: post('/v1/payment/card/confirm'),
    finance: post('/v1/quote/financing'),
  };
}

export function startedFrom(applicationId: string, answer: Answer): Started {
  assert.equal(answer.status, 200, answer.text);
  const { paymentId, ticket, checkoutJsUrl } = answer.body;
  return { asked: { applicationId, paymentId, ticket }, checkoutOrigin: new URL(checkoutJsUrl).origin };
}

interface QuotedTerm {
  readonly paymentTermInYears: number;
  readonly coverage: readonly { readonly productType: string; readonly totalWithTax: number }[];
}

interface QuoteBody {
  readonly applicationId: ApplicationId;
  readonly replacementOptions: readonly QuotedTerm[];
  readonly limitedIndemnityOptions: readonly QuotedTerm[];
}

function readQuoted(body: QuoteBody): Quoted {
  const { applicationId, replacementOptions, limitedIndemnityOptions } = body;
  const termsOf = (category: Category) => (category === 'Replacement' ? replacementOptions : limitedIndemnityOptions);
  const coverage = (category: Category, years: number) =>
    termsOf(category).find(({ paymentTermInYears }) => paymentTermInYears === years)!.coverage;
  return {
    applicationId,
    body,
    terms: (category) => termsOf(category).map(({ paymentTermInYears }) => paymentTermInYears),
    choose: (coverageCategory, paymentTermInYears, products) => ({
      applicationId,
      coverageCategory,
      paymentTermInYears,
      selectedProducts: products ?? coverage(coverageCategory, paymentTermInYears).map((one) => one.productType),
    }),
    totalCents: ({ coverageCategory, paymentTermInYears, selectedProducts }) =>
      coverage(coverageCategory, paymentTermInYears)
        .filter(({ productType }) => selectedProducts.includes(productType))
        .reduce((sum, { totalWithTax }) => sum + Math.round(totalWithTax * 100), 0),
  };
}

/** The sandbox's cards, by what happens to them. */
export const cards = {
  visa: '4242424242424242',
  mastercard: '5454545454545454',
  refused: '4000000000000002',
} as const;

/** Submits a card in the checkout. Returns the processor's answer to its form. */
export function sendCard(started: Started, cardNumber: string = cards.visa, cvv = '123'): Promise<Answer> {
  return act(started, 'submit', { cardNumber, expiry: '12/30', cvv });
}

/** Cancels the checkout. */
export function closeCheckout(started: Started): Promise<Answer> {
  return act(started, 'cancel', {});
}

async function act({ checkoutOrigin, asked }: Started, what: string, body: Json): Promise<Answer> {
  const response = await fetch(`${checkoutOrigin}/checkout/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: asked.ticket, ...body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text), codes: [] };
}

/** The sandbox processor's address and token, for tests that call it directly. */
export async function processorAddress(
  service: TestService,
  origin: string,
): Promise<{ origin: string; token: string }> {
  const rows = await inDatabase(service.databaseUrl, 'SELECT api_token FROM sandbox_cards.merchant');
  return { origin, token: rows[0].api_token };
}

/** What the processor itself has on record for an application. */
export async function readCardLedger(service: TestService, { checkoutOrigin, asked }: Started): Promise<CardLedger> {
  const ask = makeCardLedger(await processorAddress(service, checkoutOrigin));
  const outcome = await ask(asked.applicationId, { requestId: 'test', fault: null });
  assert.ok(outcome.kind === 'done', outcome.kind);
  return outcome.value;
}

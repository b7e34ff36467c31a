import assert from 'node:assert/strict';
import { type Answer, type CallOptions, request } from '../service/service.ts';
import type { Json } from './quoting.ts';

/** Whoever has the calls of an API: a service in this process, or an instance. */
export interface Callable {
  readonly url: string;
}

/** A customer of a sale link, by the calls of its page: what its scripts send, without a browser. */
export interface LinkCustomer {
  readonly sale: () => Promise<Json>;
  /** The answer, whatever it is. */
  readonly post: (path: string, body?: Json) => Promise<Answer>;
  /** Up to the choice of coverage; returns what the page shows as the price, in cents. */
  readonly choose: (email: string) => Promise<number>;
  /** Opens the card form, submits a card, and confirms. */
  readonly payByCard: (cardNumber?: string) => Promise<void>;
  /** Ticks the papers of a loan of 12 months. */
  readonly agreeToLoan: () => Promise<Json>;
  readonly tickPapers: (terms?: Json) => Promise<void>;
  readonly buy: (form?: Json) => Promise<Answer>;
  /** Goes on at another instance. */
  readonly at: (other: Callable) => LinkCustomer;
}

export const linkBankAccount = {
  institutionNumber: '003',
  transitNumber: '00152',
  accountNumber: '1234567',
  accountHolderName: 'Marie-Ève Tremblay',
};

/** `vin` is one that nobody has sold for; `from` is the visitor's address, where a proxy is trusted. */
export function linkCustomer(service: Callable, address: string, vin: string, from = '127.0.0.1'): LinkCustomer {
  const at = `${service.url}${new URL(address).pathname}/api`;
  const ask = (method: string, path: string, options: CallOptions = {}) =>
    request(at, method, path, { ...options, headers: { 'x-forwarded-for': from } });
  let seen: Json = {};
  const see = (answer: Answer): Json => {
    assert.equal(answer.status, 200, answer.text);
    seen = answer.body;
    return seen;
  };
  const sale = async (): Promise<Json> => see(await ask('GET', '/sale'));
  const post = (path: string, body: Json = {}): Promise<Answer> =>
    ask('POST', path, { body: { ...body, shown: { id: seen.id, edition: seen.edition } } });
  const step = async (path: string, body: Json = {}): Promise<Json> => see(await post(path, body));
  const tickPapers = async (terms: Json = { paymentMethod: 'CC' }): Promise<void> => {
    const papers = await post('/disclosures', { ...terms, language: 'en' });
    assert.equal(papers.status, 200, papers.text);
    for (const { downloadId } of papers.body as Json[]) {
      const ticked = await post('/disclosures/tick', { downloadId, isTicked: true });
      assert.equal(ticked.status, 200, ticked.text);
    }
  };
  return {
    sale,
    post,
    tickPapers,
    choose: async (email) => {
      await sale();
      const { today } = (await ask('GET', '/shop')).body;
      await step('/look-up', { vin, odometer: 24_500, effectiveDate: today, purchaseMethod: 'Cash', language: 'en' });
      const [vehicle] = seen.vehicles as Json[];
      await step('/choice', { vehicleConfigurationId: vehicle!.id, series: 'Prime', lienHolder: null });
      await step('/quote', { ...applicant, emailAddress: email, language: 'en' });
      const term = ((seen.quote as Json).replacementOptions as Json[]).find((one) => one.paymentTermInYears === 3)!;
      const products = (term.coverage as Json[]).filter(({ isOptional }) => isOptional === false);
      const selectedProducts = products.map(({ productType }) => productType);
      await step('/selection', {
        selection: { coverageCategory: 'Replacement', paymentTermInYears: 3, selectedProducts },
      });
      return products.reduce((sum, { totalWithTax }) => sum + Math.round(Number(totalWithTax) * 100), 0);
    },
    payByCard: async (cardNumber = '4242424242424242') => {
      const { today } = (await ask('GET', '/shop')).body;
      const started = await post('/card', { chargeDate: today });
      assert.equal(started.status, 200, started.text);
      const { ticket } = started.body;
      seen = started.body.sale;
      const submitted = await fetch(`${new URL(ticket.checkoutJsUrl).origin}/checkout/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket: ticket.ticket, cardNumber, expiry: '12/30', cvv: '123' }),
      });
      assert.equal(submitted.status, 200, await submitted.text());
      const confirmed = await post('/card/confirm', { ticket: ticket.ticket });
      assert.equal(confirmed.body.status, 'Authorized', confirmed.text);
      seen = confirmed.body.sale;
    },
    agreeToLoan: async () => {
      const { effectiveDate } = seen.asked as Json;
      const firstInstallmentDate = new Date(Date.parse(`${effectiveDate}T12:00:00Z`) + 20 * 86_400_000)
        .toISOString()
        .slice(0, 10);
      const loan = { loanTermInMonths: 12, downPayment: 0, firstInstallmentDate };
      const terms = { paymentMethod: 'PFF', loan };
      await tickPapers(terms);
      return { ...terms, bankAccount: linkBankAccount };
    },
    buy: (form = { paymentMethod: 'CC' }) => post('/bind', form),
    at: (other) => linkCustomer(other, address, vin, from),
  };
}

export const applicant = {
  firstOrCompanyName: 'Marie-Ève',
  lastName: 'Tremblay',
  addressLine1: '301 Front Street West',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  phoneNumber: '416-555-0142',
};

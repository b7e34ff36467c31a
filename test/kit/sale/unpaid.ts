import assert from 'node:assert/strict';
import { addDays } from '../../../src/domain/calendar.ts';
import type { Answer, TestService } from '../service/service.ts';
import { assertBound, authorizedPayment, binder, byCard } from './binding.ts';
import { cards, openSaleClient, type SaleClient } from './paying.ts';
import type { SellerName } from './quoting.ts';

/** Sandbox cards that the checkout accepts and a charge refuses, by when they may be tried again. */
export const refusedCards = {
  tomorrow: '4000000000000341',
  never: '4000000000009987',
  days: '5200828282828210',
} as const;

export interface UnpaidSale {
  readonly saleClient: SaleClient;
  readonly applicationId: string;
  readonly policyNumber: string;
  readonly totalCents: number;
  readonly dueDay: string;
  /** Moves the seller's clock. Returns how many charges ran. */
  readonly moveTo: (today: string) => Promise<number>;
  /** The policy as the partner sees it. */
  readonly policy: () => Promise<Answer['body']>;
  readonly ledger: () => Promise<Answer['body']>;
}

type Calls = Pick<TestService, 'call' | 'login'>;

/**
 * A policy whose card is charged five days after the seller's today, and is refused then. The clock is not moved yet.
 */
export async function sellScheduled(service: Calls, name: SellerName, cardNumber: string): Promise<UnpaidSale> {
  const saleClient = await openSaleClient(service, name);
  const { token, get } = saleClient.quoteClient;
  const dueDay = addDays((await get('/sandbox/clock')).body.today, 5);
  const quoted = await saleClient.quote({ effectiveDate: dueDay });
  const choice = quoted.choose('Replacement', 2);
  const payment = await authorizedPayment(saleClient, choice, { cardNumber });
  const { policyNumber } = assertBound(await binder(service, token)({ ...choice, ...byCard(payment) }));
  return {
    saleClient,
    policyNumber,
    applicationId: quoted.applicationId,
    totalCents: quoted.totalCents(choice),
    dueDay,
    moveTo: async (today) => {
      const moved = await service.call('POST', '/sandbox/clock', { token, body: { today } });
      assert.equal(moved.body.today, today, moved.text);
      return moved.body.chargesRun;
    },
    policy: async () => (await get(`/v1/policies/${policyNumber}`)).body,
    ledger: async () => (await get(`/sandbox/ledger?applicationId=${quoted.applicationId}`)).body,
  };
}

/** The same, refused for good on its day: it is the operator's. */
export async function sellUnpaid(service: Calls, name: SellerName): Promise<UnpaidSale> {
  const sale = await sellScheduled(service, name, refusedCards.never);
  assert.equal(await sale.moveTo(sale.dueDay), 1);
  return sale;
}

/** The customer's browser on the page of a link, without JavaScript: what its forms send. */
export interface Customer {
  readonly look: (query?: string) => Promise<Response & { readonly html: string }>;
  /** Opens the card form. Returns the ticket that the processor's script would get. */
  readonly open: () => Promise<string>;
  readonly post: (form: 'checkout' | 'confirm', fields?: Readonly<Record<string, string>>) => Promise<Page>;
  /** Types a card into the processor's form. */
  readonly typeCard: (ticket: string, cardNumber?: string) => Promise<void>;
  /** Pays all of it. Returns the page that is shown at last. */
  readonly pay: (cardNumber?: string) => Promise<Page>;
}

type Page = Response & { readonly html: string };

export function customerAt(service: Pick<TestService, 'url' | 'checkoutUrl'>, address: string): Customer {
  const at = service.url + new URL(address).pathname;
  const read = async (response: Response): Promise<Page> => Object.assign(response, { html: await response.text() });
  const look = async (query = ''): Promise<Page> => read(await fetch(at + query));
  const post: Customer['post'] = async (form, fields = {}) =>
    read(await fetch(`${at}/${form}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }));
  const open = async (): Promise<string> => {
    const { html } = await post('checkout');
    const ticket = /data-ticket="([^"]+)"/.exec(html)?.[1];
    assert.ok(ticket !== undefined, html);
    return ticket;
  };
  const typeCard: Customer['typeCard'] = async (ticket, cardNumber = cards.visa) => {
    await fetch(`${service.checkoutUrl}/checkout/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, cardNumber, expiry: '12/30', cvv: '123' }),
    });
  };
  return {
    look,
    open,
    post,
    typeCard,
    pay: async (cardNumber) => {
      const ticket = await open();
      await typeCard(ticket, cardNumber);
      const confirmed = await post('confirm', { ticket });
      if (confirmed.html.includes('data-ticket=')) return confirmed; // Refused: the form is open for another card.
      assert.equal(confirmed.status, 303, confirmed.html);
      return look();
    },
  };
}

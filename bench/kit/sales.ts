import pg from 'pg';
import { addDays, dateIn } from '../../src/domain/calendar.ts';
import { copyApplication, copyPayment } from './copies.ts';
import type { SampleRequest } from './load.ts';
import { makePartner, type Partner } from './partner.ts';

/** Prepared requests, each of its own application. */
export interface Sales {
  /** Quotes that are priced again. */
  readonly revised: (count: number) => Promise<readonly SampleRequest[]>;
  readonly cardStarts: (count: number) => Promise<readonly SampleRequest[]>;
  /** Of payments whose checkout the customer has finished. */
  readonly cardConfirms: (count: number) => Promise<readonly SampleRequest[]>;
  /** Binds paid by the partner's reference: no outside party is called. */
  readonly referred: (count: number) => Promise<readonly SampleRequest[]>;
  /** Binds paid by a card whose hold is captured. */
  readonly charged: (count: number) => Promise<readonly SampleRequest[]>;
  /** Binds paid by a loan. */
  readonly financed: (count: number) => Promise<readonly SampleRequest[]>;
}

interface Choice {
  readonly applicationId: string;
  readonly coverageCategory: 'Replacement';
  readonly paymentTermInYears: number;
  readonly selectedProducts: readonly string[];
}

/** A quote that the service has answered, and what is chosen from it. */
interface Sample {
  readonly quote: object;
  readonly choice: Choice;
}

type Post = <T>(url: string, body: object) => Promise<T>;
type Headers = SampleRequest['headers'];
type Bodies = (sample: Sample, applicationIds: readonly string[]) => Promise<readonly object[]>;

const samplesCount = 16;
const termInYears = 3;

/** The service makes a few quotes and card payments; all others are copies of their rows with new ids. */
export async function openSales(url: string, database: pg.Pool, partner: Partner): Promise<Sales> {
  const headers = { authorization: partner.quotes[0]!.headers.authorization! };
  const post: Post = (address, body) => postJson(address, headers, body);
  const samples: Sample[] = [];
  for (const { path, body } of partner.quotes.slice(0, samplesCount)) {
    const quote = JSON.parse(body!) as object;
    samples.push({ quote, choice: choiceOf(await post<Quoted>(url + path, quote)) });
  }
  const { effectiveDate } = samples[0]!.quote as { effectiveDate: string };

  const copies = (path: string, bodiesOf: Bodies) => async (count: number) => {
    const bodies: (readonly object[])[] = [];
    for (const sample of samples) {
      const ids = await copyApplication(database, sample.choice.applicationId, Math.ceil(count / samples.length));
      bodies.push(await bodiesOf(sample, ids));
    }
    // Consecutive requests are of different vehicles.
    return bodies[0]!.flatMap((_, place) => bodies.map((of) => postRequest(path, of[place]!, headers)));
  };
  const chosen =
    (more: object): Bodies =>
    async ({ choice }, ids) =>
      ids.map((applicationId) => ({ ...choice, applicationId, ...more }));
  const today = dateIn('ON', new Date());

  return {
    revised: copies('/v1/quote', async ({ quote }, ids) => ids.map((applicationId) => ({ ...quote, applicationId }))),
    cardStarts: copies('/v1/payment/card', chosen({ chargeDate: today })),
    cardConfirms: copies('/v1/payment/card/confirm', async ({ choice }, ids) => {
      const { paymentId } = await finishCheckout(url, post, choice);
      const payments = await copyPayment(database, paymentId, ids);
      return payments.map(({ id, applicationId }) => ({ applicationId, paymentId: id, ticket: id }));
    }),
    referred: copies('/v1/bind', chosen({ paymentMethod: 'REF', paymentReference: 'CHEQUE-0042' })),
    financed: copies('/v1/bind', chosen(loan(effectiveDate))),
    charged: copies('/v1/bind', async ({ choice }, ids) => {
      const payments = await copyPayment(database, await payByCard(url, post, choice), ids);
      return payments.map(({ id, applicationId }) => ({
        ...choice,
        applicationId,
        paymentMethod: 'CC',
        cardPayment: { paymentId: id },
      }));
    }),
  };
}

/** A sale of each way to pay, of which all that are filled in are copies. */
export async function sellSamples(serviceUrl: string, databaseUrl: string): Promise<void> {
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const { referred, charged, financed } = await openSales(serviceUrl, database, await makePartner(serviceUrl));
    for (const way of [referred, charged, financed]) {
      const [bind] = await way(1);
      const { method, path, headers, body } = bind!;
      const answer = await fetch(serviceUrl + path, { method, headers, body });
      if (!answer.ok) throw new Error(`The sale was refused: ${await answer.text()}`);
    }
  } finally {
    await database.end();
  }
}

interface Quoted {
  readonly applicationId: string;
  readonly replacementOptions: readonly {
    readonly paymentTermInYears: number;
    readonly coverage: readonly { readonly productType: string }[];
  }[];
}

function choiceOf({ applicationId, replacementOptions }: Quoted): Choice {
  const term = replacementOptions.find(({ paymentTermInYears }) => paymentTermInYears === termInYears)!;
  return {
    applicationId,
    coverageCategory: 'Replacement',
    paymentTermInYears: termInYears,
    selectedProducts: term.coverage.map(({ productType }) => productType),
  };
}

export const bankAccount = {
  institutionNumber: '839',
  transitNumber: '71946',
  accountNumber: '582093716647',
  accountHolderName: 'Marie-Ève Tremblay',
};

function loan(effectiveDate: string): object {
  const firstInstallmentDate = addDays(effectiveDate, 15);
  return {
    paymentMethod: 'PFF',
    financing: { loanTermInMonths: 12, downPayment: 100, firstInstallmentDate, bankAccount },
  };
}

interface Checkout {
  readonly paymentId: string;
  readonly ticket: string;
  readonly checkoutJsUrl: string;
}

/** Starts a payment that is charged today, and sends the card as the customer would. */
async function finishCheckout(url: string, post: Post, choice: Choice): Promise<Checkout> {
  const chargeDate = dateIn('ON', new Date());
  const checkout = await post<Checkout>(`${url}/v1/payment/card`, { ...choice, chargeDate });
  const card = { cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' };
  await post(`${new URL(checkout.checkoutJsUrl).origin}/checkout/submit`, { ticket: checkout.ticket, ...card });
  return checkout;
}

/** Pays and confirms; returns the payment's id. */
async function payByCard(url: string, post: Post, choice: Choice): Promise<string> {
  const { paymentId, ticket } = await finishCheckout(url, post, choice);
  const { applicationId } = choice;
  const confirm = { applicationId, paymentId, ticket };
  const { status } = await post<{ status: string }>(`${url}/v1/payment/card/confirm`, confirm);
  if (status !== 'Authorized') throw new Error(`The sample payment is ${status}.`);
  return paymentId;
}

function postRequest(path: string, value: object, headers: Headers): SampleRequest {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    body,
  };
}

async function postJson<T>(url: string, headers: Headers, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

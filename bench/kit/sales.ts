import type pg from 'pg';
import { addDays, dateIn } from '../../src/domain/calendar/calendar.ts';
import { writtenColumns } from './fill.ts';
import type { SampleRequest } from './load.ts';
import type { Partner } from './partner.ts';

/** Binds that are ready to be sent, each of an application of its own. */
export interface Sales {
  /** Paid by reference: nothing moves outside. */
  readonly referred: (count: number) => Promise<readonly SampleRequest[]>;
  /** Paid by a card whose hold is captured. */
  readonly charged: (count: number) => Promise<readonly SampleRequest[]>;
  /** Paid by a loan. */
  readonly financed: (count: number) => Promise<readonly SampleRequest[]>;
}

interface Choice {
  readonly applicationId: string;
  readonly coverageCategory: 'Replacement';
  readonly paymentTermInYears: number;
  readonly selectedProducts: readonly string[];
}

type Post = <T>(url: string, body: object) => Promise<T>;
type Headers = SampleRequest['headers'];

const samplesCount = 16;
const termInYears = 3;

/** A few real quotes and card payments, made by the service; the many are copies of their rows with new ids. */
export async function openSales(url: string, database: pg.Pool, partner: Partner): Promise<Sales> {
  const headers = { authorization: partner.quotes[0]!.headers.authorization! };
  const post: Post = (address, body) => postJson(address, headers, body);
  const choices: Choice[] = [];
  for (const { path, body } of partner.quotes.slice(0, samplesCount))
    choices.push(choiceOf(await post<Quoted>(url + path, JSON.parse(body!))));
  const { effectiveDate } = JSON.parse(partner.quotes[0]!.body!) as { effectiveDate: string };

  const copies = async (
    count: number,
    each: (choice: Choice, ids: readonly string[]) => Promise<readonly object[]>,
  ) => {
    const bodies: (readonly object[])[] = [];
    for (const choice of choices) {
      const ids = await copyApplication(database, choice.applicationId, Math.ceil(count / choices.length));
      bodies.push(await each(choice, ids));
    }
    // Neighbours are of different vehicles.
    return bodies[0]!.flatMap((_, place) => bodies.map((of) => bindRequest(of[place]!, headers)));
  };
  const same = (payment: object) => async (choice: Choice, ids: readonly string[]) =>
    ids.map((applicationId) => ({ ...choice, applicationId, ...payment }));

  return {
    referred: (count) => copies(count, same({ paymentMethod: 'REF', paymentReference: 'CHEQUE-0042' })),
    financed: (count) => copies(count, same(loan(effectiveDate))),
    charged: (count) =>
      copies(count, async (choice, ids) => {
        const sample = await payByCard(url, post, choice);
        const payments = await copyPayment(database, sample, ids);
        return payments.map(({ id, applicationId }) => ({
          ...choice,
          applicationId,
          paymentMethod: 'CC',
          cardPayment: { paymentId: id },
        }));
      }),
  };
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

function loan(effectiveDate: string): object {
  const bankAccount = {
    institutionNumber: '839',
    transitNumber: '71946',
    accountNumber: '582093716647',
    accountHolderName: 'Marie-Ève Tremblay',
  };
  const firstInstallmentDate = addDays(effectiveDate, 15);
  return {
    paymentMethod: 'PFF',
    financing: { loanTermInMonths: 12, downPayment: 100, firstInstallmentDate, bankAccount },
  };
}

/** Starts, pays and confirms a payment that is charged today; answers its id. */
async function payByCard(url: string, post: Post, choice: Choice): Promise<string> {
  const chargeDate = dateIn('ON', new Date());
  const { paymentId, ticket, checkoutJsUrl } = await post<{ paymentId: string; ticket: string; checkoutJsUrl: string }>(
    `${url}/v1/payment/card`,
    { ...choice, chargeDate },
  );
  const card = { cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' };
  await post(`${new URL(checkoutJsUrl).origin}/checkout/submit`, { ticket, ...card });
  const { applicationId } = choice;
  const { status } = await post<{ status: string }>(`${url}/v1/payment/card/confirm`, {
    applicationId,
    paymentId,
    ticket,
  });
  if (status !== 'Authorized') throw new Error(`The sample payment is ${status}.`);
  return paymentId;
}

async function copyApplication(database: pg.Pool, id: string, count: number): Promise<readonly string[]> {
  const columns = (await writtenColumns(database)).join(', ');
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO application (${columns})
     SELECT ${columns}
     FROM application, generate_series(1, $2)
     WHERE id = $1
     RETURNING id`,
    [id, count],
  );
  return rows.map((row) => row.id);
}

/** In our table and in the processor's books, which know it under its id and its own reference. */
async function copyPayment(
  database: pg.Pool,
  id: string,
  applicationIds: readonly string[],
): Promise<readonly { readonly id: string; readonly applicationId: string }[]> {
  const ours = await otherColumns(database, 'public.card_payment', ['id', 'application_id', 'reference']);
  const { rows } = await database.query<{ id: string; applicationId: string }>(
    `INSERT INTO card_payment (id, application_id, reference, ${ours})
     SELECT uuidv7(), copy.application_id, gen_random_uuid(), ${ours}
     FROM card_payment, unnest($2::uuid[]) AS copy (application_id)
     WHERE id = $1
     RETURNING id, application_id AS "applicationId"`,
    [id, applicationIds],
  );
  const own = ['order_key', 'reference', 'customer_reference', 'ticket_hash'];
  const theirs = await otherColumns(database, 'sandbox_cards.payment', own);
  await database.query(
    `INSERT INTO sandbox_cards.payment (${own.join(', ')}, ${theirs})
     SELECT copy.id, copy.reference, copy.application_id, sha256(copy.id::text::bytea), ${theirs}
     FROM (SELECT id, reference, application_id FROM card_payment WHERE id = ANY ($2)) AS copy (id, reference, application_id),
          (SELECT ${theirs} FROM sandbox_cards.payment WHERE order_key = $1) AS sample`,
    [id, rows.map((row) => row.id)],
  );
  return rows;
}

async function otherColumns(database: pg.Pool, table: string, own: readonly string[]): Promise<string> {
  const { rows } = await database.query<{ names: string }>(
    `SELECT string_agg(attname, ', ' ORDER BY attnum) AS names
     FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL ($2)`,
    [table, own],
  );
  return rows[0]!.names;
}

function bindRequest(value: object, headers: Headers): SampleRequest {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  return {
    method: 'POST',
    path: '/v1/bind',
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

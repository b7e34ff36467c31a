import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Northbind } from '../../../sdk/src/index.ts';
import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import { addDays, dateIn, type PlainDate } from '../../../src/domain/calendar.ts';
import { type ApplicationId, type PaymentId, parseId } from '../../../src/domain/ids.ts';
import type { Seller } from '../../../src/domain/partner/seller.ts';
import { makeReadTerms, type ReadTerms } from '../../../src/flows/books/read-terms.ts';
import { newId } from '../../../src/flows/new-id.ts';
import { readConfig } from '../../../src/main/config.ts';
import { startService } from '../../../src/main/wiring.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { keepReference, type Reference } from '../../../src/store/reference/keeper.ts';
import { nothingPaid } from '../../kit/sale/bind-harness.ts';
import { bankAccount } from '../../kit/sale/binding.ts';
import { inDatabase } from '../../kit/sale/quoting.ts';
import { places, readyToBind, sandbox } from '../../sdk/sale.ts';

/*
 * A database in which one schedule runs after the other, each with a fresh application. Quotes and checkouts are made
 * once, by a real service; a schedule copies their rows, in our tables and in the processor's.
 */
export interface Lane {
  readonly database: Database;
  /** One connection for each actor, so that it can be asked whether it waits for a lock. */
  readonly clients: readonly Client[];
  readonly reference: () => Reference;
  readonly readTerms: ReadTerms;
  readonly seller: Seller;
  /** The afternoon of `today`, so that an authorization of now is still good on the next morning. */
  readonly now: Date;
  readonly today: PlainDate;
  readonly newSale: (wish: SaleOptions) => Promise<Sale>;
  readonly close: () => Promise<void>;
}

export interface Client {
  readonly pid: number;
  readonly pg: pg.PoolClient;
}

/** When its card is charged, and with how many cards it could be paid. */
export interface SaleOptions {
  readonly charged: 'today' | 'tomorrow';
  readonly payments: number;
}

/** An application that is quoted, with card payments that are authorized and nothing bound. */
export interface Sale {
  readonly applicationId: ApplicationId;
  readonly choice: Pick<BindForm, 'applicationId' | 'coverageCategory' | 'paymentTermInYears' | 'selectedProducts'>;
  readonly paymentIds: readonly PaymentId[];
  /** On which its charge is due. */
  readonly chargeDate: PlainDate;
}

const quiet = (): void => undefined;
export const noLog = { info: quiet, warn: quiet, error: quiet, flush: quiet, lost: () => 0 };
const actorsMax = 4;

/** Opens the lane of one seller; lanes of several may share a database, if all are opened before the first sale. */
export async function openLane(databaseUrl: string, username: keyof typeof places = 'ontario'): Promise<Lane> {
  const today = dateIn('ON', new Date());
  const now = new Date(`${today}T22:00:00Z`);
  await hurry(databaseUrl);
  const templates = await makeTemplates(databaseUrl, { now, today, username });
  const fail = (error: unknown): never => {
    throw error;
  };
  const database = openDatabase({ url: databaseUrl, poolSize: 4 + actorsMax, onConnectionLost: fail });
  await setAside(database, `template_${username}`);
  const reference = await keepReference({ database, url: databaseUrl, onFault: fail });
  const seller = [...reference.current().sellers.byId.values()].find((one) => one.username === username)!;
  const clients = await Promise.all(Array.from({ length: actorsMax }, () => connect(database)));
  return {
    database,
    clients,
    seller,
    now,
    today,
    reference: reference.current,
    readTerms: makeReadTerms(reference),
    newSale: (wish) => copySale(database, templates[wish.charged], wish.payments),
    close: async () => {
      for (const { pg } of clients) pg.release();
      await reference.close();
      await database.end();
    },
  };
}

/** Actors die here, PostgreSQL does not: a commit need not be on the disk. */
async function hurry(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await inDatabase(databaseUrl, `ALTER DATABASE ${name} SET synchronous_commit = off`);
}

async function connect(database: Database): Promise<Client> {
  const client = await database.connect();
  await client.query(`SET deadlock_timeout = '50ms'`); // A deadlock is a fault: report it soon.
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { pid: rows[0]!.pid, pg: client };
}

interface Template {
  /** The schema of the rows to copy. */
  readonly schema: string;
  readonly applicationId: string;
  readonly paymentId: string;
  readonly choice: Omit<Sale['choice'], 'applicationId'>;
  readonly chargeDate: PlainDate;
}

type Templates = Readonly<Record<SaleOptions['charged'], Template>>;

async function makeTemplates(
  databaseUrl: string,
  { now, today, username }: { readonly now: Date; readonly today: PlainDate; readonly username: keyof typeof places },
): Promise<Templates> {
  const service = await startService({
    config: readConfig({ PORT: '0', DATABASE_URL: databaseUrl, RATE_LIMIT: '100000' }),
    log: noLog,
    clock: () => now,
    onDatabaseGone: (error) => {
      throw error;
    },
  });
  try {
    const northbind = new Northbind({ ...sandbox, username, baseUrl: service.addresses.service });
    const quote = async (effectiveDate: PlainDate): Promise<Template> => {
      const bind = await readyToBind(northbind, 'CC', effectiveDate, places[username]);
      const { applicationId, paymentMethod: _, cardPayment, ...choice } = bind;
      const { paymentId } = cardPayment!;
      const schema = `template_${username}`;
      return { schema, applicationId, paymentId, choice: choice as never, chargeDate: effectiveDate };
    };
    return { today: await quote(today), tomorrow: await quote(addDays(today, 1)) };
  } finally {
    await service.close();
  }
}

async function copySale(database: Database, template: Template, payments: number): Promise<Sale> {
  const applicationId = parseId<ApplicationId>(randomUUID())!;
  const copyRow = copierOf(template.schema);
  await database.query({
    name: 'copy_application',
    text: copyRow('application', `'id', $2::uuid`, 't.id = $1::uuid'),
    values: [template.applicationId, applicationId],
  });
  const paymentIds = Array.from({ length: payments }, () => newId<PaymentId>());
  for (const paymentId of paymentIds) {
    const cardToken = `card_${randomBytes(12).toString('hex')}`;
    await database.query({
      name: 'copy_payment',
      text: `WITH saved AS (
               ${copyRow('sandbox_cards.saved_card', `'token', $4::text, 'order_key', $2::text`, 't.order_key = $1')}
             ), ordered AS (
               ${copyRow(
                 'sandbox_cards.payment',
                 `'order_key', $2::text, 'reference', $2::text, 'customer_reference', $3::text,
                  'card_token', CASE WHEN t.mode = 'verify' THEN $4::text END, 'ticket_hash', $5::text`,
                 't.order_key = $1',
               )}
             )
             ${copyRow(
               'card_payment',
               `'id', $2::uuid, 'application_id', $3::uuid, 'reference', $2::text,
                'card_token', CASE WHEN t.hold_cents = 0 THEN $4::text END`,
               't.id = $1::uuid',
             )}`,
      values: [template.paymentId, paymentId, applicationId, cardToken, `\\x${randomBytes(32).toString('hex')}`],
    });
  }
  const choice = { applicationId, ...template.choice };
  return { applicationId, choice, paymentIds, chargeDate: template.chargeDate };
}

const copied = ['application', 'card_payment', 'sandbox_cards.payment', 'sandbox_cards.saved_card'];
const templateOf = (schema: string, table: string): string => `${schema}.${table.replace('.', '_')}`;

/** Out of reach of everything that runs in the lane: the sweep would let their holds go. */
async function setAside(database: Database, schema: string): Promise<void> {
  await database.query(`CREATE SCHEMA ${schema}`);
  for (const table of copied) await database.query(`CREATE TABLE ${templateOf(schema, table)} AS TABLE ${table}`);
  await database.query(`UPDATE card_payment SET status = 'Cancelled'`);
}

/** `where` is about the template, `t`. */
const copierOf = (schema: string) => (table: string, changes: string, where: string) =>
  `INSERT INTO ${table}
          SELECT copy.*
          FROM ${templateOf(schema, table)} AS t,
               jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object(${changes})) AS copy
          WHERE ${where}`;

/** The bind's requests, by how the sale is paid. */
export const formOf = {
  referral: ({ choice }: Sale): BindForm => ({ ...choice, ...nothingPaid, paymentMethod: 'REF' }),
  card: ({ choice, paymentIds }: Sale, place = 0): BindForm => ({
    ...choice,
    ...nothingPaid,
    paymentMethod: 'CC',
    paymentId: paymentIds[place]!,
    hasCardPayment: true,
  }),
  loan: ({ choice, chargeDate }: Sale): BindForm => ({
    ...choice,
    ...nothingPaid,
    paymentMethod: 'PFF',
    hasFinancing: true,
    financing: {
      loanTermInMonths: 12,
      downPayment: 100,
      bankAccount,
      firstInstallmentDate: addDays(chargeDate, 15),
    },
  }),
};

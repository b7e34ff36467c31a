import type pg from 'pg';
import type { ApplicationId } from '../../src/domain/ids.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { stuckKinds } from '../../src/domain/work/needs-person.ts';
import { readDashboard } from '../../src/flows/dashboard/read-dashboard.ts';
import { type ListRequest, readFilter, seesAll } from '../../src/flows/list/read-filter.ts';
import { readHistory } from '../../src/store/history/read-history.ts';
import type { ListFilter } from '../../src/store/list/filter.ts';
import { findSales, findSalesSql, lookedThroughMax } from '../../src/store/list/find-sales.ts';
import { documentList } from '../../src/store/list/list-documents.ts';
import { paymentList } from '../../src/store/list/list-payments.ts';
import { policyList } from '../../src/store/list/list-policies.ts';
import { saleList } from '../../src/store/list/list-sales.ts';
import { type Listing, listSql, readList } from '../../src/store/list/listing.ts';
import { sendRead } from '../../src/store/statement.ts';
import { countStuck, listStuck } from '../../src/store/work/list-stuck.ts';
import type { Case } from './timed.ts';

// A search is typed and waited for.
export const [listMs, searchMs] = [100, 200];

// The most common, a rare and the rarest kind of payment; all of the others.
const states = {
  sales: saleList.states,
  policies: policyList.states,
  payments: ['Captured', 'Declined', 'Pending'],
  documents: [],
} as const;
const listings = { sales: saleList, policies: policyList, payments: paymentList, documents: documentList } as const;

/** The operator's lists, searches and figures, on a database that is filled. */
export async function operatorCases(database: pg.Pool): Promise<readonly Case[]> {
  const cases: Case[] = [];
  const { sellers, sale, middle } = await pick(database);
  const [busy, quiet] = sellers as [string, string];
  const asked: Readonly<Record<string, ListRequest>> = {
    'newest first': {},
    'newest first, from the middle on': { cursor: 'middle' },
    'of a busy seller': { sellerId: busy },
    'of a quiet seller': { sellerId: quiet },
    'of a month': { from: `${middle.slice(0, 8)}01`, to: `${middle.slice(0, 8)}28`, zone: 'America/Toronto' },
    'of a quiet seller, in a month': {
      sellerId: quiet,
      from: `${middle.slice(0, 8)}01`,
      to: `${middle.slice(0, 8)}28`,
    },
    'policy number': { search: sale.policyNumber },
    'end of a policy number, 4': { search: sale.policyNumber.slice(-4) },
    'end of a policy number, 6': { search: sale.policyNumber.slice(-6) },
    'application id': { search: sale.applicationId },
    VIN: { search: sale.vin },
    'beginning of a VIN, 5': { search: sale.vin.slice(0, 5) },
    'end of a VIN, 6': { search: sale.vin.slice(-6) },
    'e-mail address': { search: sale.email },
    'beginning of an e-mail address': { search: sale.email.slice(0, -'@example.ca'.length + 1) },
    'common last name': { search: 'tremblay' },
    'common last name, from the middle on': { search: 'tremblay', cursor: 'middle' },
    'two letters': { search: 'ma' },
    'a letter and a common last name': { search: 'j tremblay' },
    'two common names': { search: 'Jean Tremblay' },
    'common last name of a quiet seller': { search: 'tremblay', sellerId: quiet },
    'common last name in a month': {
      search: 'tremblay',
      from: `${middle.slice(0, 8)}01`,
      to: `${middle.slice(0, 8)}28`,
    },
    // One in 43 has it: the newest sales have just too few of them.
    'less common last name': { search: 'gauthier' },
    'rare last name': { search: 'hachey' },
    'a name that nobody has': { search: 'zzyzx' },
    'phone number': { search: '(613) 555-9999' },
    'end of a phone number, 7': { search: '555-9999' },
    'loan number': { search: sale.loanNumber },
  };
  const month = { from: `${middle.slice(0, 8)}01`, to: `${middle.slice(0, 8)}28` };
  const inState = (state: string): Readonly<Record<string, ListRequest>> => ({
    [state]: { state },
    [`${state}, from the middle on`]: { state, cursor: 'middle' },
    [`${state}, of a busy seller`]: { state, sellerId: busy },
    [`${state}, of a quiet seller`]: { state, sellerId: quiet },
    [`${state}, of a month`]: { state, ...month },
    [`${state}, of a quiet seller, in a month`]: { state, sellerId: quiet, ...month },
    [`${state}, common last name`]: { state, search: 'tremblay' },
    [`${state}, two letters`]: { state, search: 'ma' },
    [`${state}, two letters of a quiet seller`]: { state, search: 'ma', sellerId: quiet },
    [`${state}, common last name in a month`]: { state, search: 'tremblay', ...month },
  });
  for (const [list, listing] of Object.entries(listings) as [keyof typeof listings, Listing<unknown>][]) {
    const ofStates = states[list].map(inState);
    for (const [name, one] of Object.entries(Object.assign({}, asked, ...ofStates) as typeof asked)) {
      const cursor = one.cursor === undefined ? {} : { cursor: sale.cursors[list]! };
      const filter = readFilter(listing, { ...one, ...cursor }, seesAll(new Date()));
      if (isOperatorRefusal(filter)) throw new Error(`${name}: ${filter.code}`);
      cases.push({
        name: `${list}: ${name}`,
        limitMs: one.search === undefined ? listMs : searchMs,
        run: () => readList(database, listing, filter),
        explain: () => explain(database, listing, filter),
      });
    }
  }
  const today = new Date().toISOString().slice(0, 10);
  const figure = (name: string, run: Case['run']): void => void cases.push({ name, limitMs: listMs, run });
  figure('the whole history of a sale', () => readHistory(database, sale.applicationId, new Date()));
  figure('what needs a person: counts', () => countStuck(database, { today, visibleIntegrations: null }));
  for (const kind of stuckKinds)
    figure(`what needs a person: ${kind}`, () =>
      listStuck(database, { kind, today, cursor: null, limit: 50, visibleIntegrations: null }),
    );
  for (const days of [1, 30, 365]) {
    const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    figure(`dashboard of ${days} days`, () =>
      readDashboard({ reads: database }, { from, to: today, sellerId: null, visibleIntegrations: null }),
    );
  }
  return cases;
}

/** The plans of the search and of the rows. */
async function explain(
  database: pg.Pool,
  listing: Listing<unknown>,
  { search, ...filter }: ListFilter,
): Promise<string> {
  const planOf = async ({ text, values }: ReturnType<typeof listSql>): Promise<string> => {
    const { rows } = await sendRead<Record<string, string>>(database, `EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  if (search === null) return planOf(listSql(listing, { ...filter, sales: null }));
  const asked = { search, filter, isBeforeCursor: listing.isBeforeCursor, countMax: lookedThroughMax };
  const sales = await findSales(database, asked);
  return `${await planOf(findSalesSql(asked))}\n\n${await planOf(listSql(listing, { ...filter, sales }))}`;
}

interface Picked {
  /** One of them is busy and one quiet: a plan that serves one may be slow for the other. */
  readonly sellers: readonly string[];
  readonly middle: string;
  readonly sale: {
    readonly applicationId: ApplicationId;
    readonly policyNumber: string;
    readonly vin: string;
    readonly email: string;
    readonly loanNumber: string;
    readonly cursors: Readonly<Record<string, string>>;
  };
}

/** Picks a sale from the middle of the period, and a busy and a quiet seller. */
async function pick(database: pg.Pool): Promise<Picked> {
  const { rows } = await database.query(
    `SELECT policy.policy_number, application.id, application.vin,
            application.inputs #>> '{applicant,emailAddress}' AS email, policy.bound_at::date::text AS day,
            (SELECT max(loan_number) FROM policy) AS loan_number,
            (SELECT id FROM card_payment ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 2 FROM card_payment)) AS payment_id,
            (SELECT id FROM document ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 2 FROM document)) AS document_id
     FROM policy
     JOIN application ON application.id = policy.application_id
     ORDER BY policy.bound_at
     LIMIT 1 OFFSET (SELECT count(*) / 2 FROM policy)`,
  );
  const [row] = rows;
  const sellers = await database.query<{ seller_id: string }>(
    'SELECT seller_id FROM application GROUP BY seller_id HAVING count(*) > 10 ORDER BY count(*) DESC',
  );
  return {
    sellers: [sellers.rows[0]!.seller_id, sellers.rows.at(-1)!.seller_id],
    middle: row.day,
    sale: {
      applicationId: row.id,
      policyNumber: row.policy_number,
      vin: row.vin,
      email: row.email,
      loanNumber: row.loan_number,
      cursors: { sales: row.id, policies: row.policy_number, payments: row.payment_id, documents: row.document_id },
    },
  };
}

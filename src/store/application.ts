import { searchNameOf } from '../domain/applicant/search-name.ts';
import type { PlainDate } from '../domain/calendar/calendar.ts';
import { declineCountMax } from '../domain/card-payment/declines.ts';
import type { ApplicationId } from '../domain/ids.ts';
import type { Language, Quote } from '../domain/quote/quote.ts';
import type { QuoteOptions } from '../domain/rating/quote-options.ts';
import type { Series } from '../domain/rating/vocabulary.ts';
import { statement, type Tx } from './database.ts';
import { type PriceList, unpackPrices, writePrices } from './price-list.ts';

/** The parts of an application that the steps after the quote use. */
export interface Application {
  readonly id: ApplicationId;
  readonly series: Series;
  readonly effectiveDate: PlainDate;
  readonly quotedOn: PlainDate;
  readonly rateBookVersion: string;
  readonly taxTableVersion: string;
  /** The customer's; null if the partner has not told it. */
  readonly language: Language | null;
  /** Null on Prime. */
  readonly dealer: { readonly id: string; readonly name: string } | null;
  readonly options: QuoteOptions;
  readonly isBound: boolean;
  /** When its last cards were declined, as many as count. */
  readonly declinedAt: readonly Date[];
}

/** Stores a new quote in one statement and returns the id of its application. */
export async function insertApplication(tx: Tx, sellerId: string, quote: Quote): Promise<ApplicationId> {
  const { rows } = await tx.query<{ id: ApplicationId }>(insert(sellerId, ...columnsOf(quote)));
  return rows[0]!.id;
}

/**
 * Why an application can't be revised. `unknown`: the seller has no such application. `running`, `bound`: a bind is
 * running or has finished.
 */
export type Unrevisable = 'unknown' | 'running' | 'bound';

/** Replaces the quote of an application and stores the previous one as a revision. */
export async function reviseApplication(
  tx: Tx,
  sellerId: string,
  id: ApplicationId,
  quote: Quote,
): Promise<'revised' | Unrevisable> {
  const { rows } = await tx.query<{ outcome: 'revised' | Unrevisable }>(revise(id, sellerId, ...columnsOf(quote)));
  return rows[0]!.outcome;
}

/** Returns why a revision would be refused now; null when it would be accepted. */
export async function whyUnrevisable(tx: Tx, sellerId: string, id: ApplicationId): Promise<Unrevisable | null> {
  const { rows } = await tx.query<{ state: 'running' | 'bound' | null }>(readBindState(id, sellerId));
  return rows[0] === undefined ? 'unknown' : rows[0].state;
}

/** Returns the seller's application; null if it does not exist or belongs to another seller. */
export async function readApplication(tx: Tx, sellerId: string, id: ApplicationId): Promise<Application | null> {
  const { rows } = await tx.query<ApplicationRow>(read(id, sellerId));
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    series: row.series,
    effectiveDate: row.effective_date,
    quotedOn: row.quoted_on,
    rateBookVersion: row.rate_book_version,
    taxTableVersion: row.tax_table_version,
    language: row.language,
    dealer: row.dealer,
    options: unpackPrices(row.options),
    isBound: row.is_bound,
    declinedAt: row.declined_at,
  };
}

/** A quote as it was last revised, and what became of it. */
export interface QuoteView {
  readonly quote: Quote;
  readonly bindState: 'running' | 'bound' | null;
  readonly policyNumber: string | null;
}

/** Returns null if the application does not exist or belongs to another seller. */
export async function readQuoteView(tx: Tx, sellerId: string, id: ApplicationId): Promise<QuoteView | null> {
  const { rows } = await tx.query<Omit<Quote, 'options'> & Omit<QuoteView, 'quote'> & { options: PriceList }>(
    readView(id, sellerId),
  );
  if (rows[0] === undefined) return null;
  const { bindState, policyNumber, options, ...quote } = rows[0];
  return { quote: { ...quote, options: unpackPrices(options) }, bindState, policyNumber };
}

export async function applicationExists(tx: Tx, sellerId: string, id: ApplicationId): Promise<boolean> {
  const { rowCount } = await tx.query(find(id, sellerId));
  return rowCount === 1;
}

/** Whether any quote of any seller has used the VIN. */
export async function isVinUsed(tx: Tx, vin: string): Promise<boolean> {
  const { rowCount } = await tx.query(findVin(vin));
  return rowCount !== 0;
}

interface ApplicationRow {
  readonly id: ApplicationId;
  readonly series: Series;
  readonly effective_date: PlainDate;
  readonly quoted_on: PlainDate;
  readonly rate_book_version: string;
  readonly tax_table_version: string;
  readonly language: Language | null;
  readonly dealer: Application['dealer'];
  readonly options: PriceList;
  readonly is_bound: boolean;
  readonly declined_at: readonly Date[];
}

function columnsOf(quote: Quote): unknown[] {
  return [
    quote.series,
    quote.effectiveDate,
    quote.quotedOn,
    quote.inputs.vehicle.vin,
    quote.rateBookVersion,
    quote.taxTableVersion,
    JSON.stringify(quote.inputs),
    writePrices(quote.options),
    searchNameOf(quote.inputs.applicant),
    quote.inputs.applicant.emailAddress.toLowerCase(),
  ];
}

const insert = statement(
  'insert_application',
  `INSERT INTO application (seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs, options,
                            applicant_name, applicant_email)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   RETURNING id`,
);

const revise = statement(
  'revise_application',
  'SELECT revise_application($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS outcome',
);

const readBindState = statement(
  'read_bind_state',
  `SELECT bind.state
   FROM application
   LEFT JOIN bind ON bind.application_id = application.id AND bind.state <> 'released'
   WHERE application.id = $1 AND application.seller_id = $2 AND application.erased_by IS NULL`,
);

const read = statement(
  'read_application',
  `SELECT id, series, effective_date, quoted_on, rate_book_version, tax_table_version,
          inputs ->> 'language' AS language, inputs -> 'dealer' AS dealer, options,
          EXISTS (SELECT FROM policy WHERE policy.application_id = application.id) AS is_bound,
          ARRAY(
            SELECT decided_at
            FROM card_payment
            WHERE application_id = application.id AND status = 'Declined'
            ORDER BY decided_at DESC
            LIMIT ${declineCountMax}
          ) AS declined_at
   FROM application
   WHERE id = $1 AND seller_id = $2 AND erased_by IS NULL`,
);

const readView = statement(
  'read_quote_view',
  `SELECT application.series, application.effective_date AS "effectiveDate", application.quoted_on AS "quotedOn",
          application.rate_book_version AS "rateBookVersion", application.tax_table_version AS "taxTableVersion",
          application.inputs, application.options, bind.state AS "bindState", policy.policy_number AS "policyNumber"
   FROM application
   LEFT JOIN bind ON bind.application_id = application.id AND bind.state <> 'released'
   LEFT JOIN policy ON policy.application_id = application.id
   WHERE application.id = $1 AND application.seller_id = $2 AND application.erased_by IS NULL`,
);

const find = statement(
  'find_application',
  'SELECT FROM application WHERE id = $1 AND seller_id = $2 AND erased_by IS NULL',
);

const findVin = statement(
  'find_vin',
  `SELECT FROM application WHERE vin = $1
   UNION ALL
   SELECT FROM application_revision WHERE vin = $1
   LIMIT 1`,
);

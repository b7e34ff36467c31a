import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { saleWords } from '../../domain/list/sale-words.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { ReferenceChanged } from '../../domain/reference-changed.ts';
import { revisionsMax } from '../../domain/sale-link/sale-link.ts';
import { declinedAtSql } from '../card/card-payment.ts';
import type { Tx } from '../database.ts';
import { type ExistingPolicy, existingPoliciesSql } from '../policy/covered-vehicle.ts';
import type { ReferenceVersion } from '../reference/keeper.ts';
import { read, write } from '../statement.ts';
import { writePrices } from './price-list.ts';
import { type Stored, unpackQuote } from './stored-quote.ts';

/** An application as the steps after the quote use it. */
export interface Application extends Quote {
  readonly id: ApplicationId;
  readonly revision: number;
  readonly isBound: boolean;
  /** The sale of a link, whose page opens only so many card forms. */
  readonly isOfLink: boolean;
  /** When its last cards were declined, as many as count. */
  readonly declinedAt: readonly Date[];
}

/** What else the seller has sold for the vehicle of a quote. */
interface WithExisting {
  readonly existingPolicies: readonly ExistingPolicy[];
}

/**
 * Stores a new quote in one statement and returns the id of its application. Throws, as a revision does, if the
 * reference data are others than those it was judged by.
 */
export async function insertApplication(tx: Tx, ...quoted: Quoted): Promise<Inserted> {
  const inserted = await insertIfCurrent(tx, ...quoted);
  if (inserted === null) throw new ReferenceChanged();
  return inserted;
}

type Inserted = { readonly id: ApplicationId } & WithExisting;
/** The id of an application that was forgotten by a restore; else it is made. */
type Quoted = [sellerId: string, quote: Quote, judgedBy: ReferenceVersion, id?: ApplicationId];

const insertIfCurrent = write.firstRow<Inserted, Quoted>(
  'insert_application',
  `WITH quoted AS (
     INSERT INTO application (id, seller_id, series, effective_date, quoted_on, vin, partner_reference, rate_book_version,
                              tax_table_version, inputs, options)
     SELECT coalesce(:id::uuid, uuidv7()), :sellerId, :series, :effectiveDate, :quotedOn, :vin, :partnerReference, :rateBookVersion,
            :taxTableVersion, :inputs, :options
     WHERE reference_version() = :judgedBy::bigint
     RETURNING id, seller_id
   )
   INSERT INTO application_words (application_id, seller_id, words)
   SELECT id, seller_id, array_to_tsvector(:words::text[])
   FROM quoted
   RETURNING application_id AS id, ${existingPoliciesSql(':sellerId', ':vin', ':quotedOn')} AS "existingPolicies"`,
  (sellerId, quote, judgedBy, id) => ({ id, sellerId, ...columnsOf(quote), judgedBy }),
);

/**
 * Why an application can't be revised. `unknown`: the seller has no such application. `running`, `bound`: a bind is
 * running or has finished. `used-up`: it is a sale link's, and was revised as often as it may be.
 */
export type Unrevisable = 'unknown' | 'running' | 'bound' | 'used-up';

/** The first revision is the quote itself. */
const isUsedUpSql = `application.revision > ${revisionsMax}
    AND EXISTS (SELECT FROM sale_link WHERE sale_link.application_id = application.id)`;

/**
 * Replaces the quote of an application, but for a reference that it leaves out, and stores the previous one as a
 * revision. The application is locked before its
 * revisions are counted, so that of several at once no more are made than may be.
 */
export async function reviseApplication(tx: Tx, ...revised: Revised): Promise<Revision> {
  const { outcome, ...revision } = await reviseIfCurrent(tx, ...revised);
  if (outcome === null) throw new ReferenceChanged();
  return { outcome, ...revision };
}

interface Revision extends WithExisting {
  readonly outcome: 'revised' | Unrevisable;
  readonly revision: number;
  /** That of the revision, or the one before if it has none. */
  readonly partnerReference: string | null;
}
type Revised = [sellerId: string, id: ApplicationId, quote: Quote, judgedBy: ReferenceVersion];

const reviseIfCurrent = write.onlyRow<
  Omit<Revision, 'outcome'> & { readonly outcome: Revision['outcome'] | null },
  Revised
>(
  'revise_application',
  `WITH locked AS (
     SELECT revision + 1 AS revision, coalesce(:partnerReference, partner_reference) AS "partnerReference", ${isUsedUpSql}
            AND NOT EXISTS (SELECT FROM bind WHERE application_id = application.id AND state <> 'released') AS "isUsedUp"
     FROM application
     WHERE id = :id AND seller_id = :sellerId AND erased_by IS NULL
     FOR UPDATE
   )
   SELECT CASE WHEN reference_version() <> :judgedBy::bigint THEN NULL
               WHEN (SELECT "isUsedUp" FROM locked) THEN 'used-up'
               ELSE revise_application(:id, :sellerId, :series, :effectiveDate, :quotedOn, :vin, :partnerReference,
                                       :rateBookVersion, :taxTableVersion, :inputs, :options, :words) END AS outcome,
          (SELECT revision FROM locked) AS revision,
          (SELECT "partnerReference" FROM locked) AS "partnerReference",
          ${existingPoliciesSql(':sellerId', ':vin', ':quotedOn')} AS "existingPolicies"`,
  (sellerId, id, quote, judgedBy) => ({ id, sellerId, ...columnsOf(quote), judgedBy }),
);

/** Returns why a revision would be refused now; null when it would be accepted. */
export async function whyUnrevisable(tx: Tx, sellerId: string, id: ApplicationId): Promise<Unrevisable | null> {
  const found = await readBindState(tx, { sellerId, id });
  if (found === null) return 'unknown';
  return found.bindState ?? (found.isUsedUp ? 'used-up' : null);
}

/** Returns the seller's application; null if it does not exist or belongs to another seller. */
export async function readApplication(tx: Tx, sellerId: string, id: ApplicationId): Promise<Application | null> {
  const row = await readRow(tx, { sellerId, id });
  return row && { ...row, ...unpackQuote(row) };
}

/** A quote as it was last revised, and what became of it. */
export interface QuoteView extends WithExisting {
  readonly quote: Quote;
  readonly revision: number;
  readonly bindState: 'running' | 'bound' | null;
  readonly policyNumber: string | null;
}

/** Returns null if the application does not exist or belongs to another seller. */
export async function readQuoteView(
  tx: Tx,
  sellerId: string,
  id: ApplicationId,
  today: PlainDate,
): Promise<QuoteView | null> {
  const row = await readView(tx, { sellerId, id, today });
  if (row === null) return null;
  const { revision, bindState, policyNumber, existingPolicies, ...quote } = row;
  return { quote: { ...quote, ...unpackQuote(row) }, revision, bindState, policyNumber, existingPolicies };
}

export const applicationExists = read.findsRow<[{ readonly sellerId: string; readonly id: ApplicationId }]>(
  'find_application',
  'SELECT FROM application WHERE id = :id AND seller_id = :sellerId AND erased_by IS NULL',
);

/** Whether any quote of any seller has used the VIN. */
export const isVinUsed = read.findsRow<[{ readonly vin: string }]>(
  'find_vin',
  `SELECT FROM application WHERE vin = :vin
   UNION ALL
   SELECT FROM application_revision WHERE vin = :vin
   LIMIT 1`,
);

function columnsOf({ inputs: { partnerReference, ...inputs }, options, ...quote }: Quote) {
  return {
    ...quote,
    partnerReference,
    vin: inputs.vehicle.vin,
    inputs: JSON.stringify(inputs),
    options: writePrices(options),
    words: saleWords(inputs),
  };
}

const readBindState = read.firstRow<
  Pick<QuoteView, 'bindState'> & { readonly isUsedUp: boolean },
  [{ readonly sellerId: string; readonly id: ApplicationId }]
>(
  'read_bind_state',
  `SELECT bind.state AS "bindState", ${isUsedUpSql} AS "isUsedUp"
   FROM application
   LEFT JOIN bind ON bind.application_id = application.id AND bind.state <> 'released'
   WHERE application.id = :id AND application.seller_id = :sellerId AND application.erased_by IS NULL`,
);

const readRow = read.firstRow<Stored<Application>, [{ readonly sellerId: string; readonly id: ApplicationId }]>(
  'read_application',
  `SELECT id, revision, series, effective_date AS "effectiveDate", quoted_on AS "quotedOn",
          rate_book_version AS "rateBookVersion", tax_table_version AS "taxTableVersion",
          partner_reference AS "partnerReference", inputs, options,
          EXISTS (SELECT FROM policy WHERE policy.application_id = application.id) AS "isBound",
          EXISTS (SELECT FROM sale_link WHERE sale_link.application_id = application.id) AS "isOfLink",
          ${declinedAtSql('application.id')} AS "declinedAt"
   FROM application
   WHERE id = :id AND seller_id = :sellerId AND erased_by IS NULL`,
);

const readView = read.firstRow<
  Stored<Quote> & Omit<QuoteView, 'quote'>,
  [{ readonly sellerId: string; readonly id: ApplicationId; readonly today: PlainDate }]
>(
  'read_quote_view',
  `SELECT application.revision, application.series, application.effective_date AS "effectiveDate", application.quoted_on AS "quotedOn",
          application.rate_book_version AS "rateBookVersion", application.tax_table_version AS "taxTableVersion",
          application.partner_reference AS "partnerReference", application.inputs, application.options,
          bind.state AS "bindState", policy.policy_number AS "policyNumber",
          ${existingPoliciesSql(':sellerId', 'application.vin', ':today', 'policy.application_id <> application.id')} AS "existingPolicies"
   FROM application
   LEFT JOIN bind ON bind.application_id = application.id AND bind.state <> 'released'
   LEFT JOIN policy ON policy.application_id = application.id
   WHERE application.id = :id AND application.seller_id = :sellerId AND application.erased_by IS NULL`,
);

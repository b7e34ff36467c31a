import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { ApplicationId, DocumentId } from '../domain/ids.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { QuoteInputs } from '../domain/quote/quote.ts';
import type { QuoteOptions } from '../domain/rating/quote-options.ts';
import type { Series } from '../domain/rating/vocabulary.ts';
import { statement, type Tx } from './database.ts';
import { type PriceList, unpackPrices } from './price-list.ts';

/** Everything that a bind needs of an application, in one round trip. */
export interface Sale {
  readonly applicationId: ApplicationId;
  readonly revision: number;
  readonly series: Series;
  readonly effectiveDate: PlainDate;
  readonly quotedOn: PlainDate;
  readonly rateBookVersion: string;
  readonly taxTableVersion: string;
  readonly inputs: QuoteInputs;
  readonly options: QuoteOptions;
  /** Whether an attempt holds the claim, and whether its lease is valid. */
  readonly claim: 'none' | 'carried' | 'abandoned';
  /** The latest attempt; zero before the first. */
  readonly attempt: number;
  readonly bound: BoundPolicy | null;
}

/** The policy of a bound application, with its declaration. */
export interface BoundPolicy {
  readonly policy: Policy;
  readonly documentDownloadId: DocumentId;
}

/** Returns null if the application does not exist or belongs to another seller. */
export async function readSale(tx: Tx, sellerId: string, applicationId: ApplicationId): Promise<Sale | null> {
  const { rows } = await tx.query<SaleRow>(read(applicationId, sellerId));
  const row = rows[0];
  if (row === undefined) return null;
  return {
    applicationId: row.id,
    revision: row.revision,
    series: row.series,
    effectiveDate: row.effective_date,
    quotedOn: row.quoted_on,
    rateBookVersion: row.rate_book_version,
    taxTableVersion: row.tax_table_version,
    inputs: row.inputs,
    options: unpackPrices(row.options),
    claim: row.claim,
    attempt: row.attempt,
    bound:
      row.snapshot === null || row.declaration_id === null
        ? null
        : { policy: row.snapshot, documentDownloadId: row.declaration_id },
  };
}

interface SaleRow {
  readonly id: ApplicationId;
  readonly revision: number;
  readonly series: Series;
  readonly effective_date: PlainDate;
  readonly quoted_on: PlainDate;
  readonly rate_book_version: string;
  readonly tax_table_version: string;
  readonly inputs: QuoteInputs;
  readonly options: PriceList;
  readonly claim: Sale['claim'];
  readonly attempt: number;
  readonly snapshot: Policy | null;
  readonly declaration_id: DocumentId | null;
}

const read = statement(
  'read_sale',
  `SELECT application.id, application.revision, application.series, application.effective_date,
          application.quoted_on, application.rate_book_version, application.tax_table_version, application.inputs,
          application.options,
          CASE WHEN bind.state = 'running' AND bind.lease_until >= now() THEN 'carried'
               WHEN bind.state = 'running' THEN 'abandoned'
               ELSE 'none'
          END AS claim,
          coalesce(bind.attempt, 0) AS attempt,
          policy.snapshot, document.id AS declaration_id
   FROM application
   LEFT JOIN bind ON bind.application_id = application.id
   LEFT JOIN policy ON policy.application_id = application.id
   LEFT JOIN document ON document.policy_number = policy.policy_number AND document.kind = 'declaration'
   WHERE application.id = $1 AND application.seller_id = $2 AND application.erased_by IS NULL`,
);

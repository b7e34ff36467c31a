import type { ApplicationId, DocumentId } from '../../domain/ids.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Tx } from '../database.ts';
import { read } from '../statement.ts';
import { type Stored, unpackQuote } from './stored-quote.ts';

/** Everything that a bind needs of an application, in one round trip. */
export interface Sale extends Quote {
  readonly applicationId: ApplicationId;
  readonly revision: number;
  /** Whether an attempt holds the claim, and whether its lease is valid. */
  readonly claim: 'none' | 'running' | 'abandoned';
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
  const row = await readRow(tx, { sellerId, applicationId });
  return row && { ...row, ...unpackQuote(row) };
}

const readRow = read.firstRow<Stored<Sale>, [{ readonly sellerId: string; readonly applicationId: ApplicationId }]>(
  'read_sale',
  `SELECT application.id AS "applicationId", application.revision, application.series,
          application.effective_date AS "effectiveDate", application.quoted_on AS "quotedOn",
          application.rate_book_version AS "rateBookVersion", application.tax_table_version AS "taxTableVersion",
          application.partner_reference AS "partnerReference", application.inputs, application.options,
          CASE WHEN bind.state = 'running' AND bind.lease_until >= now() THEN 'running'
               WHEN bind.state = 'running' THEN 'abandoned'
               ELSE 'none'
          END AS claim,
          coalesce(bind.attempt, 0) AS attempt,
          CASE WHEN document.id IS NOT NULL THEN
            json_build_object('policy', policy.snapshot, 'documentDownloadId', document.id)
          END AS bound
   FROM application
   LEFT JOIN bind ON bind.application_id = application.id
   LEFT JOIN policy ON policy.application_id = application.id
   LEFT JOIN document ON document.policy_number = policy.policy_number AND document.kind = 'declaration'
   WHERE application.id = :applicationId AND application.seller_id = :sellerId AND application.erased_by IS NULL`,
);

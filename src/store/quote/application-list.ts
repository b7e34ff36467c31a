import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Tx } from '../database.ts';
import { firstIdAt } from '../first-id-at.ts';
import { allSql, Values } from '../list/values.ts';
import { sendRead } from '../statement.ts';
import type { QuoteView } from './application.ts';

/** A quote in a list: what became of it, without its prices. */
export interface ListedApplication
  extends Pick<Quote, 'effectiveDate' | 'quotedOn'>,
    Pick<QuoteView, 'bindState' | 'policyNumber'> {
  readonly id: ApplicationId;
  /** The seller's username. */
  readonly seller: string;
  readonly inputs: Pick<Quote['inputs'], 'vehicle' | 'partnerReference' | 'language'>;
}

export interface ApplicationFilter {
  readonly partnerReference: string | null;
  readonly vin: string | null;
  readonly status: 'quoted' | 'running' | 'bound' | null;
  /** The seller's days, both included. */
  readonly quotedFrom: PlainDate | null;
  readonly quotedTo: PlainDate | null;
  /**
   * The upper bound of the id, from `quotedTo`, where the scan begins: an id holds the time of the first quote, and a
   * revision's day is never before it. Null with a test clock.
   */
  readonly storedBefore: Date | null;
  /** The last application of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Returns a page of the sellers' applications, the latest first, and one more when there is a next page. */
export async function listApplications(
  tx: Tx,
  sellerIds: readonly string[],
  filter: ApplicationFilter,
): Promise<readonly ListedApplication[]> {
  const { text, values } = applicationListSql(sellerIds, filter);
  const { rows } = await sendRead<ListedApplication>(tx, text, values);
  return rows;
}

/** This is no named statement: each combination of filters needs a plan of its own. */
export function applicationListSql(sellerIds: readonly string[], filter: ApplicationFilter) {
  const values = new Values();
  const [only, ...others] = sellerIds;
  const isOne = only !== undefined && others.length === 0;
  const { partnerReference, vin, status, quotedFrom, quotedTo, storedBefore, after } = filter;
  const conditions = allSql([
    `application.seller_id = ${isOne ? values.add('sellerId', only) : 'each.seller_id'}`,
    'application.erased_by IS NULL',
    partnerReference !== null && `application.partner_reference = ${values.add('partnerReference', partnerReference)}`,
    vin !== null && `application.vin = ${values.add('vin', vin)}`,
    status !== null && inState[status],
    quotedFrom !== null && `application.quoted_on >= ${values.add('quotedFrom', quotedFrom)}`,
    quotedTo !== null && `application.quoted_on <= ${values.add('quotedTo', quotedTo)}`,
    storedBefore !== null && `application.id < ${values.add('endId', firstIdAt(storedBefore))}`,
    after !== null && `application.id < ${values.add('after', after)}`,
  ]);
  const latest = `ORDER BY application.id DESC LIMIT ${values.add('rowsMax', filter.limit + 1)}`;
  const ofOne = `SELECT application.id FROM application WHERE ${conditions} ${latest}`;
  // Each of many sellers' pages is read by its own index; the latest of them all are the page.
  const page = isOne
    ? ofOne
    : `SELECT application.id
       FROM unnest(${values.add('sellerIds', sellerIds)}::uuid[]) AS each (seller_id)
       CROSS JOIN LATERAL (${ofOne}) AS application
       ${latest}`;
  // The page first: an application takes some kilobytes, and only its own are read.
  const text = `
   WITH page AS MATERIALIZED (${page})
   SELECT application.id, (SELECT username FROM seller WHERE seller.id = application.seller_id) AS seller,
          application.effective_date AS "effectiveDate", application.quoted_on AS "quotedOn",
          json_build_object('vehicle', application.inputs -> 'vehicle',
                            'partnerReference', application.partner_reference,
                            'language', application.inputs -> 'language') AS inputs,
          bind.state AS "bindState", policy.policy_number AS "policyNumber"
   FROM page
   JOIN application ON application.id = page.id
   LEFT JOIN bind ON bind.application_id = application.id AND bind.state <> 'released'
   LEFT JOIN policy ON policy.application_id = application.id
   ORDER BY application.id DESC`;
  return { text, values: values.named };
}

/** A seller's policies and the running binds have indexes of their own; what is left is quoted. */
const inState = {
  bound: 'application.id IN (SELECT application_id FROM policy WHERE policy.seller_id = application.seller_id)',
  running: `application.id IN (SELECT application_id FROM bind WHERE state = 'running')`,
  quoted: `NOT EXISTS (SELECT FROM bind WHERE bind.application_id = application.id AND bind.state <> 'released')`,
} as const;

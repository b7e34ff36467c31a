import type { BookedFact } from '../../domain/books/account.ts';
import type { Charged, StrayLoan } from '../../domain/books/book-facts.ts';
import type { PlainDate } from '../../domain/calendar/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Cancellation } from '../../domain/policy/cancellation.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Seller } from '../../domain/seller.ts';
import type { Tx } from '../database.ts';
import type { Sale } from '../sale.ts';
import { firstRow, onlyRow, onlyValue, runs } from '../statement.ts';
import { entered, entriesJson, factOfReversal, paidBack } from './entry.ts';
import { expectedFacts } from './expected-facts.ts';

/*
 * What a version before the books has written, or still writes while it runs beside this one: a pass over all sales
 * each day finds facts that are not entered.
 */

/** The next sales of the pass. */
export interface Batch {
  /** Where the pass goes on; null: it is over. */
  readonly lastId: ApplicationId | null;
  readonly missing: readonly { readonly applicationId: ApplicationId; readonly facts: readonly string[] }[];
}

/** Returns null if today's pass is over. */
export async function nextBatch(tx: Tx, size: number): Promise<Batch | null> {
  const pass = await beginPass(tx);
  return pass && findMissing(tx, pass.afterId, size);
}

export const endBatch = runs<[batch: Batch]>(
  'end_batch_of_books',
  'UPDATE books_pass SET after_id = $1, ended_at = CASE WHEN $1::uuid IS NULL THEN clock_timestamp() END',
  ({ lastId }) => [lastId],
);

/** A sale with all that the books must have of it. */
export interface SaleToBook {
  readonly seller: Pick<Seller, 'id' | 'username' | 'province'> & { readonly clientId: string };
  readonly sale: Pick<Sale, 'rateBookVersion' | 'taxTableVersion' | 'series' | 'quotedOn'>;
  readonly policy: Policy | null;
  readonly cancellation: Cancellation | null;
  /** The key of the cancellation's refund. */
  readonly refundKey: string | null;
  /** `refundKey`: of a charge that paid for nothing, the key of its refund. */
  readonly charges: readonly (Charged & OnDay & { readonly refundKey: string | null })[];
  readonly settledCharge: (Charged & OnDay) | null;
  readonly strayLoans: readonly (StrayLoan & OnDay)[];
}

interface OnDay {
  readonly day: PlainDate;
}

export interface FactToEnter extends OnDay {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string | null;
  readonly sellerId: string;
  readonly booked: BookedFact;
}

const beginPass = firstRow<{ afterId: ApplicationId | null }>(
  'begin_pass_of_books',
  `INSERT INTO books_pass (began_at) VALUES (now())
   ON CONFLICT (is_one) DO UPDATE
   SET began_at = CASE WHEN books_pass.ended_at IS NULL THEN books_pass.began_at ELSE now() END,
       ended_at = NULL
   WHERE books_pass.ended_at IS NULL OR books_pass.began_at < now() - interval '1 day'
   RETURNING after_id AS "afterId"`,
);

const findMissing = onlyRow<Batch, [afterId: ApplicationId | null, size: number]>(
  'find_missing_facts',
  `WITH batch AS MATERIALIZED (
     SELECT application_id
     FROM bind
     WHERE $1::uuid IS NULL OR application_id > $1
     ORDER BY application_id
     LIMIT $2
   ), missing AS (
     SELECT expected.application_id, array_agg(expected.fact) AS facts
     FROM (${expectedFacts}) AS expected
     WHERE NOT EXISTS (
       SELECT FROM journal_entry
       WHERE journal_entry.application_id = expected.application_id AND journal_entry.fact = expected.fact)
     GROUP BY expected.application_id
   )
   SELECT (SELECT application_id FROM batch ORDER BY application_id DESC LIMIT 1) AS "lastId",
          (SELECT coalesce(json_agg(json_build_object('applicationId', application_id, 'facts', facts)), '[]')
           FROM missing) AS missing`,
);

// The refund of a cancellation was written in one transaction with it; any other reversal of a charge gives back what
// paid for nothing. What a lender had advanced on a loan that came to nothing is not kept: it is entered with what was
// payable, in and out.
export const readSaleToBook = onlyValue<SaleToBook, [applicationId: ApplicationId]>(
  'read_sale_to_book',
  `SELECT json_build_object(
     'seller', json_build_object('id', seller.id, 'username', seller.username, 'province', seller.province,
                                 'clientId', integration.client_id),
     'sale', json_build_object('rateBookVersion', application.rate_book_version, 'taxTableVersion', application.tax_table_version,
                               'series', application.series, 'quotedOn', application.quoted_on),
     'policy', policy.snapshot,
     'cancellation', cancellation.terms,
     'refundKey', (
       SELECT key FROM reversal
       WHERE reversal.policy_number = cancellation.policy_number AND reversal.application_id = application.id
         AND reversal.created_at = cancellation.created_at),
     'charges', (
       SELECT coalesce(json_agg(json_build_object(
                'reference', journal.reference, 'amountCents', journal.amount_cents,
                'day', seller_day(seller.id, journal.happened_at), 'refundKey', stray.key)), '[]')
       FROM journal
       LEFT JOIN LATERAL (
         SELECT key FROM reversal
         WHERE reversal.application_id = application.id AND reversal.kind = 'charge' AND reversal.reference = journal.reference
           AND reversal.created_at IS DISTINCT FROM cancellation.created_at
         LIMIT 1
       ) AS stray ON true
       WHERE journal.application_id = application.id AND journal.entry = 'captured'),
     'settledCharge', (
       SELECT json_build_object('amountCents', amount_cents, 'reference', settled_reference,
                                'day', seller_day(seller.id, (
                                  SELECT max(happened_at) FROM audit
                                  WHERE audit.application_id = application.id AND audit.event = 'scheduled card settled')))
       FROM due_charge
       WHERE due_charge.application_id = application.id AND settled_reference IS NOT NULL
       LIMIT 1),
     'strayLoans', (
       SELECT coalesce(json_agg(json_build_object('loanNumber', reference, 'key', key, 'amountCents', amount_cents,
                                                  'day', seller_day(seller.id, created_at))), '[]')
       FROM reversal
       WHERE reversal.application_id = application.id AND kind = 'loan' AND policy_number IS NULL)
   )
   FROM application
   JOIN seller ON seller.id = application.seller_id
   JOIN integration ON integration.id = seller.integration_id
   LEFT JOIN policy ON policy.application_id = application.id
   LEFT JOIN cancellation ON cancellation.application_id = application.id
   WHERE application.id = $1`,
);

export const enterFact = runs<[fact: FactToEnter]>(
  'enter_missing_fact',
  `WITH found AS (
     SELECT $1::uuid AS application_id, $2::text AS policy_number, $3::uuid AS seller_id
   )
   ${entered({ source: 'found', json: '$5', day: '$4::date' })}`,
  (fact) => [fact.applicationId, fact.policyNumber, fact.sellerId, fact.day, entriesJson([fact.booked])],
);

/** Enters the reversals of the sale that have ended. What they gave back must be in the books already. */
export const enterReversals = runs<[applicationId: ApplicationId]>(
  'enter_ended_reversals',
  `WITH done AS (
     SELECT application_id, policy_number, kind, key, state, coalesce(settled_reference, reference) AS reference,
            (SELECT max(happened_at) FROM audit
             WHERE audit.application_id = reversal.application_id AND audit.event IN ('reversed', 'reversal settled')) AS ended_at
     FROM reversal
     WHERE application_id = $1 AND state <> 'due'
       AND NOT EXISTS (
         SELECT FROM journal_entry
         WHERE journal_entry.application_id = reversal.application_id AND journal_entry.fact = ${factOfReversal('reversal')})
   )
   ${paidBack({
     source: 'done',
     payer: `CASE WHEN done.state = 'settled' THEN 'outside' WHEN done.kind = 'loan' THEN 'lender' ELSE 'processor' END`,
     at: 'coalesce(done.ended_at, now())',
   })}`,
);

import type { BookedFact } from '../../domain/books/account.ts';
import { lastDayOf } from '../../domain/cancellation/cancellation.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { plainLoanNumber } from '../../domain/list/sale-words.ts';
import type { Cents } from '../../domain/money.ts';
import { cardOf, loanOf, type Policy } from '../../domain/policy/policy.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import { auditedSql } from '../audit/audit.ts';
import type { Claim } from '../bind/bind.ts';
import { enteredSql, factsJson } from '../books/entry.ts';
import { type NewEvent, toldSql } from '../event/event.ts';
import { columnsOf, findsRow } from '../statement.ts';

/** A policy to issue, with everything that commits with it. */
export interface Issue {
  readonly sellerId: string;
  readonly policy: Policy;
  readonly documents: readonly { readonly id: DocumentId; readonly kind: DocumentKind }[];
  /** The card's charge, if it was made during the bind. */
  readonly charge: {
    readonly amountCents: Cents;
    /** What the processor calls the charge. */
    readonly reference: string;
    readonly authorizationNumber: string;
  } | null;
  /** The bind and the charge, as the books have them. */
  readonly booked: readonly BookedFact[];
  readonly event: NewEvent;
}

/**
 * Issues the policy in one statement that only the holder of the claim can make: its row, its documents' rows, the
 * payment's final state, the books, the mail to send, the event and the audit row. Returns false if another
 * instance has taken the claim over.
 */
export const issuePolicy = findsRow(
  'issue_policy',
  `WITH bound AS (
     UPDATE bind
     SET state = 'bound'
     WHERE application_id = $1 AND owner = $2 AND state = 'running' AND policy_number = $3
     RETURNING application_id, attempt
   ), issued AS (
     INSERT INTO policy (policy_number, application_id, seller_id, effective_date, expiry_date, total_cents, payment_method,
                         card_payment_id, reference, snapshot, partner_reference, cover_ends_on, bound_on, premium_cents, loan_number)
     SELECT $3, application_id, $4, $5, $6, $7, $8, $9, $10, $11, $17, $20, $19, $24, $25
     FROM bound
     RETURNING policy_number, application_id, seller_id
   ), printed AS (
     INSERT INTO document (id, policy_number, seller_id, kind)
     SELECT paper.id, issued.policy_number, $4, paper.kind
     FROM issued, unnest($12::uuid[], $13::text[]) AS paper (id, kind)
   ), mailed AS (
     INSERT INTO mail (seller_id, policy_number, kind, to_address, document_ids)
     SELECT $4, policy_number, 'policy', $14, $12
     FROM issued
   ), paid AS (
     UPDATE card_payment
     SET status = CASE WHEN $15::integer IS NULL THEN 'Scheduled' ELSE 'Captured' END
     FROM bound
     WHERE id = $9
   ), scheduled AS (
     INSERT INTO due_charge (card_payment_id, application_id, policy_number, seller_id, amount_cents, due_on)
     SELECT $9, $1, policy_number, $4, $7, $16
     FROM issued
     WHERE $9::uuid IS NOT NULL AND $15::integer IS NULL
   ), booked AS (
     ${enteredSql({ source: 'issued', json: '$18', day: '$19::date' })}
   ), told AS (
     ${toldSql({ source: 'issued', type: '$21', body: '$22', mark: '$23' })}
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('policy issued', { attempt: 'attempt', policyNumber: '$3::text', paymentMethod: '$8::text' })}
   FROM bound`,
  ({ applicationId, owner }: Claim, { sellerId, policy, documents, charge, booked, event }: Issue) => {
    const card = cardOf(policy.payment);
    const loan = loanOf(policy.payment);
    const paymentReference = 'reference' in policy.payment ? policy.payment.reference : null;
    return [
      applicationId,
      owner,
      policy.policyNumber,
      sellerId,
      policy.effectiveDate,
      policy.expiryDate,
      policy.totalWithTaxCents,
      policy.payment.method,
      card?.paymentId,
      charge?.authorizationNumber ?? paymentReference,
      JSON.stringify(policy),
      ...columnsOf(documents, 'id', 'kind'),
      policy.inputs.applicant.emailAddress,
      charge?.amountCents,
      card?.chargeDate,
      policy.inputs.partnerReference,
      factsJson(booked),
      policy.boundOn,
      lastDayOf(policy),
      event.type,
      JSON.stringify(event.body),
      event.mark,
      policy.premiumCents,
      loan && plainLoanNumber(loan.loanNumber),
    ];
  },
);

import type { NewEntry } from '../../domain/books/ledger-entry.ts';
import { coverEndsOn } from '../../domain/cancellation/cancellation.ts';
import type { DocumentId, MailId } from '../../domain/ids.ts';
import { plainLoanNumber } from '../../domain/list/sale-words.ts';
import type { Cents } from '../../domain/money.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import { cardOf, loanOf, type Policy, paymentReferenceOf } from '../../domain/policy/policy.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import { auditedSql } from '../audit/audit.ts';
import type { Claim } from '../bind/bind.ts';
import { enteredSql, entriesJson, postedSql } from '../books/entry.ts';
import { completedSql, type FilledDisclosure, filledJson } from '../disclosure/disclosure.ts';
import { insertEventSql, type NewEvent } from '../event/event.ts';
import { write } from '../statement.ts';
import { versionInForceSql } from '../tariff/operator-file.ts';

/** A policy to issue, with everything that commits with it. */
export interface Issue {
  readonly sellerId: string;
  readonly policy: Policy;
  readonly documents: readonly { readonly id: DocumentId; readonly kind: DocumentKind }[];
  /** What names the policy, and comes with it. */
  readonly papers: readonly FilledDisclosure[];
  readonly mailId: MailId;
  /** The card's charge, if it was made during the bind. */
  readonly charge: {
    readonly amountCents: Cents;
    /** What the processor calls the charge. */
    readonly reference: string;
    readonly authorizationNumber: string;
  } | null;
  /** The bind and the charge, as the books have them. */
  readonly booked: readonly NewEntry[];
  readonly event: NewEvent;
  readonly moneyStatus: MoneyStatus;
}

/**
 * Issues the policy in one statement that only the holder of the claim can make: its row, its documents' rows, the
 * payment's final state, the books, the mail to send, the event and the audit row. Returns false if another
 * instance has taken the claim over.
 */
export const issuePolicy = write.findsRow(
  'issue_policy',
  `WITH bound AS (
     UPDATE bind
     SET state = 'bound'
     WHERE application_id = :applicationId AND owner = :owner AND state = 'running' AND policy_number = :policyNumber
     RETURNING application_id, attempt
   ), issued AS (
     INSERT INTO policy (policy_number, application_id, seller_id, vin, effective_date, expiry_date, total_cents,
                         payment_method, card_payment_id, reference, snapshot, partner_reference, cover_ends_on, bound_at, bound_on,
                         premium_cents, loan_number, money_status, charged_cents, loan_term, down_payment_cents,
                         first_installment_on)
     SELECT :policyNumber, application_id, :sellerId, :vin, :effectiveDate, :expiryDate, :totalWithTaxCents, :method,
            :paymentId, :reference, :policy, :partnerReference, :coverEndsOn, :boundAt, :boundOn, :premiumCents, :loan, :moneyStatus,
            :chargedCents, :loanTerm, :downPaymentCents, :firstInstallmentOn
     FROM bound
     RETURNING policy_number, application_id, seller_id
   ), printed AS (
     INSERT INTO document (id, policy_number, seller_id, kind, created_at, texts_version)
     SELECT written.id, issued.policy_number, :sellerId, written.kind, :boundAt, ${versionInForceSql('customer_texts')}
     FROM issued, unnest(:documentIds::uuid[], :documentKinds::text[]) AS written (id, kind)
   ), completed AS (${completedSql}
   ), mailed AS (
     INSERT INTO mail (id, seller_id, policy_number, kind, to_address, document_ids)
     SELECT :mailId, :sellerId, policy_number, 'policy', :emailAddress, :documentIds
     FROM issued
   ), paid AS (
     UPDATE card_payment
     SET status = CASE WHEN :chargedCents::integer IS NULL THEN 'Scheduled' ELSE 'Captured' END
     FROM bound
     WHERE id = :paymentId
   ), scheduled AS (
     INSERT INTO due_charge (card_payment_id, application_id, policy_number, seller_id, amount_cents, due_on)
     SELECT :paymentId, :applicationId, policy_number, :sellerId, :totalWithTaxCents, :chargeDate
     FROM issued
     WHERE :paymentId::uuid IS NOT NULL AND :chargedCents::integer IS NULL
   ), entered AS (
     ${enteredSql({ source: 'issued', json: ':booked', day: ':boundOn' })}
   ), postings AS (
     ${postedSql(':booked')}
   ), told AS (
     ${insertEventSql({ source: 'issued', id: ':eventId', type: ':type', createdAt: ':toldAt', body: ':body' })}
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('policy issued', { attempt: 'attempt', policyNumber: ':policyNumber::text', paymentMethod: ':method::text' })}
   FROM bound`,
  (
    { applicationId, owner, heldSince }: Claim,
    { sellerId, policy, documents, papers, mailId, charge, booked, event, moneyStatus }: Issue,
  ) => {
    const card = cardOf(policy.payment);
    const loan = loanOf(policy.payment);
    return {
      applicationId,
      owner,
      policyNumber: policy.policyNumber,
      sellerId,
      vin: policy.inputs.vehicle.vin,
      effectiveDate: policy.effectiveDate,
      expiryDate: policy.expiryDate,
      totalWithTaxCents: policy.totalWithTaxCents,
      method: policy.payment.method,
      paymentId: card?.paymentId,
      reference: paymentReferenceOf(policy.payment),
      policy: JSON.stringify(policy),
      documentIds: documents.map(({ id }) => id),
      documentKinds: documents.map(({ kind }) => kind),
      papers: filledJson(papers),
      mailId,
      emailAddress: policy.inputs.applicant.emailAddress,
      chargedCents: charge?.amountCents,
      chargeDate: card?.chargeDate,
      partnerReference: policy.inputs.partnerReference,
      booked: entriesJson(booked),
      boundOn: policy.boundOn,
      boundAt: heldSince,
      coverEndsOn: coverEndsOn(policy),
      type: event.type,
      body: JSON.stringify(event.body),
      eventId: event.id,
      toldAt: event.createdAt,
      premiumCents: policy.premiumCents,
      moneyStatus,
      loan: loan && plainLoanNumber(loan.loanNumber),
      loanTerm: loan?.loanTermInMonths,
      downPaymentCents: loan?.downPaymentCents,
      firstInstallmentOn: loan?.firstInstallmentDate,
    };
  },
);

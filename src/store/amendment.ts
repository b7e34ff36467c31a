import { searchNameOf } from '../domain/applicant/search-name.ts';
import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { ApplicationId, DocumentId } from '../domain/ids.ts';
import type { Actor } from '../domain/operator/operator.ts';
import type { Amendment } from '../domain/policy/amendment.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Seller } from '../domain/seller.ts';
import { currentPolicy } from './current-policy.ts';
import { currentAddress } from './policy-mail.ts';
import type { LienHolder } from './reference/lien-holders.ts';
import { firstRow, runs } from './statement.ts';

/** A policy with everything that an amendment needs. */
export interface AmendablePolicy {
  readonly policy: Policy;
  readonly applicationId: ApplicationId;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  readonly isCancelled: boolean;
  /** Where its mails go now. */
  readonly emailAddress: string;
  readonly amendmentCount: number;
  /** The day of its latest declaration. */
  readonly declaredOn: PlainDate;
  readonly quotedOn: PlainDate;
  /** Of the tariff that priced it. */
  readonly rateBookVersion: string;
  readonly taxTableVersion: string;
}

/** Returns null for an unknown policy. The caller holds the policy's lock. */
export const readAmendable = firstRow<AmendablePolicy, [policyNumber: string]>(
  'read_amendable_policy',
  `SELECT ${currentPolicy} AS policy, policy.application_id AS "applicationId",
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller,
          EXISTS (SELECT FROM cancellation WHERE cancellation.policy_number = policy.policy_number) AS "isCancelled",
          ${currentAddress} AS "emailAddress", policy.amendment_count AS "amendmentCount",
          coalesce((SELECT max(made_on) FROM amendment WHERE amendment.policy_number = policy.policy_number),
                   (policy.snapshot ->> 'boundOn')::date) AS "declaredOn",
          application.quoted_on AS "quotedOn", application.rate_book_version AS "rateBookVersion", application.tax_table_version AS "taxTableVersion"
   FROM policy
   JOIN seller ON seller.id = policy.seller_id
   JOIN application ON application.id = policy.application_id
   WHERE policy.policy_number = $1`,
);

export const findLienHolder = firstRow<LienHolder, [id: string]>(
  'find_lien_holder',
  'SELECT id, name, city, postal_code AS "postalCode" FROM lien_holder WHERE id = $1',
);

export interface NewAmendment {
  readonly policy: Policy;
  readonly amendment: Amendment;
  readonly reason: string;
  readonly actor: Actor;
  readonly documentId: DocumentId;
}

/**
 * Amends the policy in one statement: the new version, the amended declaration, its mail, what the operator's search
 * reads, and the audit row.
 */
export const insertAmendment = runs(
  'amend_policy',
  `WITH amended AS (
     UPDATE policy
     SET amended = $3, amendment_count = $2
     WHERE policy_number = $1 AND amendment_count = $2 - 1
     RETURNING policy_number, application_id, seller_id
   ), kept AS (
     INSERT INTO amendment (policy_number, number, application_id, seller_id, snapshot, changed, document_id, made_on,
                            replaces_of, reason, actor_kind, actor_name)
     SELECT policy_number, $2, application_id, seller_id, $3, $4, $5, $6, $7, $8, $9, $10
     FROM amended
   ), searched AS (
     UPDATE application
     SET applicant_name = $11, applicant_email = $12, vin = $13
     FROM amended
     WHERE application.id = amended.application_id
   ), printed AS (
     INSERT INTO document (id, policy_number, seller_id, kind)
     SELECT $5, policy_number, seller_id, 'amended-declaration'
     FROM amended
   ), mailed AS (
     INSERT INTO mail (seller_id, policy_number, kind, to_address, document_ids)
     SELECT seller_id, policy_number, $15, $14, ARRAY[$5::uuid]
     FROM amended
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'policy amended',
          json_build_object('policyNumber', policy_number, 'number', $2::integer, 'changed', $4::text[])
   FROM amended`,
  ({ policy, amendment, reason, actor, documentId }: NewAmendment) => {
    const { applicant, vehicle } = policy.inputs;
    return [
      policy.policyNumber,
      amendment.number,
      JSON.stringify(policy),
      amendment.changed,
      documentId,
      amendment.madeOn,
      amendment.replacesOf,
      reason,
      actor.kind,
      actor.name,
      searchNameOf(applicant),
      applicant.emailAddress.toLowerCase(),
      vehicle.vin,
      applicant.emailAddress,
      `amendment ${amendment.number}`,
    ];
  },
);

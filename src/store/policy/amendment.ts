import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId, DocumentId } from '../../domain/ids.ts';
import { saleWords } from '../../domain/list/sale-words.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { Amendment } from '../../domain/policy/amendment.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { currentAddressSql } from '../mail/policy-mail.ts';
import type { LienHolder } from '../reference/lien-holders.ts';
import { read, write } from '../statement.ts';
import { currentPolicySql } from './current-policy.ts';

/** A policy with everything that an amendment needs. */
export interface AmendablePolicy {
  readonly policy: Policy;
  readonly applicationId: ApplicationId;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  readonly isCancelled: boolean;
  /** Its mails go to this address now. */
  readonly emailAddress: string;
  readonly amendmentCount: number;
  /** The day of its latest declaration. */
  readonly declaredOn: PlainDate;
  readonly quotedOn: PlainDate;
  /** The tariff that priced the policy. */
  readonly rateBookVersion: string;
  readonly taxTableVersion: string;
}

/** Returns null for an unknown policy. The caller holds the policy's lock. */
export const readAmendable = read.firstRow<AmendablePolicy, [{ readonly policyNumber: string }]>(
  'read_amendable_policy',
  `SELECT ${currentPolicySql} AS policy, policy.application_id AS "applicationId",
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller,
          EXISTS (SELECT FROM cancellation WHERE cancellation.policy_number = policy.policy_number) AS "isCancelled",
          ${currentAddressSql} AS "emailAddress", policy.amendment_count AS "amendmentCount",
          coalesce((SELECT max(made_on) FROM amendment WHERE amendment.policy_number = policy.policy_number),
                   policy.bound_on) AS "declaredOn",
          application.quoted_on AS "quotedOn", application.rate_book_version AS "rateBookVersion", application.tax_table_version AS "taxTableVersion"
   FROM policy
   JOIN seller ON seller.id = policy.seller_id
   JOIN application ON application.id = policy.application_id
   WHERE policy.policy_number = :policyNumber`,
);

export const findLienHolder = read.firstRow<LienHolder, [{ readonly id: string }]>(
  'find_lien_holder',
  'SELECT id, name, city, postal_code AS "postalCode" FROM lien_holder WHERE id = :id',
);

export interface NewAmendment {
  readonly policy: Policy;
  readonly amendment: Amendment;
  readonly reason: string;
  readonly actor: Actor;
  readonly documentId: DocumentId;
}

/** The new version of the policy, by which the operator's search finds it, too. */
export const insertAmendment = write.runs(
  'amend_policy',
  `WITH amended AS (
     UPDATE policy
     SET amended = made.snapshot, amendment_count = made.number, vin = :vin
     FROM json_populate_record(NULL::amendment, :made) AS made
     WHERE policy.policy_number = made.policy_number AND policy.amendment_count = made.number - 1
     RETURNING made.*, policy.application_id AS sale_id, policy.seller_id AS sold_by
   ), kept AS (
     INSERT INTO amendment (policy_number, number, application_id, seller_id, snapshot, changed, document_id, made_on,
                            replaces_of, reason, actor_kind, actor_name)
     SELECT policy_number, number, sale_id, sold_by, snapshot, changed, document_id, made_on, replaces_of, reason,
            actor_kind, actor_name
     FROM amended
   ), found AS (
     UPDATE application_words
     SET words = words || array_to_tsvector(:words::text[])
     FROM amended
     WHERE application_words.application_id = amended.sale_id
   )
   UPDATE application
   SET vin = :vin
   FROM amended
   WHERE application.id = amended.sale_id`,
  ({ policy, amendment, reason, actor, documentId }: NewAmendment) => {
    const made = {
      policy_number: policy.policyNumber,
      number: amendment.number,
      snapshot: policy,
      changed: amendment.changed,
      document_id: documentId,
      made_on: amendment.madeOn,
      replaces_of: amendment.replacesOf,
      reason,
      actor_kind: actor.kind,
      actor_name: actor.name,
    };
    return { made: JSON.stringify(made), words: saleWords(policy.inputs), vin: policy.inputs.vehicle.vin };
  },
);

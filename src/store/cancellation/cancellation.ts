import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { Withdrawer } from '../../domain/cancellation/cancellation-cause.ts';
import type { UsedDays } from '../../domain/cancellation/used-days.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { write } from '../statement.ts';
import { defineWork, endedSql, type TakenWork } from '../work/work.ts';

export interface NewCancellation {
  readonly policyNumber: string;
  readonly cancellation: Cancellation;
  readonly reason: string;
  readonly actor: Actor;
  readonly documentId: DocumentId;
}

/** The caller holds the policy's lock and knows that it is not cancelled. It takes effect on its day. */
export const insertCancellation = write.runs(
  'insert_cancellation',
  `INSERT INTO cancellation (policy_number, application_id, seller_id, bound_at, kind, cancelled_on, premium_back_cents,
                             tax_back_cents, refund_cents, terms, used_days, reason, actor_kind, actor_name, requested_by,
                             ground, notice_days, document_id)
   SELECT policy.policy_number, policy.application_id, policy.seller_id, policy.bound_at, made.kind, made.cancelled_on,
          made.premium_back_cents, made.tax_back_cents, made.refund_cents, made.terms, made.used_days, made.reason, made.actor_kind,
          made.actor_name, made.requested_by, made.ground, made.notice_days, made.document_id
   FROM json_populate_record(NULL::cancellation, :value) AS made
   JOIN policy ON policy.policy_number = made.policy_number`,
  ({ policyNumber, cancellation, reason, actor, documentId }: NewCancellation) => ({
    value: JSON.stringify({
      policy_number: policyNumber,
      kind: cancellation.kind,
      cancelled_on: cancellation.cancelledOn,
      premium_back_cents: cancellation.premiumBackCents,
      tax_back_cents: cancellation.taxBackCents,
      refund_cents: cancellation.refundCents,
      terms: cancellation,
      used_days: cancellation.usedDays,
      reason,
      actor_kind: actor.kind,
      actor_name: actor.name,
      requested_by: cancellation.requestedBy,
      ground: cancellation.ground,
      notice_days: cancellation.noticeDays,
      document_id: documentId,
    }),
  }),
);

/** A cancellation whose day has come. Its id is the policy's number. */
export interface DueCancellation extends TakenWork {
  readonly sellerId: string;
  /** It is for non-payment, and the policy is financed. */
  readonly isOfLoanUnpaid: boolean;
}

/** A cancellation is due by its own seller's date. */
export const cancellationWork = defineWork<DueCancellation>({
  table: 'cancellation',
  key: 'policy_number',
  facts: `cancellation.seller_id AS "sellerId",
          (cancellation.ground = 'NonPayment' AND EXISTS (
             SELECT FROM policy
             WHERE policy.policy_number = cancellation.policy_number AND policy.loan_number IS NOT NULL)) AS "isOfLoanUnpaid"`,
  only: {
    join: 'JOIN unnest(:sellerIds::uuid[], :todays::date[]) AS day (seller_id, today) ON day.seller_id = cancellation.seller_id',
    where: 'cancellation.cancelled_on <= day.today',
  },
  order: 'cancellation.cancelled_on',
});

/** It has taken effect. Returns false if it had before. */
export const putIntoEffect = write.findsRow<[{ readonly policyNumber: string }]>(
  'put_cancellation_into_effect',
  `UPDATE cancellation SET ${endedSql}, in_effect_at = now() WHERE policy_number = :policyNumber AND in_effect_at IS NULL`,
);

/** What becomes of the cost of used days from now on. */
export const setUsedDays = write.runs<[{ readonly policyNumber: string; readonly usedDays: UsedDays }]>(
  'set_used_days',
  'UPDATE cancellation SET used_days = :usedDays WHERE policy_number = :policyNumber',
);

/** Takes a cancellation back. Its notice stays. */
export const withdraw = write.findsRow<[{ readonly policyNumber: string; readonly by: Withdrawer }]>(
  'withdraw_cancellation',
  `WITH withdrawn AS (
     DELETE FROM cancellation WHERE policy_number = :policyNumber RETURNING *
   )
   INSERT INTO withdrawn_cancellation SELECT withdrawn.*, now(), :by FROM withdrawn`,
);

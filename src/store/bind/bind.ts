import type { BindStep } from '../../domain/bind/bind-step.ts';
import type { AgreedLoan } from '../../domain/bind/judge-bind.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Acknowledgement } from '../../domain/disclosure/paper.ts';
import type { ApplicationId, PaymentId } from '../../domain/ids.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { CoverageCategory } from '../../domain/quote/vocabulary.ts';
import { ReferenceChanged } from '../../domain/reference-changed.ts';
import type { Failed } from '../../domain/work/failure.ts';
import { auditedSql } from '../audit/audit.ts';
import type { Tx } from '../database.ts';
import type { Sale } from '../quote/sale.ts';
import type { ReferenceVersion } from '../reference/keeper.ts';
import { flushedLaterSql, read, write } from '../statement.ts';
import { failedSql, notFailedSql } from '../work/work.ts';

/** What the bind was started with. Another instance can finish the bind from it. Holds no bank details. */
export interface Agreed {
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  readonly productTypes: readonly string[];
  readonly paymentMethod: PaymentMethod;
  readonly paymentReference: string | null;
  readonly paymentId: PaymentId | null;
  readonly financing: AgreedLoan | null;
  readonly boundOn: PlainDate;
  readonly acknowledgements: readonly Acknowledgement[];
  /** The bind was made before, and was forgotten by a restore: nothing is moved for it, and parties are only asked. */
  readonly isEntered?: true;
}

/** The right to run one bind, until another instance takes the bind over. */
export interface Claim {
  readonly applicationId: ApplicationId;
  readonly owner: string;
  readonly attempt: number;
  readonly step: BindStep;
  readonly policyNumber: string;
  readonly agreed: Agreed;
  readonly takeovers: number;
  /** How long ago the step began. */
  readonly stepAgeMs: number;
  /**
   * When this holder took it, by PostgreSQL's clock: all instances share it, and policies are listed by it. The policy is
   * bound at this moment.
   */
  readonly heldSince: string;
}

/**
 * Longer than a pause of the garbage collector or of PostgreSQL; short, so that the bind of a crashed instance
 * continues soon.
 */
export const leaseSeconds = 10;

const columnsSql = `application_id AS "applicationId", owner, attempt, step, policy_number AS "policyNumber", agreed, takeovers,
  (extract(epoch FROM now() - step_at) * 1000)::float8 AS "stepAgeMs", rfc3339(now()) AS "heldSince"`;

/**
 * Claims the application for a new attempt at this revision of the quote, together with its card payment. Returns null
 * if another attempt is running, the application is bound or was revised, or the card payment is no longer authorized
 * (it lapsed, or a charge of it is being reversed). The payment is selected by id alone and its status checked
 * afterwards: with the status in the condition, PostgreSQL may scan the index of authorized payments, as long as its
 * statistics say that the index is empty.
 *
 * Throws if the reference data are others than those it was judged by.
 *
 * It need not reach the disk by itself: no money moves before the intent, and no policy is issued, without a commit
 * that brings it there, too. If it is lost with the server, the bind never began.
 */
export async function claimBind(tx: Tx, ...claimed: ClaimGiven): Promise<Claim | null> {
  const found = await claimIfCurrent(tx, ...claimed);
  if (found !== null && found.claim === null) throw new ReferenceChanged();
  return found?.claim ?? null;
}

type ClaimGiven = [
  quoted: Pick<Sale, 'applicationId' | 'revision'>,
  owner: string,
  agreed: Agreed,
  judgedBy: ReferenceVersion,
  /** The number of a policy that was issued before a restore; null draws the next one. */
  policyNumber: string | null,
];

/** A row without a claim: the reference data have changed. */
const claimIfCurrent = write.firstRow<{ readonly claim: Claim | null }, ClaimGiven>(
  'claim_bind',
  `WITH judged AS MATERIALIZED (
     SELECT reference_version() = :judgedBy::bigint AS is_current
   ), quoted AS (
     SELECT application.id
     FROM judged
     JOIN application ON application.id = :applicationId
     WHERE judged.is_current AND application.revision = :revision AND application.erased_by IS NULL
     FOR SHARE OF application
   ), named AS MATERIALIZED (
     SELECT card_payment.status
     FROM quoted
     JOIN card_payment ON card_payment.id = :paymentId
     FOR UPDATE OF card_payment
   ), claimed AS (
     INSERT INTO bind (application_id, state, step, owner, lease_until, policy_number, payment_method, card_payment_id, agreed)
     SELECT id, 'running', 'claimed', :owner, now() + make_interval(secs => :leaseSeconds),
            coalesce(:policyNumber::text, next_policy_number()), :paymentMethod, :paymentId, :agreed
     FROM quoted
     WHERE :paymentId::uuid IS NULL OR EXISTS (SELECT FROM named WHERE status = 'Authorized')
     ON CONFLICT (application_id) DO UPDATE
     SET attempt = bind.attempt + 1, state = 'running', step = 'claimed', owner = excluded.owner,
         lease_until = excluded.lease_until, policy_number = excluded.policy_number, payment_method = excluded.payment_method,
         card_payment_id = excluded.card_payment_id, agreed = excluded.agreed, step_at = now(), takeovers = 0, ${notFailedSql},
         attempts = 0, due_at = now()
     WHERE bind.state = 'released'
     RETURNING ${columnsSql}
   ), paying AS (
     UPDATE card_payment SET status = 'Binding'
     FROM claimed
     WHERE card_payment.id = :paymentId
   ), noted AS (
     INSERT INTO audit (application_id, event, facts)
     SELECT "applicationId", ${auditedSql('bind began', { attempt: 'attempt', policyNumber: '"policyNumber"', agreed: 'agreed' })}
     FROM claimed
   )
   SELECT row_to_json(claimed) AS claim
   FROM judged
   LEFT JOIN claimed ON true
   CROSS JOIN ${flushedLaterSql}
   WHERE claimed.owner IS NOT NULL OR NOT judged.is_current`,
  ({ applicationId, revision }, owner, agreed, judgedBy, policyNumber) => ({
    policyNumber,
    applicationId,
    owner,
    agreed: JSON.stringify(agreed),
    paymentMethod: agreed.paymentMethod,
    paymentId: agreed.paymentId,
    leaseSeconds,
    revision,
    judgedBy,
  }),
);

/**
 * Takes over an attempt whose lease has expired. Returns null if the lease is still valid, or if the attempt has
 * ended: a later attempt may be for a revised quote. The job takes such a bind over repeatedly; only the first
 * takeover is written to the audit.
 */
export const takeOverBind = write.firstRow<Claim, [attempt: Pick<Claim, 'applicationId' | 'attempt'>, owner: string]>(
  'take_over_bind',
  `WITH taken AS (
     UPDATE bind
     SET owner = :owner, lease_until = now() + make_interval(secs => :leaseSeconds), takeovers = takeovers + 1
     WHERE application_id = :applicationId AND attempt = :attempt AND state = 'running' AND lease_until < now()
     RETURNING ${columnsSql}, failure
   ), noted AS (
     INSERT INTO audit (application_id, event, facts)
     SELECT "applicationId", ${auditedSql('bind taken over', { attempt: 'attempt', step: 'step' })}
     FROM taken
     WHERE failure IS NULL
   )
   SELECT "applicationId", owner, attempt, step, "policyNumber", agreed, takeovers, "stepAgeMs", "heldSince"
   FROM taken`,
  ({ applicationId, attempt }, owner) => ({ applicationId, owner, leaseSeconds, attempt }),
);

/** Returns false if another instance has taken the claim over. */
export const renewLease = write.findsRow(
  'renew_bind_lease',
  `UPDATE bind
   SET lease_until = now() + make_interval(secs => :leaseSeconds)
   WHERE application_id = :applicationId AND owner = :owner AND state = 'running'`,
  ({ applicationId, owner }: Claim) => ({ applicationId, owner, leaseSeconds }),
);

/**
 * Records the intent before money moves. Returns false if another instance has taken the claim over: then nothing may
 * be sent.
 */
export const recordIntent = write.findsRow(
  'intend_bind_step',
  `WITH intended AS (
     UPDATE bind
     SET step = :step, step_at = now()
     WHERE application_id = :applicationId AND owner = :owner AND state = 'running'
     RETURNING application_id, attempt, step
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('bind step', { attempt: 'attempt', step: 'step' })}
   FROM intended`,
  ({ applicationId, owner }: Claim, step: Exclude<BindStep, 'claimed'>) => ({ applicationId, owner, step }),
);

/**
 * Ends the attempt without a policy; no money moved. A card payment that can't be used again lapses, and the sweep
 * releases its hold. Returns false if another instance has taken the claim over.
 */
export const releaseBind = write.findsRow(
  'release_bind',
  `WITH released AS (
     UPDATE bind
     SET state = 'released'
     WHERE application_id = :applicationId AND owner = :owner AND state = 'running'
     RETURNING application_id, attempt, card_payment_id
   ), unpaying AS (
     UPDATE card_payment
     SET status = CASE WHEN :isCardOver THEN 'Releasing' ELSE 'Authorized' END,
         expires_at = CASE WHEN :isCardOver THEN least(expires_at, now()) ELSE expires_at END,
         was_declined = (:cause = 'CardPaymentDeclined')
     FROM released
     WHERE card_payment.id = released.card_payment_id AND card_payment.status = 'Binding'
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('bind released', { attempt: 'attempt', cause: ':cause::text' })}
   FROM released`,
  ({ applicationId, owner }: Claim, cause: string, isCardOver: boolean) => ({
    applicationId,
    owner,
    cause,
    isCardOver,
  }),
);

/**
 * The longest wait between two tries of the job: a customer's money must not wait long for a party that is available
 * again.
 */
const waitSecondsMax = 30;

/**
 * Ends the lease of a bind with an unknown outcome, so that a repeat or the job can take it over at once; the job waits
 * for a party that does not answer. Does not count as a failed takeover: an unavailable party says nothing about whether
 * the policy can be issued.
 */
export const abandonBind = write.runs(
  'abandon_bind',
  `WITH abandoned AS (
     UPDATE bind
     SET lease_until = now() - interval '1 second', takeovers = greatest(takeovers - 1, 0), ${failedSql},
         attempts = attempts + 1,
         due_at = now() + make_interval(secs => CASE
           WHEN :failure IN ('waiting', 'interrupted') THEN 0
           ELSE least(${waitSecondsMax}, 2 ^ least(attempts, 10))
         END)
     WHERE application_id = :applicationId AND owner = :owner AND state = 'running'
     RETURNING application_id, attempt, step, old.last_error IS DISTINCT FROM new.last_error AS is_news
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('bind unclear', { attempt: 'attempt', step: 'step', cause: ':cause::text' })}
   FROM abandoned
   WHERE is_news`,
  ({ applicationId, owner }: Claim, { failure, cause }: Failed) => ({ applicationId, owner, failure, cause }),
);

/** Makes an abandoned bind due now. Returns false if it has ended or an instance is running it. */
export const makeBindDue = write.findsRow<[{ readonly applicationId: ApplicationId }]>(
  'make_bind_due',
  `UPDATE bind
   SET due_at = now()
   WHERE application_id = :applicationId AND state = 'running' AND lease_until < now()`,
);

/** Returns binds that were started and whose lease has expired. */
export const findAbandoned = read.allRows<
  { readonly applicationId: ApplicationId; readonly sellerId: string },
  [{ readonly countMax: number }]
>(
  'find_abandoned_binds',
  `SELECT bind.application_id AS "applicationId", application.seller_id AS "sellerId"
   FROM bind
   JOIN application ON application.id = bind.application_id
   WHERE bind.state = 'running' AND bind.lease_until < now() AND bind.due_at <= now()
   ORDER BY bind.lease_until
   LIMIT :countMax`,
);

/** Returns whether a bind of the application was ever started. */
export const wasBindTried = read.findsRow<[{ readonly applicationId: ApplicationId }]>(
  'find_bind',
  'SELECT FROM bind WHERE application_id = :applicationId',
);

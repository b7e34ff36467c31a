import type { BindStep } from '../../domain/bind/bind-step.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Acknowledgement } from '../../domain/disclosure/disclosure-texts.ts';
import type { ApplicationId, PaymentId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { CoverageCategory } from '../../domain/quote/vocabulary.ts';
import { ReferenceChanged } from '../../domain/reference-changed.ts';
import { auditedSql } from '../audit/audit.ts';
import type { Tx } from '../database.ts';
import type { Sale } from '../quote/sale.ts';
import type { ReferenceVersion } from '../reference/keeper.ts';
import { allRows, findsRow, firstRow, flushedLaterSql, runs } from '../statement.ts';

/** What the bind was started with. Another instance can finish the bind from it. Holds no bank details. */
export interface Agreed {
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  readonly productTypes: readonly string[];
  readonly paymentMethod: PaymentMethod;
  readonly paymentReference: string | null;
  readonly paymentId: PaymentId | null;
  readonly financing: {
    readonly loanTermInMonths: number;
    readonly downPaymentCents: Cents;
    readonly firstInstallmentDate: PlainDate;
  } | null;
  readonly boundOn: PlainDate;
  /** Left out if there are none. */
  readonly acknowledgements?: readonly Acknowledgement[];
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
}

/**
 * Longer than a pause of the garbage collector or of PostgreSQL; short, so that the bind of a crashed instance
 * continues soon.
 */
export const leaseSeconds = 10;

const columnsSql = `application_id AS "applicationId", owner, attempt, step, policy_number AS "policyNumber", agreed, takeovers,
  (extract(epoch FROM now() - step_at) * 1000)::float8 AS "stepAgeMs"`;

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
];

/** A row without a claim: the reference data have changed. */
const claimIfCurrent = firstRow<{ readonly claim: Claim | null }, ClaimGiven>(
  'claim_bind',
  `WITH judged AS MATERIALIZED (
     SELECT reference_version() = $7::bigint AS is_current
   ), quoted AS (
     SELECT application.id
     FROM judged
     JOIN application ON application.id = $1
     WHERE judged.is_current AND application.revision = $6 AND application.erased_by IS NULL
     FOR SHARE OF application
   ), named AS MATERIALIZED (
     SELECT card_payment.status
     FROM quoted
     JOIN card_payment ON card_payment.id = $4
     FOR UPDATE OF card_payment
   ), claimed AS (
     INSERT INTO bind (application_id, state, step, owner, lease_until, policy_number, agreed)
     SELECT id, 'running', 'claimed', $2, now() + make_interval(secs => $5), next_policy_number(), $3
     FROM quoted
     WHERE $4::uuid IS NULL OR EXISTS (SELECT FROM named WHERE status = 'Authorized')
     ON CONFLICT (application_id) DO UPDATE
     SET attempt = bind.attempt + 1, state = 'running', step = 'claimed', owner = excluded.owner,
         lease_until = excluded.lease_until, policy_number = excluded.policy_number, agreed = excluded.agreed,
         step_at = now(), takeovers = 0, last_error = NULL, attempts = 0, due_at = now()
     WHERE bind.state = 'released'
     RETURNING ${columnsSql}
   ), paying AS (
     UPDATE card_payment SET status = 'Binding'
     FROM claimed
     WHERE card_payment.id = $4
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
  ({ applicationId, revision }, owner, agreed, judgedBy) => [
    applicationId,
    owner,
    JSON.stringify(agreed),
    agreed.paymentId,
    leaseSeconds,
    revision,
    judgedBy,
  ],
);

/**
 * Takes over an attempt whose lease has expired. Returns null if the lease is still valid, or if the attempt has
 * ended: a later attempt may be for a revised quote. The job takes such a bind over repeatedly; only the first
 * takeover is written to the audit.
 */
export const takeOverBind = firstRow<Claim, [attempt: Pick<Claim, 'applicationId' | 'attempt'>, owner: string]>(
  'take_over_bind',
  `WITH taken AS (
     UPDATE bind
     SET owner = $2, lease_until = now() + make_interval(secs => $3), takeovers = takeovers + 1
     WHERE application_id = $1 AND attempt = $4 AND state = 'running' AND lease_until < now()
     RETURNING ${columnsSql}, last_error
   ), noted AS (
     INSERT INTO audit (application_id, event, facts)
     SELECT "applicationId", ${auditedSql('bind taken over', { attempt: 'attempt', step: 'step' })}
     FROM taken
     WHERE last_error IS NULL
   )
   SELECT * FROM taken`,
  ({ applicationId, attempt }, owner) => [applicationId, owner, leaseSeconds, attempt],
);

/** Returns false if another instance has taken the claim over. */
export const renewLease = findsRow(
  'renew_bind_lease',
  `UPDATE bind
   SET lease_until = now() + make_interval(secs => $3)
   WHERE application_id = $1 AND owner = $2 AND state = 'running'`,
  ({ applicationId, owner }: Claim) => [applicationId, owner, leaseSeconds],
);

/**
 * Records the intent before money moves. Returns false if another instance has taken the claim over: then nothing may
 * be sent.
 */
export const intend = findsRow(
  'intend_bind_step',
  `WITH intended AS (
     UPDATE bind
     SET step = $3, step_at = now()
     WHERE application_id = $1 AND owner = $2 AND state = 'running'
     RETURNING application_id, attempt, step
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('bind step', { attempt: 'attempt', step: 'step' })}
   FROM intended`,
  ({ applicationId, owner }: Claim, step: Exclude<BindStep, 'claimed'>) => [applicationId, owner, step],
);

/**
 * Ends the attempt without a policy; no money moved. A card payment that can't be used again lapses, and the sweep
 * releases its hold. Returns false if another instance has taken the claim over.
 */
export const releaseBind = findsRow(
  'release_bind',
  `WITH released AS (
     UPDATE bind
     SET state = 'released'
     WHERE application_id = $1 AND owner = $2 AND state = 'running'
     RETURNING application_id, attempt, agreed
   ), unpaying AS (
     UPDATE card_payment
     SET status = CASE WHEN $4 THEN 'Lapsing' ELSE 'Authorized' END,
         expires_at = CASE WHEN $4 THEN least(expires_at, now()) ELSE expires_at END,
         was_declined = ($3 = 'CardPaymentDeclined')
     FROM released
     WHERE card_payment.id = (released.agreed ->> 'paymentId')::uuid AND card_payment.status = 'Binding'
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('bind released', { attempt: 'attempt', cause: '$3::text' })}
   FROM released`,
  ({ applicationId, owner }: Claim, cause: string, isCardOver: boolean) => [applicationId, owner, cause, isCardOver],
);

/**
 * The longest wait between two tries of the job: a customer's money must not wait long for a party that is available
 * again.
 */
const waitSecondsMax = 30;

/**
 * Ends the lease of a bind with an unknown outcome, so that a repeat or the job can take it over at once. Does not
 * count as a failed takeover: an unavailable party says nothing about whether the policy can be issued.
 */
export const abandonBind = runs(
  'abandon_bind',
  `WITH abandoned AS (
     UPDATE bind
     SET lease_until = now() - interval '1 second', takeovers = greatest(takeovers - 1, 0), last_error = $3,
         attempts = attempts + 1,
         due_at = now() + make_interval(secs => CASE WHEN $4 THEN least(${waitSecondsMax}, 2 ^ least(attempts, 10)) ELSE 0 END)
     WHERE application_id = $1 AND owner = $2 AND state = 'running'
     RETURNING application_id, attempt, step, old.last_error IS DISTINCT FROM new.last_error AS is_news
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('bind unclear', { attempt: 'attempt', step: 'step', cause: '$3::text' })}
   FROM abandoned
   WHERE is_news`,
  ({ applicationId, owner }: Claim, { cause, isPartySilent }: Unclear) => [applicationId, owner, cause, isPartySilent],
);

/** Why the outcome of the bind is unknown. `isPartySilent`: an outside party does not answer, so the job backs off. */
export interface Unclear {
  readonly cause: string;
  readonly isPartySilent: boolean;
}

/** Makes an abandoned bind due now. Returns false if it has ended or an instance is running it. */
export const makeBindDue = findsRow<[applicationId: ApplicationId]>(
  'make_bind_due',
  `UPDATE bind
   SET due_at = now()
   WHERE application_id = $1 AND state = 'running' AND lease_until < now()`,
);

/** Returns binds that were started and whose lease has expired. */
export const findAbandoned = allRows<
  { readonly applicationId: ApplicationId; readonly sellerId: string },
  [countMax: number]
>(
  'find_abandoned_binds',
  `SELECT bind.application_id AS "applicationId", application.seller_id AS "sellerId"
   FROM bind
   JOIN application ON application.id = bind.application_id
   WHERE bind.state = 'running' AND bind.lease_until < now() AND bind.due_at <= now()
   ORDER BY bind.lease_until
   LIMIT $1`,
);

/** Returns whether a bind of the application was ever started. */
export const wasBindTried = findsRow<[applicationId: ApplicationId]>(
  'find_bind',
  'SELECT FROM bind WHERE application_id = $1',
);

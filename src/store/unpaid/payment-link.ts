import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import type { ApplicationId, MailId, PaymentId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { LinkFacts } from '../../domain/unpaid/payment-link.ts';
import { auditedSql } from '../audit/audit.ts';
import { brandSql } from '../brand/brand.ts';
import { isChargeHeldSql } from '../cancellation/cancellation-request.ts';
import { cardAwaitedOnSql, declinedAtSql } from '../card/card-payment.ts';
import type { Tx } from '../database.ts';
import { nextRoundSql } from '../mail/mail.ts';
import { currentAddressSql } from '../mail/policy-mail.ts';
import { currentPolicySql } from '../policy/current-policy.ts';
import { lockPolicyOfSale } from '../policy/lock-policy.ts';
import { read, write } from '../statement.ts';
import { type TaxedPolicy, taxedPolicySql } from '../tax/taxed-policy.ts';
import { endedSql } from '../work/work.ts';

/** A link by which the customer of a policy can pay, with everything that its page and its checkout need. */
export interface PaymentLink extends LinkFacts {
  readonly policy: Policy;
  readonly sellerId: string;
  readonly seller: Pick<Seller, 'province' | 'todayFloor'>;
  /** The brand of the seller's integration; null if it has none of its own. */
  readonly brand: OwnBrand | null;
  readonly amountCents: Cents;
  readonly chargeOn: PlainDate | null;
  /** Opened for whoever may name the page; null once it was lost. */
  readonly sealedSecret: Buffer | null;
  readonly sale: TaxedPolicy;
  /** The policy's present card. */
  readonly maskedCardNumber: string | null;
  /** Whether that card was refused, and not only never charged. */
  readonly wasRefused: boolean;
  readonly lastRefusedAt: Date | null;
  /** When the last cards for the application were declined, as many as count. */
  readonly declinedAt: readonly Date[];
}

/** The card was tried and refused; what came back, or was recorded by mistake, is a person's to collect. */
const wasRefusedSql = `(due_charge.tries > 1 AND due_charge.failure IS DISTINCT FROM 'to-collect')`;

const readSql = (where: string): string => `
   SELECT ${currentPolicySql} AS policy, policy.seller_id AS "sellerId",
          json_build_object('province', seller.province, 'todayFloor', seller.today_floor) AS seller, ${brandSql('policy.seller_id')} AS brand,
          due_charge.amount_cents AS "amountCents",
          ${wasRefusedSql} AS "wasRefused", payment_link.charge_on AS "chargeOn", payment_link.expires_at AS "expiresAt",
          payment_link.revoked_at IS NOT NULL AS "isRevoked", payment_link.sealed_secret AS "sealedSecret",
          ${taxedPolicySql('payment_link.policy_number')} AS sale,
          (SELECT json_build_object('kind', kind, 'cancelledOn', cancelled_on, 'ground', ground, 'isInEffect', in_effect_at IS NOT NULL)
           FROM cancellation
           WHERE cancellation.policy_number = policy.policy_number) AS cancellation,
          policy.money_status = 'Paid' AS "isPaid", ${isChargeHeldSql('policy.policy_number')} AS "isRescissionUndecided",
          due_charge.purpose = 'used days' AS "isOfUsedDays",
          json_build_object('state', due_charge.state, 'tries', due_charge.tries, 'dueOn', due_charge.due_on, 'isByLink', card_payment.is_by_link,
                            'cardAwaitedOn', ${cardAwaitedOnSql('policy.application_id')}) AS charge,
          payment_link.card_payment_id IS NOT DISTINCT FROM due_charge.card_payment_id AS "isCardTaken",
          card_payment.masked_card_number AS "maskedCardNumber",
          (SELECT count(*)::integer
           FROM card_payment
           WHERE application_id = policy.application_id AND is_by_link AND started_at >= payment_link.made_at) AS checkouts,
          (SELECT max(decided_at)
           FROM card_payment
           WHERE application_id = policy.application_id AND is_by_link AND started_at >= payment_link.made_at
             AND status = 'Declined') AS "lastRefusedAt",
          ${declinedAtSql('policy.application_id')} AS "declinedAt"
   FROM payment_link
   JOIN policy ON policy.policy_number = payment_link.policy_number
   JOIN seller ON seller.id = policy.seller_id
   JOIN card_payment ON card_payment.id = policy.card_payment_id
   JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
   WHERE ${where}`;

/** Returns null if no link has this secret. */
export const readLinkBySecret = read.firstRow<PaymentLink, [{ readonly secretHash: Buffer }]>(
  'read_payment_link',
  readSql('payment_link.secret_hash = :secretHash'),
);

/** Locks the policy, and returns its link as it is then; null if it has none. */
export async function lockLink(tx: Tx, applicationId: ApplicationId): Promise<PaymentLink | null> {
  await lockPolicyOfSale(tx, applicationId);
  return readByApplication(tx, { applicationId });
}

/**
 * Makes the card of an authorized payment the policy's, in the transaction that has locked the link: its charge takes
 * the place of the one that was refused. A job makes it, as every other.
 */
export const takeCard = write.runs(
  'take_card_of_link',
  `WITH taken AS (
     UPDATE card_payment SET status = 'Scheduled'
     WHERE id = :id AND status = 'Authorized'
     RETURNING id, application_id, charge_date
   ), replaced AS (
     UPDATE due_charge SET ${endedSql}
     FROM taken
     JOIN policy ON policy.application_id = taken.application_id
     WHERE due_charge.card_payment_id = policy.card_payment_id
     RETURNING due_charge.application_id, due_charge.policy_number, due_charge.seller_id, due_charge.amount_cents, due_charge.purpose
   ), scheduled AS (
     INSERT INTO due_charge (card_payment_id, application_id, policy_number, seller_id, amount_cents, purpose, due_on)
     SELECT taken.id, replaced.application_id, replaced.policy_number, replaced.seller_id, replaced.amount_cents, replaced.purpose,
            taken.charge_date
     FROM taken, replaced
   ), referred AS (
     UPDATE policy SET card_payment_id = taken.id FROM taken WHERE policy.application_id = taken.application_id
   ), used AS (
     UPDATE payment_link SET card_payment_id = taken.id
     FROM taken, replaced
     WHERE payment_link.policy_number = replaced.policy_number
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT replaced.application_id, ${auditedSql('card replaced by link', { policyNumber: 'replaced.policy_number', paymentId: 'taken.id', dueOn: 'taken.charge_date' })}
   FROM taken, replaced`,
  ({ id }: CardPayment) => ({ id }),
);

/** The newest checkouts of a link that the customer has neither finished nor cancelled, as far as we know. */
export const pendingCheckouts = read.allValues<PaymentId, [{ readonly applicationId: ApplicationId }]>(
  'pending_checkouts_of_link',
  `SELECT id
   FROM card_payment
   WHERE application_id = :applicationId AND is_by_link AND status = 'Pending'
   ORDER BY started_at DESC
   LIMIT 5`,
);

export const findCheckout = read.firstValue<
  PaymentId,
  [{ readonly applicationId: ApplicationId; readonly ticketHash: Buffer }]
>(
  'find_checkout_of_link',
  'SELECT id FROM card_payment WHERE application_id = :applicationId AND ticket_hash = :ticketHash AND is_by_link',
);

export interface NewLink {
  readonly policyNumber: string;
  readonly chargeOn: PlainDate | null;
  /** Null: as long as there is something to pay. */
  readonly expiresAt: Date | null;
  readonly secretHash: Buffer;
  readonly sealedSecret: Buffer;
  readonly now: Date;
}

/** Makes the policy's link, instead of an earlier one, whose mail does not go out any more. */
export async function putLink(tx: Tx, link: NewLink): Promise<void> {
  await dropMail(tx, { policyNumber: link.policyNumber });
  await put(tx, link);
}

export const readLinkOf = read.firstRow<PaymentLink, [{ readonly policyNumber: string }]>(
  'read_payment_link_of_policy',
  readSql('payment_link.policy_number = :policyNumber'),
);

export const listSealedLinks = read.allRows<{ readonly policyNumber: string; readonly sealedSecret: Buffer }>(
  'list_sealed_payment_links',
  'SELECT policy_number AS "policyNumber", sealed_secret AS "sealedSecret" FROM payment_link WHERE sealed_secret IS NOT NULL',
);

export const replaceSealedLink = write.findsRow<
  [{ readonly policyNumber: string; readonly before: Buffer; readonly after: Buffer }]
>(
  'replace_sealed_payment_link',
  'UPDATE payment_link SET sealed_secret = :after WHERE policy_number = :policyNumber AND sealed_secret = :before',
);

/** Makes the mail with the link due. Returns false while an earlier one is being sent. */
export const mailLink = write.findsRow<
  [{ readonly id: MailId; readonly policyNumber: string; readonly lastDay: PlainDate | null }]
>(
  'mail_payment_link',
  `INSERT INTO mail (id, seller_id, policy_number, kind, to_address, document_ids, facts)
   SELECT :id, policy.seller_id, policy.policy_number, 'payment link', ${currentAddressSql}, '{}',
          json_build_object('amountCents', due_charge.amount_cents, 'maskedCardNumber', card_payment.masked_card_number,
                            'wasRefused', ${wasRefusedSql}, 'chargeOn', payment_link.charge_on, 'lastDay', :lastDay::date)
   FROM policy
   JOIN payment_link ON payment_link.policy_number = policy.policy_number
   JOIN card_payment ON card_payment.id = policy.card_payment_id
   JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
   WHERE policy.policy_number = :policyNumber
   ON CONFLICT (policy_number, kind, number, to_address) DO UPDATE
   SET ${nextRoundSql}, facts = excluded.facts
   WHERE mail.state <> 'sending'`,
);

/** Returns false if the policy has no link, or it was revoked. A mail with it that has not gone out is dropped. */
export async function revokeLink(tx: Tx, policyNumber: string, now: Date): Promise<boolean> {
  await dropMail(tx, { policyNumber });
  return revoke(tx, { policyNumber, now });
}

const readByApplication = read.firstRow<PaymentLink, [{ readonly applicationId: ApplicationId }]>(
  'read_payment_link_of_sale',
  readSql('policy.application_id = :applicationId'),
);

const put = write.runs(
  'put_payment_link',
  `WITH made AS (
     INSERT INTO payment_link (policy_number, charge_on, expires_at, secret_hash, sealed_secret, made_at)
     VALUES (:policyNumber, :chargeOn, :expiresAt, :secretHash, :sealedSecret, :now)
     ON CONFLICT (policy_number) DO UPDATE
     SET charge_on = :chargeOn, expires_at = :expiresAt, secret_hash = :secretHash, sealed_secret = :sealedSecret,
         made_at = :now, revoked_at = NULL, card_payment_id = NULL
     RETURNING policy_number, charge_on, expires_at
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT policy.application_id, ${auditedSql('payment link made', { policyNumber: 'made.policy_number', chargeOn: 'made.charge_on', expiresAt: 'rfc3339(made.expires_at)' })}
   FROM made
   JOIN policy ON policy.policy_number = made.policy_number`,
  (link: NewLink) => ({
    policyNumber: link.policyNumber,
    chargeOn: link.chargeOn,
    expiresAt: link.expiresAt,
    secretHash: link.secretHash,
    sealedSecret: link.sealedSecret,
    now: link.now,
  }),
);

const dropMail = write.runs<[{ readonly policyNumber: string }]>(
  'drop_payment_link_mail',
  `UPDATE mail SET ${endedSql}, is_dropped = true
   WHERE policy_number = :policyNumber AND kind = 'payment link' AND state IN ('due', 'undeliverable')`,
);

const revoke = write.findsRow<[{ readonly policyNumber: string; readonly now: Date }]>(
  'revoke_payment_link',
  `WITH revoked AS (
     UPDATE payment_link SET revoked_at = :now
     WHERE policy_number = :policyNumber AND revoked_at IS NULL
     RETURNING policy_number
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT policy.application_id, ${auditedSql('payment link revoked', { policyNumber: 'policy.policy_number' })}
   FROM revoked
   JOIN policy ON policy.policy_number = revoked.policy_number`,
);

import type { BindForm, FinancingForm } from '../../domain/bind/judge-bind.ts';
import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import type { Cents } from '../../domain/money.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { linkWords } from '../../domain/sale-link/link-people.ts';
import { brandSql } from '../brand/brand.ts';
import type { StoredInputs } from '../quote/stored-quote.ts';
import { read, write } from '../statement.ts';
import { defineWork, endedSql, heldBySql, notFailedSql, type TakenWork } from '../work/work.ts';

/** The bind that a customer asked for on the page of a link, as it may be kept. */
export interface PurchaseForm extends Omit<BindForm, 'financing'> {
  readonly financing: Omit<FinancingForm, 'bankAccount'> | null;
}

/** What the customer has agreed to. */
export interface Purchase {
  readonly linkId: string;
  readonly applicationId: ApplicationId;
  readonly revision: number;
  readonly totalCents: Cents;
  readonly form: PurchaseForm;
}

/** A purchase that this run carries on. */
export interface TakenPurchase extends TakenWork, Purchase {
  readonly sellerId: string;
  readonly acceptedAt: Date;
  /** Why nothing was bought; null while it is being bought. */
  readonly refusals: readonly Refusal[] | null;
}

const factsSql = `sale_link_purchase.sale_link_id AS "linkId", sale_link_purchase.application_id AS "applicationId",
    sale_link_purchase.revision, sale_link_purchase.total_cents AS "totalCents", sale_link_purchase.form,
    sale_link_purchase.accepted_at AS "acceptedAt", sale_link_purchase.refusals,
    (SELECT seller_id FROM sale_link WHERE sale_link.id = sale_link_purchase.sale_link_id) AS "sellerId"`;

/** To be bought; `isTelling`: nothing was bought, and the letter is due. A mail server is waited for longer than a bind. */
export const purchaseWork = defineWork<TakenPurchase>({
  table: 'sale_link_purchase',
  key: 'id',
  facts: factsSql,
  only: { where: '(sale_link_purchase.refusals IS NOT NULL) = :isTelling' },
});

export interface AcceptedPurchase extends Purchase {
  /** The sale as the page keeps it, and its revision as it was read. */
  readonly sale: object;
  readonly saleRevision: number;
  readonly toAddress: string;
  /** The seller's: the link is not over. */
  readonly today: PlainDate;
}

/**
 * Writes a purchase down, taken by this instance, together with the sale that is being bought. Returns null if the sale
 * was changed since it was read, its link was withdrawn or is over, or the loan has another down payment than the link.
 */
export const acceptPurchase = write.firstRow<TakenPurchase, [accepted: AcceptedPurchase, leaseSeconds: number]>(
  'accept_purchase',
  `WITH buying AS (
     UPDATE sale_link SET sale = :sale, words = :words, revision = revision + 1, state = 'binding'
     WHERE id = :linkId AND revision = :saleRevision AND application_id = :applicationId AND state = 'shopping' AND withdrawn_at IS NULL
       AND valid_until >= :today AND (:downPaymentCents::integer IS NULL OR down_payment_cents = :downPaymentCents)
     RETURNING id
   ), accepted AS (
     INSERT INTO sale_link_purchase (sale_link_id, application_id, revision, total_cents, card_payment_id, form, to_address, owner, attempts,
                                     lease_until)
     SELECT id, :applicationId, :revision, :totalCents, :cardPaymentId, :form, :toAddress, gen_random_uuid(), 1,
            now() + make_interval(secs => :leaseSeconds)
     FROM buying
     RETURNING *
   )
   SELECT sale_link_purchase.id, sale_link_purchase.owner, sale_link_purchase.attempts, ${factsSql}
   FROM accepted AS sale_link_purchase`,
  ({ linkId, applicationId, revision, totalCents, form, toAddress, sale, saleRevision, today }, leaseSeconds) => ({
    linkId,
    applicationId,
    revision,
    totalCents,
    cardPaymentId: form.paymentId,
    form: JSON.stringify(form),
    toAddress,
    sale: JSON.stringify(sale),
    words: linkWords(sale),
    saleRevision,
    today,
    leaseSeconds,
    downPaymentCents: form.financing && Math.round(form.financing.downPayment * 100),
  }),
);

/** Why a purchase may not be claimed: its link was withdrawn or is over, or another instance carries it on. */
export type Unclaimable = 'withdrawn' | 'expired' | 'taken';

/**
 * Locks the link against a withdrawal until the transaction ends, for the claim of its bind. Returns null if it may be
 * claimed.
 */
export const whyUnclaimable = write.firstRow<
  { readonly why: Unclaimable | null },
  [purchase: Pick<TakenPurchase, 'id' | 'owner'>, today: PlainDate]
>(
  'lock_link_of_purchase',
  `SELECT CASE WHEN sale_link_purchase.owner IS DISTINCT FROM :owner OR sale_link_purchase.refusals IS NOT NULL
                    OR sale_link_purchase.due_at IS NULL THEN 'taken'
               WHEN sale_link.withdrawn_at IS NOT NULL THEN 'withdrawn'
               WHEN sale_link.valid_until < :today THEN 'expired'
          END AS why
   FROM sale_link_purchase
   JOIN sale_link ON sale_link.id = sale_link_purchase.sale_link_id
   WHERE sale_link_purchase.id = :id
   FOR SHARE`,
  ({ id, owner }, today) => ({ id, owner, today }),
);

/** The hold of a card that was not used is to be released. */
const releasingSql = `releasing AS (
     UPDATE card_payment SET status = 'Releasing', expires_at = least(expires_at, now())
     FROM over
     WHERE card_payment.id = over.card_payment_id AND card_payment.status = 'Authorized'
   )`;

/** The policy is made, and its own mail tells of it. The partner may have bound it another way. */
export const finishPurchase = write.findsRow(
  'finish_purchase',
  `WITH over AS (
     UPDATE sale_link_purchase SET ${endedSql}
     WHERE id = :id AND ${heldBySql(':owner')}
     RETURNING card_payment_id
   ), ${releasingSql}
   SELECT FROM over`,
  ({ id, owner }: TakenWork) => ({ id, owner }),
);

/**
 * Nothing was bought: the link's page shows the choice again, the card's hold is to be released, and a letter is due.
 * Returns false if another instance has taken the purchase.
 */
export const refusePurchase = write.findsRow(
  'refuse_purchase',
  `WITH over AS (
     UPDATE sale_link_purchase
     SET refusals = :refusals, owner = NULL, lease_until = NULL, due_at = now(), attempts = 0, ${notFailedSql}
     WHERE id = :id AND ${heldBySql(':owner')}
     RETURNING sale_link_id, card_payment_id
   ), ${releasingSql}
   UPDATE sale_link SET state = 'shopping', revision = revision + 1
   FROM over
   WHERE sale_link.id = over.sale_link_id`,
  ({ id, owner }: TakenWork, refusals: readonly Refusal[]) => ({ id, owner, refusals: JSON.stringify(refusals) }),
);

/** What the letter says that nothing was bought. */
export interface PurchaseLetter {
  readonly to: string;
  readonly totalCents: Cents;
  readonly refusals: readonly Refusal[];
  readonly isFinanced: boolean;
  readonly inputs: StoredInputs;
  readonly pageLanguage: Language | null;
  readonly brand: OwnBrand | null;
  readonly sealedSecret: Buffer;
  /** What became of the sale since: the customer may have tried again, or the partner has sold it another way. */
  readonly sale: 'not bought' | 'being bought' | 'bought';
}

export const readLetter = read.firstRow<PurchaseLetter, [{ readonly id: string }]>(
  'read_purchase_letter',
  `SELECT sale_link_purchase.to_address AS "to", sale_link_purchase.total_cents AS "totalCents", sale_link_purchase.refusals,
          sale_link_purchase.card_payment_id IS NULL AS "isFinanced",
          coalesce(revised.inputs, application.inputs) AS inputs,
          sale_link.language AS "pageLanguage", ${brandSql('sale_link.seller_id')} AS brand,
          sale_link.sealed_secret AS "sealedSecret",
          CASE WHEN EXISTS (SELECT FROM policy WHERE policy.application_id = sale_link_purchase.application_id) THEN 'bought'
               WHEN EXISTS (SELECT FROM bind WHERE bind.application_id = sale_link_purchase.application_id AND bind.state = 'running')
                    OR EXISTS (SELECT FROM sale_link_purchase AS later
                               WHERE later.sale_link_id = sale_link.id AND later.refusals IS NULL AND later.due_at IS NOT NULL)
               THEN 'being bought'
               ELSE 'not bought'
          END AS sale
   FROM sale_link_purchase
   JOIN sale_link ON sale_link.id = sale_link_purchase.sale_link_id
   JOIN application ON application.id = sale_link_purchase.application_id
   LEFT JOIN application_revision AS revised
     ON revised.application_id = sale_link_purchase.application_id AND revised.revision = sale_link_purchase.revision
   WHERE sale_link_purchase.id = :id AND sale_link_purchase.refusals IS NOT NULL`,
);

export interface SentLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const finishLetter = write.findsRow(
  'finish_purchase_letter',
  `UPDATE sale_link_purchase SET ${endedSql}, subject = :subject, content = :value, sent_at = now()
   WHERE id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenWork, { subject, text, html }: SentLetter) => ({
    id,
    owner,
    subject,
    value: JSON.stringify({ text, html }),
  }),
);

export const findLetter = read.firstRow<{ readonly applicationId: ApplicationId }, [{ readonly id: string }]>(
  null,
  'SELECT application_id AS "applicationId" FROM sale_link_purchase WHERE id = :id AND refusals IS NOT NULL',
);

/** The customer knows: an operator says so. Returns false if the letter was not given up. */
export const settleLetter = write.findsRow<[{ readonly id: string }]>(
  'settle_purchase_letter',
  `UPDATE sale_link_purchase SET ${endedSql}, sent_at = now() WHERE id = :id AND given_up_at IS NOT NULL`,
);

/** Sent to customers of a seller, the latest first. */
export const listSentLetters = read.allRows<
  {
    readonly to: string;
    readonly subject: string;
    readonly sentAt: Date;
    readonly text: string;
    readonly html: string;
  },
  [{ readonly sellerId: string; readonly countMax: number }]
>(
  'list_sent_letters',
  `SELECT to_address AS "to", subject, sent_at AS "sentAt", content ->> 'text' AS text, content ->> 'html' AS html
   FROM sale_link_purchase
   JOIN sale_link ON sale_link.id = sale_link_purchase.sale_link_id
   WHERE sale_link.seller_id = :sellerId AND sent_at IS NOT NULL AND content IS NOT NULL
   ORDER BY sent_at DESC
   LIMIT :countMax`,
);

import type { CardPayment } from '../../domain/card/card-payment.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { SaleLinkFacts } from '../../domain/sale-link/sale-link.ts';
import type { Tx } from '../database.ts';
import { type Packed, unpackPrices } from '../quote/price-list.ts';
import { read, write } from '../statement.ts';
import { columnsSql } from './card-payment.ts';

/** A payment that no bind holds, with its sale as it stands. */
export interface OpenPayment {
  readonly payment: CardPayment & { readonly sellerId: string };
  readonly quoted: Pick<
    Quote,
    'series' | 'effectiveDate' | 'quotedOn' | 'rateBookVersion' | 'taxTableVersion' | 'options'
  >;
  readonly revision: number;
  readonly isErased: boolean;
  readonly isBound: boolean;
  readonly link: SaleLinkFacts | null;
}

type Row = OpenPayment['payment'] &
  Packed<OpenPayment['quoted']> &
  Pick<OpenPayment, 'revision' | 'isErased' | 'isBound'> & {
    readonly isOfPage: boolean;
    readonly isWithdrawn: boolean | null;
    readonly validUntil: SaleLinkFacts['validUntil'] | null;
  };

/**
 * Returns a processor's payments, by their ids, for which something is held or saved, or soon may be: the authorized
 * ones that have not expired, and the pending forms that hold an amount. A payment of a policy's charge belongs to no
 * quote any more.
 */
export async function readOpenPayments(
  tx: Tx,
  processor: string,
  page: { readonly now: Date; readonly after: PaymentId | null; readonly countMax: number },
): Promise<readonly OpenPayment[]> {
  const rows = await readRow(tx, processor, page);
  return rows.map(({ revision, isErased, isBound, isOfPage: _isOfPage, isWithdrawn, validUntil, ...row }) => {
    const { series, effectiveDate, quotedOn, rateBookVersion, taxTableVersion, options, ...payment } = row;
    const quoted = {
      series,
      effectiveDate,
      quotedOn,
      rateBookVersion,
      taxTableVersion,
      options: unpackPrices(options),
    };
    // No bind holds this payment: what one does with another card changes nothing for it.
    const facts = { policyNumber: null, isBeingBought: false };
    const link = isWithdrawn === null || validUntil === null ? null : { ...facts, isWithdrawn, validUntil };
    return { payment, quoted, revision, isErased, isBound, link };
  });
}

const readRow = read.allRows<
  Row,
  [processor: string, page: { readonly now: Date; readonly after: PaymentId | null; readonly countMax: number }]
>(
  'read_open_card_payments',
  `SELECT card_payment.*, application.revision, application.series, application.effective_date AS "effectiveDate",
          application.quoted_on AS "quotedOn", application.rate_book_version AS "rateBookVersion",
          application.tax_table_version AS "taxTableVersion", application.options,
          application.erased_by IS NOT NULL AS "isErased",
          EXISTS (SELECT FROM policy WHERE policy.application_id = application.id) AS "isBound",
          CASE WHEN sale_link.id IS NOT NULL THEN sale_link.withdrawn_at IS NOT NULL END AS "isWithdrawn",
          sale_link.valid_until AS "validUntil"
   FROM (
     SELECT ${columnsSql}, seller_id AS "sellerId", is_of_page AS "isOfPage"
     FROM card_payment
     WHERE processor = :processor AND NOT is_by_link AND (:after::uuid IS NULL OR id > :after)
       AND (status = 'Authorized' AND expires_at > :now OR status = 'Pending' AND hold_cents > 0)
     ORDER BY id
     LIMIT :countMax
   ) AS card_payment
   JOIN application ON application.id = card_payment."applicationId"
   LEFT JOIN sale_link ON card_payment."isOfPage" AND sale_link.application_id = application.id
     AND sale_link.state = 'shopping'
   ORDER BY card_payment.id`,
  (processor, { now, after, countMax }) => ({ processor, now, after, countMax }),
);

/**
 * Marks an authorized payment as lapsing, so that no bind can use it; its hold is then released. Returns false if a bind
 * was faster, or if the quote is another revision than the one judged.
 */
export const startLapsingOf = write.findsRow<
  [{ readonly id: PaymentId; readonly revision: number; readonly now: Date }]
>(
  'lapse_unusable_card_payment',
  `WITH judged AS MATERIALIZED (
     SELECT application.id
     FROM application
     JOIN card_payment ON card_payment.application_id = application.id
     WHERE card_payment.id = :id AND application.revision = :revision
     FOR SHARE OF application
   )
   UPDATE card_payment
   SET status = 'Releasing', expires_at = least(expires_at, :now)
   FROM judged
   WHERE card_payment.id = :id AND card_payment.application_id = judged.id AND card_payment.status = 'Authorized'`,
);

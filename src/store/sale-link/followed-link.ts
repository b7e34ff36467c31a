import type { Tx } from '../database.ts';
import { inputsSql, nameInSql } from '../list/sale-columns.ts';
import { read } from '../statement.ts';
import { linkColumnsSql, linkSourcesSql, type SaleLink } from './sale-link.ts';

/** A link with its customer and how far the customer has come, for whoever made it. */
export interface FollowedLink extends SaleLink {
  readonly openedAt: Date | null;
  readonly isPaid: boolean;
  /** What was filled in, as the page keeps it. */
  readonly sale: object;
  /** The name that was quoted, or that the policy says now; empty without a quote. */
  readonly quotedName: string;
  readonly quotedVehicle: string;
  readonly mail: LinkMailState | null;
}

/** `failed`: it did not arrive, and is not tried any more. */
export type LinkMailState = 'sending' | 'sent' | 'failed';

interface FollowedPage {
  readonly sellerId: string;
  /** The last link of the previous page; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Returns a page of a seller's links, the latest first, and one more when there is a next page. */
export function listFollowedLinks(tx: Tx, { limit, ...page }: FollowedPage): Promise<readonly FollowedLink[]> {
  return select(tx, { ...page, rowsMax: limit + 1 });
}

const select = read.allRows<
  FollowedLink,
  [{ readonly sellerId: string; readonly after: string | null; readonly rowsMax: number }]
>(
  null,
  `SELECT ${linkColumnsSql}, sale_link.opened_at AS "openedAt", sale_link.sale,
          sale_link.state = 'binding' OR EXISTS (
            SELECT FROM card_payment
            WHERE card_payment.application_id = sale_link.application_id AND card_payment.status IN ('Authorized', 'Binding')
          ) AS "isPaid",
          ${nameInSql(inputsSql)} AS "quotedName",
          concat_ws(' ', ${inputsSql} #>> '{vehicle,year}', ${inputsSql} #>> '{vehicle,make}', ${inputsSql} #>> '{vehicle,model}') AS "quotedVehicle",
          CASE WHEN sale_link_mail.given_up_at IS NOT NULL THEN 'failed'
               WHEN sale_link_mail.due_at IS NOT NULL THEN 'sending'
               WHEN sale_link_mail.sent_at IS NOT NULL THEN 'sent'
          END AS mail
   ${linkSourcesSql}
   LEFT JOIN application ON application.id = sale_link.application_id
   LEFT JOIN sale_link_mail ON sale_link_mail.sale_link_id = sale_link.id
   WHERE sale_link.seller_id = :sellerId AND (:after::uuid IS NULL OR sale_link.id < :after::uuid)
   ORDER BY sale_link.id DESC
   LIMIT :rowsMax`,
);

export const isLinkOf = read.findsRow<[{ readonly id: string; readonly sellerId: string }]>(
  'is_link_of_seller',
  'SELECT FROM sale_link WHERE id = :id AND seller_id = :sellerId',
);

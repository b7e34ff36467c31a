import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Language } from '../../domain/language.ts';
import { brandSql } from '../brand/brand.ts';
import { firstIdAt } from '../first-id-at.ts';
import { read, write } from '../statement.ts';
import { defineWork, endedSql, heldBySql, notFailedSql, type TakenWork } from '../work/work.ts';

/** The mail that brings a customer the address of a link. Its id is the link's. */
export type TakenLinkMail = TakenWork;

export const linkMailWork = defineWork<TakenLinkMail>({ table: 'sale_link_mail', key: 'sale_link_id' });

/** Asked for again, it is sent again. While a run sends it, that run's is the one. */
export const askForLinkMail = write.runs<[{ readonly linkId: string; readonly now: Date }]>(
  'ask_for_link_mail',
  `INSERT INTO sale_link_mail (sale_link_id, asked_at)
   VALUES (:linkId, :now)
   ON CONFLICT (sale_link_id) DO UPDATE
   SET asked_at = :now, due_at = now(), given_up_at = NULL, attempts = 0, ${notFailedSql}
   WHERE sale_link_mail.lease_until IS NULL OR sale_link_mail.lease_until <= now()`,
);

/** How many of a seller's links were mailed within a day. Older links than `since` can't be used any more. */
export const countLinkMails = read.onlyValue<
  number,
  [{ readonly sellerId: string; readonly since: Date; readonly now: Date }]
>(
  'count_link_mails',
  `SELECT count(*)::integer AS count
   FROM sale_link
   JOIN sale_link_mail ON sale_link_mail.sale_link_id = sale_link.id
   WHERE seller_id = :sellerId AND sale_link.id >= :first
     AND asked_at > :now::timestamptz - interval '1 day'`,
  ({ sellerId, since, now }) => ({ sellerId, first: firstIdAt(since), now }),
);

/** What the mail says. */
export interface MailedLink {
  readonly sellerId: string;
  readonly sale: object;
  readonly language: Language | null;
  readonly validUntil: PlainDate;
  readonly sealedSecret: Buffer;
  readonly brand: OwnBrand | null;
}

const mailedSql = `sale_link.seller_id AS "sellerId", sale_link.sale, sale_link.language, sale_link.valid_until AS "validUntil",
          sale_link.sealed_secret AS "sealedSecret", ${brandSql('sale_link.seller_id')} AS brand`;

export const readMailedLink = read.firstRow<MailedLink, [{ readonly id: string }]>(
  'read_mailed_link',
  `SELECT ${mailedSql} FROM sale_link WHERE id = :id`,
);

export const finishLinkMail = write.findsRow(
  'finish_link_mail',
  `UPDATE sale_link_mail SET ${endedSql}, sent_at = now() WHERE sale_link_id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenWork) => ({ id, owner }),
);

/** Nobody is to get it any more. */
export const dropLinkMail = write.findsRow(
  'drop_link_mail',
  `UPDATE sale_link_mail SET ${endedSql} WHERE sale_link_id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenWork) => ({ id, owner }),
);

/** The customer has it: an operator says so. Returns false if it was not given up. */
export const settleLinkMail = write.findsRow<[{ readonly id: string }]>(
  'settle_link_mail',
  `UPDATE sale_link_mail SET ${endedSql}, sent_at = now() WHERE sale_link_id = :id AND given_up_at IS NOT NULL`,
);

/** Lists what was sent for a seller, the latest first. */
export const listSentLinkMails = read.allRows<
  MailedLink & { readonly sentAt: Date | null },
  [{ readonly sellerId: string; readonly countMax: number }]
>(
  'list_sent_link_mails',
  `SELECT ${mailedSql}, sent_at AS "sentAt"
   FROM sale_link_mail
   JOIN sale_link ON sale_link.id = sale_link_mail.sale_link_id
   WHERE sale_link.seller_id = :sellerId AND sent_at IS NOT NULL
   ORDER BY sent_at DESC
   LIMIT :countMax`,
);

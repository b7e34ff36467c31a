import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { ReferenceChanged } from '../../domain/reference-changed.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { linkWords } from '../../domain/sale-link/link-people.ts';
import type { SaleLinkMethod, SaleLinkStatus } from '../../domain/sale-link/sale-link.ts';
import { brandSql } from '../brand/brand.ts';
import type { Tx } from '../database.ts';
import { allSql, Values } from '../list/values.ts';
import type { ReferenceVersion } from '../reference/keeper.ts';
import { read, sendRead, write } from '../statement.ts';

/** A link by which a customer can buy. */
export interface SaleLink {
  readonly id: string;
  readonly sellerId: string;
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
  readonly validUntil: PlainDate;
  readonly isWithdrawn: boolean;
  /** A bind has claimed it, and nobody knows yet what comes of it. */
  readonly isBeingBought: boolean;
  readonly partnerReference: string | null;
  readonly language: Language | null;
  readonly paymentMethods: readonly SaleLinkMethod[];
  readonly downPaymentCents: Cents;
  readonly applicationId: ApplicationId | null;
  readonly policyNumber: string | null;
  /** The seller's day of the bind; null without one. */
  readonly boundOn: PlainDate | null;
}

const isBeingBoughtSql = `EXISTS (
    SELECT FROM bind WHERE bind.application_id = sale_link.application_id AND bind.state = 'running')`;

export const linkColumnsSql = `sale_link.id, sale_link.seller_id AS "sellerId", sale_link.sealed_secret AS "sealedSecret",
          sale_link.created_at AS "createdAt", sale_link.valid_until AS "validUntil",
          sale_link.withdrawn_at IS NOT NULL AS "isWithdrawn", ${isBeingBoughtSql} AS "isBeingBought",
          sale_link.partner_reference AS "partnerReference",
          sale_link.language, sale_link.payment_methods AS "paymentMethods",
          sale_link.down_payment_cents AS "downPaymentCents",
          sale_link.application_id AS "applicationId", policy.policy_number AS "policyNumber",
          policy.bound_on::text AS "boundOn"`;

export const linkSourcesSql = `FROM sale_link
   LEFT JOIN policy ON policy.application_id = sale_link.application_id`;

export interface NewSaleLink
  extends Omit<SaleLink, 'isWithdrawn' | 'isBeingBought' | 'applicationId' | 'policyNumber' | 'boundOn'> {
  readonly secretHash: Buffer;
  /** What is known of the sale, as the page keeps it. */
  readonly sale: object;
}

/**
 * Throws if the reference data are others than those that it was judged by; null: by what its own transaction has read.
 */
export async function insertSaleLink(tx: Tx, link: NewSaleLink, judgedBy: ReferenceVersion | null): Promise<void> {
  if (!(await insertIfCurrent(tx, link, judgedBy))) throw new ReferenceChanged();
}

const insertIfCurrent = write.findsRow<[link: NewSaleLink, judgedBy: ReferenceVersion | null]>(
  'insert_sale_link',
  `INSERT INTO sale_link (id, seller_id, secret_hash, sealed_secret, created_at, valid_until, partner_reference, language,
                          payment_methods, down_payment_cents, sale, words)
   SELECT :id, :sellerId, :secretHash, :sealedSecret, :createdAt, :validUntil, :partnerReference, :language, :paymentMethods,
          :downPaymentCents, :sale, :words
   WHERE :judgedBy::bigint IS NULL OR reference_version() = :judgedBy::bigint`,
  (link, judgedBy) => ({
    id: link.id,
    sellerId: link.sellerId,
    secretHash: link.secretHash,
    sealedSecret: link.sealedSecret,
    createdAt: link.createdAt,
    validUntil: link.validUntil,
    partnerReference: link.partnerReference,
    language: link.language,
    paymentMethods: link.paymentMethods,
    downPaymentCents: link.downPaymentCents,
    sale: JSON.stringify(link.sale),
    words: linkWords(link.sale),
    judgedBy,
  }),
);

/** Returns null if the seller has no such link. */
export const readSaleLink = read.firstRow<SaleLink, [{ readonly sellerId: string; readonly id: string }]>(
  'read_sale_link',
  `SELECT ${linkColumnsSql}
   ${linkSourcesSql}
   WHERE sale_link.id = :id AND sale_link.seller_id = :sellerId`,
);

/** Finds a link of any seller, for the operator. */
export const findSaleLink = read.firstRow<SaleLink, [{ readonly id: string }]>(
  null,
  `SELECT ${linkColumnsSql}
   ${linkSourcesSql}
   WHERE sale_link.id = :id`,
);

/** A seller as far as it counts for its links; null if there is none. */
export const readLinkSeller = read.firstRow<
  Pick<Seller, 'id' | 'province' | 'todayFloor' | 'sellsByLink' | 'paymentMethods'>,
  [{ readonly id: string }]
>(
  null,
  `SELECT id, province, today_floor AS "todayFloor", sells_by_link AS "sellsByLink", payment_methods AS "paymentMethods"
   FROM seller
   WHERE id = :id`,
);

/** How far the sale of a link is. */
export const linkedSaleStates = ['shopping', 'binding', 'bound'] as const;
type LinkedSaleState = (typeof linkedSaleStates)[number];

/** A link as its page needs it, with the sale as it was last written. */
export interface OpenedSaleLink extends SaleLink {
  /** The brand of the seller's integration; null if it has none of its own. */
  readonly brand: OwnBrand | null;
  /** The policy that was bound; null without one. */
  readonly policy: Policy | null;
  readonly sale: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly state: LinkedSaleState;
  /** When its page was first used; null: never. */
  readonly openedAt: Date | null;
}

const openedColumns = `${linkColumnsSql}, ${brandSql('sale_link.seller_id')} AS brand, policy.snapshot AS policy,
          sale_link.sale, sale_link.revision, sale_link.state, sale_link.opened_at AS "openedAt"`;

/** Returns null if no link has this secret. */
export const readSaleLinkBySecret = read.firstRow<OpenedSaleLink, [{ readonly secretHash: Buffer }]>(
  'read_sale_link_by_secret',
  `SELECT ${openedColumns}
   ${linkSourcesSql}
   WHERE sale_link.secret_hash = :secretHash`,
);

export interface SaleOfLink extends Pick<OpenedSaleLink, 'sale' | 'revision' | 'state'> {
  /** Why nothing came of its last purchase; null if there was none, or it is open or bound. */
  readonly refusals: readonly Refusal[] | null;
}

/** Once: the first time counts. */
export const markOpened = write.runs<[{ readonly id: string; readonly now: Date }]>(
  'mark_sale_link_opened',
  'UPDATE sale_link SET opened_at = :now WHERE id = :id AND opened_at IS NULL',
);

/** Its sale alone, as another window may have changed it. */
export const readSaleOfLink = read.firstRow<SaleOfLink, [{ readonly id: string }]>(
  'read_sale_of_link',
  `SELECT sale, revision, state,
          (SELECT refusals FROM sale_link_purchase WHERE sale_link_id = sale_link.id ORDER BY id DESC LIMIT 1) AS refusals
   FROM sale_link
   WHERE id = :id`,
);

export interface WrittenSale {
  readonly id: string;
  /** The revision that was read. */
  readonly revision: number;
  /** It is being bought by `acceptPurchase` alone. */
  readonly state: Exclude<LinkedSaleState, 'binding'>;
  readonly applicationId: string | null;
  readonly sale: object;
}

/**
 * Returns false if the sale was written since it was read, or is being bought. The application of a link never becomes
 * another one: so it makes one policy at most.
 */
export const writeSaleOfLink = write.findsRow(
  'write_sale_of_link',
  `UPDATE sale_link SET sale = :sale, words = :words, revision = revision + 1, state = :state, application_id = :applicationId
   WHERE id = :id AND revision = :revision
     AND (application_id IS NULL OR application_id = :applicationId)
     AND (state <> 'binding' OR :state = 'bound')`,
  ({ id, revision, state, applicationId, sale }: WrittenSale) => ({
    id,
    revision,
    state,
    applicationId,
    sale: JSON.stringify(sale),
    words: linkWords(sale),
  }),
);

/**
 * Counts a card form for the application, if it is a link's. Returns false if the link may open no more. In one
 * statement, so that of several at once no more than `countMax` are counted.
 */
export const countCardForm = write.findsRow<[{ readonly applicationId: ApplicationId; readonly countMax: number }]>(
  'count_card_form',
  `WITH counted AS (
     UPDATE sale_link SET card_forms = card_forms + 1
     WHERE application_id = :applicationId AND card_forms < :countMax
     RETURNING id
   )
   SELECT
   WHERE EXISTS (SELECT FROM counted) OR NOT EXISTS (SELECT FROM sale_link WHERE application_id = :applicationId)`,
);

/** Takes the count back of a form that was not opened after all. */
export const uncountCardForm = write.runs<[{ readonly applicationId: ApplicationId }]>(
  'uncount_card_form',
  'UPDATE sale_link SET card_forms = card_forms - 1 WHERE application_id = :applicationId AND card_forms > 0',
);

/**
 * Locks a link against the claim of a bind until the transaction ends, and returns whether one has begun. A claim that
 * was faster is seen: this statement is a new one, after the lock.
 */
export async function lockSaleLink(tx: Tx, id: string): Promise<'free' | 'being bought' | 'bound'> {
  await lock(tx, { id });
  return (await readBindOfLink(tx, { id }))!;
}

const lock = write.runs<[{ readonly id: string }]>('lock_sale_link', 'SELECT FROM sale_link WHERE id = :id FOR UPDATE');

const readBindOfLink = read.firstValue<'free' | 'being bought' | 'bound', [{ readonly id: string }]>(
  'read_bind_of_sale_link',
  `SELECT CASE bind.state WHEN 'running' THEN 'being bought' WHEN 'bound' THEN 'bound' ELSE 'free' END
   FROM sale_link
   LEFT JOIN bind ON bind.application_id = sale_link.application_id
   WHERE sale_link.id = :id`,
);

/** One that is withdrawn stays as it is. Without an application, what was filled in is forgotten. */
export const withdrawSaleLink = write.runs<[{ readonly id: string; readonly now: Date }]>(
  'withdraw_sale_link',
  `UPDATE sale_link
   SET withdrawn_at = :now, revision = revision + 1,
       sale = CASE WHEN application_id IS NULL THEN '{}' ELSE sale END,
       words = CASE WHEN application_id IS NULL THEN '{}' ELSE words END
   WHERE id = :id AND withdrawn_at IS NULL`,
);

/** Returns all of them, to look at their secrets. */
export const listSealedSaleLinks = read.allRows<SaleLink>(null, `SELECT ${linkColumnsSql} ${linkSourcesSql}`);

export const replaceSealedSaleLink = write.findsRow<
  [{ readonly id: string; readonly before: Buffer; readonly after: Buffer }]
>(null, 'UPDATE sale_link SET sealed_secret = :after WHERE id = :id AND sealed_secret = :before');

export interface SaleLinkFilter {
  readonly partnerReference: string | null;
  readonly status: SaleLinkStatus | null;
  /** The last link of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Returns a page of the seller's links, the latest first, and one more when there is a next page. */
export async function listSaleLinks(
  tx: Tx,
  seller: { readonly id: string; readonly today: PlainDate },
  filter: SaleLinkFilter,
): Promise<readonly SaleLink[]> {
  const values = new Values();
  const { partnerReference, status, after } = filter;
  const conditions = allSql([
    `sale_link.seller_id = ${values.add('sellerId', seller.id)}`,
    partnerReference !== null &&
      `sale_link.partner_reference = ${values.add('partnerReference', partnerReference)} COLLATE "C"`,
    status !== null && inStatus(status, seller.today, values),
    after !== null && `sale_link.id < ${values.add('after', after)}`,
  ]);
  const { rows } = await sendRead<SaleLink>(
    tx,
    `SELECT ${linkColumnsSql}
     ${linkSourcesSql}
     WHERE ${conditions}
     ORDER BY sale_link.id DESC
     LIMIT ${values.add('rowsMax', filter.limit + 1)}`,
    values.named,
  );
  return rows;
}

/**
 * Says the same as `saleLinkStatusOf`. With a join, PostgreSQL expects every link to be bound, and reads and sorts all;
 * with EXISTS it may read all policies first. With `IS NOT TRUE` it expects half of the links, and walks the newest.
 */
function inStatus(status: SaleLinkStatus, today: PlainDate, values: Values): string {
  const isUnbound = '(SELECT true FROM policy WHERE application_id = sale_link.application_id) IS NOT TRUE';
  const isKept = `${isUnbound} AND sale_link.withdrawn_at IS NULL`;
  switch (status) {
    case 'Bound':
      return 'policy.policy_number IS NOT NULL';
    case 'Withdrawn':
      return `${isUnbound} AND sale_link.withdrawn_at IS NOT NULL`;
    case 'Expired':
      return `${isKept} AND sale_link.valid_until < ${values.add('today', today)} AND NOT ${isBeingBoughtSql}`;
    case 'Open':
      return `${isKept} AND (sale_link.valid_until >= ${values.add('today', today)} OR ${isBeingBoughtSql})`;
  }
}

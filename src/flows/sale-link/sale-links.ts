import { randomUUIDv7 } from 'node:crypto';
import type { PlainDate } from '../../domain/calendar.ts';
import { parseUuid } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import type { Log } from '../../domain/log.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import type { ApplicantForm } from '../../domain/person/applicant.ts';
import type { PurchaseMethod } from '../../domain/quote/vocabulary.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import {
  type AskedSaleLink,
  judgeSaleLink,
  methodsByLink,
  type SaleLinkSeller,
  type SaleLinkStatus,
  saleLinkStatusOf,
} from '../../domain/sale-link/sale-link.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import type { ReferenceVersion } from '../../store/reference/keeper.ts';
import {
  insertSaleLink,
  listSaleLinks,
  listSealedSaleLinks,
  lockSaleLink,
  type NewSaleLink,
  readSaleLink,
  replaceSealedSaleLink,
  type SaleLink,
  withdrawSaleLink,
} from '../../store/sale-link/sale-link.ts';
import { writeOnce } from '../call/idempotent-call.ts';
import { listCursor } from '../call/list-cursor.ts';
import { reseal, type SecretBox } from '../credential/secret-box.ts';
import { type SellerParts, sellerTerms } from '../partner/seller-terms.ts';
import type { Parts } from '../parts.ts';
import { cityIndex } from '../quote/quote.ts';
import { openSecret, sealSecret } from '../unpaid/ensure-link.ts';
import { newLinkSecret } from '../unpaid/link-secret.ts';

/*
 * The seller's side of sale links: made, looked up, listed, withdrawn. A link's state is derived each time from its
 * policy, its withdrawal and its last day, so nothing has to run for it to expire.
 */

export type SaleLinkParts = SellerParts & Parts<'database' | 'linkBox' | 'publicUrl'>;

/** What is known of the sale; it is filled in for the customer. */
export interface KnownOfSale {
  readonly vin?: string;
  readonly odometer?: number;
  readonly purchaseMethod?: PurchaseMethod;
  readonly effectiveDate?: PlainDate;
  readonly applicant?: ApplicantForm;
}

export interface NewLink extends Omit<AskedSaleLink, 'vin' | 'effectiveDate' | 'applicant'> {
  readonly known: KnownOfSale;
  readonly language: Language | null;
  readonly partnerReference: string | null;
}

/** A link as whoever made it may see it. */
export interface ShownSaleLink
  extends Pick<
    SaleLink,
    'id' | 'createdAt' | 'validUntil' | 'partnerReference' | 'downPaymentCents' | 'applicationId' | 'policyNumber'
  > {
  readonly url: string;
  readonly status: SaleLinkStatus;
}

/** The sale page of a secret. */
export function saleAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/sale/${secret}`;
}

export async function createSaleLink(
  parts: SaleLinkParts,
  { seller, now, judgedBy }: LinkCall,
  asked: NewLink,
  /** Keeps the answer of a call with a key, in the same transaction. */
  keep: ((tx: Tx, made: ShownSaleLink) => Promise<void>) | null = null,
): Promise<ShownSaleLink | readonly Refusal[]> {
  const maker = { id: seller.id, ...linkSeller(parts, seller, todayOf(seller, now)), today: todayOf(seller, now) };
  const link = newLink(parts, maker, asked, now);
  if (!('row' in link)) return link;
  return writeOnce(parts.database, keep, async (tx) => {
    await insertSaleLink(tx, link.row, judgedBy);
    return link.shown;
  });
}

interface LinkCall {
  readonly seller: Seller;
  readonly now: Date;
  /** The reference data by which the seller was admitted. */
  readonly judgedBy: ReferenceVersion;
}

/** Who makes a link, as far as it counts. */
export interface LinkMaker extends SaleLinkSeller {
  readonly id: string;
  readonly today: PlainDate;
}

/** A link to be written, and as whoever makes it may see it. */
export function newLink(
  parts: Parts<'linkBox' | 'publicUrl'>,
  maker: LinkMaker,
  { known, language, partnerReference, ...asked }: NewLink,
  now: Date,
): { readonly row: NewSaleLink; readonly shown: ShownSaleLink } | readonly Refusal[] {
  const terms = judgeSaleLink(
    {
      ...asked,
      vin: known.vin ?? null,
      effectiveDate: known.effectiveDate ?? null,
      applicant: known.applicant ?? {},
    },
    maker,
    maker.today,
  );
  if (!('validUntil' in terms)) return terms;
  const { vin, paymentMethods, downPaymentCents, validUntil } = terms;
  const secret = newLinkSecret();
  const row = {
    id: randomUUIDv7(),
    sellerId: maker.id,
    createdAt: now,
    validUntil,
    partnerReference,
    language,
    paymentMethods,
    downPaymentCents,
    ...sealSecret(parts.linkBox, secret),
    sale: { known: { ...known, ...(vin !== null && { vin }) } },
  };
  const shown: ShownSaleLink = {
    id: row.id,
    url: saleAddress(parts.publicUrl, secret),
    status: 'Open',
    createdAt: now,
    validUntil,
    partnerReference,
    downPaymentCents,
    applicationId: null,
    policyNumber: null,
  };
  return { row, shown };
}

export async function findSaleLink(
  parts: SaleLinkParts,
  { seller, now }: { readonly seller: Seller; readonly now: Date },
  id: string | null,
): Promise<ShownSaleLink | Refusal> {
  const link = id && (await readSaleLink(parts.database, { sellerId: seller.id, id }));
  return link ? shown(parts, link, todayOf(seller, now)) : notFound;
}

/**
 * Returns null if it is withdrawn, or was withdrawn or over before. One that is bound stays bound, and shows its papers no
 * more. The link is locked as the claim of a bind
 * locks it: either the customer is buying, which is refused here until it is known what came of it, or nothing is
 * claimed by the link any more.
 */
export function withdrawLink(
  { database }: Parts<'database'>,
  { seller, now }: { readonly seller: Seller; readonly now: Date },
  id: string | null,
): Promise<Refusal | null> {
  return transact(database, async (tx) => {
    const bind = id === null ? null : await lockSaleLink(tx, id);
    const link = id === null ? null : await readSaleLink(tx, { sellerId: seller.id, id });
    if (link === null) return notFound;
    if (bind === 'being bought' && !link.isWithdrawn) return refusal('BindInProgress', 'id');
    const status = saleLinkStatusOf(link, todayOf(seller, now));
    if (status === 'Open' || status === 'Bound') await withdrawSaleLink(tx, { id: link.id, now });
    return null;
  });
}

export interface SaleLinkSearch {
  readonly partnerReference: string | null;
  readonly status: SaleLinkStatus | null;
  readonly limit: number;
  readonly cursor: string | null;
}

/** Returns a page of the seller's links, the latest first. */
export async function pageOfSaleLinks(
  parts: SaleLinkParts,
  { seller, now }: { readonly seller: Seller; readonly now: Date },
  { cursor, limit, ...filters }: SaleLinkSearch,
): Promise<{ readonly saleLinks: readonly ShownSaleLink[]; readonly nextCursor: string | null } | Refusal> {
  const today = todayOf(seller, now);
  if (methodsByLink(linkSeller(parts, seller, today)).length === 0) return refusal('SaleLinksNotAvailable');
  const cursors = listCursor(`${seller.id} sale links`, filters);
  const after = cursor === null ? null : parseUuid(cursors.read(cursor) ?? '');
  if (cursor !== null && after === null) return refusal('CursorInvalid', 'cursor');
  const read = await listSaleLinks(parts.database, { id: seller.id, today }, { ...filters, limit, after });
  const saleLinks = read.slice(0, limit).map((link) => shown(parts, link, today));
  return { saleLinks, nextCursor: read.length > limit ? cursors.write(saleLinks.at(-1)!.id) : null };
}

export async function resealSaleLinks(database: Database, box: SecretBox, log: Log): Promise<void> {
  const links = await listSealedSaleLinks(database);
  const secrets = links.map(({ id, sealedSecret: sealed }) => ({
    sealed,
    replace: (after: Buffer) => replaceSealedSaleLink(database, { id, before: sealed, after }),
  }));
  await reseal({ box, log }, 'sale links', secrets);
}

const notFound = refusal('SaleLinkNotFound', 'id');

export function linkSeller(parts: SellerParts, seller: Seller, today: PlainDate): SaleLinkSeller {
  const { sellsByLink, province } = seller;
  const { paymentMethods, effectiveDateDays } = sellerTerms(parts, seller, today);
  return { sellsByLink, paymentMethods, effectiveDateDays, area: { province, cities: cityIndex } };
}

function shown({ publicUrl, linkBox }: SaleLinkParts, link: SaleLink, today: PlainDate): ShownSaleLink {
  const { id, createdAt, validUntil, partnerReference, downPaymentCents, sealedSecret } = link;
  const { applicationId, policyNumber } = link;
  const secret = openSecret(linkBox, sealedSecret); // Null when the key that closed it is lost.
  return {
    id,
    createdAt,
    validUntil,
    partnerReference,
    downPaymentCents,
    applicationId,
    policyNumber,
    url: secret === null ? '' : saleAddress(publicUrl, secret),
    status: saleLinkStatusOf(link, today),
  };
}

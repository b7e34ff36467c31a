import { type PlainDate, parseDate } from '../../domain/calendar.ts';
import type { Language } from '../../domain/language.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { type SaleLinkStatus, saleLinkStatusOf } from '../../domain/sale-link/sale-link.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import {
  findSaleLink,
  insertSaleLink,
  listSaleLinks,
  lockSaleLink,
  readLinkSeller,
  type SaleLink,
  withdrawSaleLink,
} from '../../store/sale-link/sale-link.ts';
import type { ActorAndReason } from '../operator/actor-and-reason.ts';
import type { Parts } from '../parts.ts';
import { cityIndex } from '../quote/quote.ts';
import { newLink, type ShownSaleLink } from './sale-links.ts';

/* The operator's side of sale links, for a seller without software of its own. */

export interface OperatorLink {
  readonly vin?: string | undefined;
  readonly partnerReference?: string | undefined;
  readonly language?: Language | undefined;
  /** The amount is typed in dollars. */
  readonly downPayment?: string | undefined;
  readonly validUntil?: string | undefined;
}

export function createLinkFor(
  parts: Parts<'database' | 'linkBox' | 'publicUrl' | 'now'>,
  sellerId: string,
  { vin, partnerReference, language, downPayment, validUntil }: OperatorLink,
  { actor, reason }: ActorAndReason,
): Promise<ShownSaleLink | OperatorRefusal> {
  return transact(parts.database, async (tx) => {
    const seller = await readLinkSeller(tx, { id: sellerId });
    if (seller === null) return refuseOperator('NotFound');
    const lastDay = validUntil === undefined ? null : parseDate(validUntil);
    if (validUntil !== undefined && lastDay === null) return refuseOperator('SaleLinkDayInvalid', 'validUntil');
    const asked = {
      known: vin === undefined || vin === '' ? {} : { vin },
      language: language ?? null,
      partnerReference: partnerReference || null,
      validUntil: lastDay,
      paymentMethods: null,
      downPayment: downPayment === undefined || downPayment === '' ? null : readDollars(downPayment),
    };
    const maker = {
      ...seller,
      today: todayOf(seller, parts.now),
      area: { province: seller.province, cities: cityIndex },
      // Its form asks for no day.
      effectiveDateDays: 0,
    };
    const link = newLink(parts, maker, asked, parts.now);
    if (!('row' in link)) return refusalOf(link[0]!.code);
    await insertSaleLink(tx, link.row, null);
    const { downPaymentCents } = link.shown;
    const facts = { sellerId, validUntil: link.shown.validUntil, ...(downPaymentCents > 0 && { downPaymentCents }) };
    await recordAct(tx, { actor, reason, action: 'create sale link', subject: link.shown.id, facts });
    return link.shown;
  });
}

/** Reads an amount as English or French writes it. What is no amount is NaN, which is refused. */
function readDollars(text: string): number {
  return /^\d{1,7}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}

function refusalOf(code: RefusalCode): OperatorRefusal {
  if (code === 'VinInvalid') return refuseOperator('VinInvalid', 'vin');
  if (code === 'DownPaymentInvalid') return refuseOperator('SaleLinkDownPaymentInvalid', 'downPayment');
  if (code === 'FinancingNotApplicable') return refuseOperator('SaleLinkWithoutLoan', 'downPayment');
  if (code === 'ValidUntilInvalid') return refuseOperator('SaleLinkDayInvalid', 'validUntil');
  return refuseOperator('SaleLinksOff');
}

/** The address is left out: it is a secret. */
export interface ListedSaleLink extends Omit<ShownSaleLink, 'url'> {
  readonly status: SaleLinkStatus;
}

export async function linksOf(
  { database, now }: Parts<'database' | 'now'>,
  sellerId: string,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly ListedSaleLink[]; readonly nextCursor: string | null } | OperatorRefusal> {
  const seller = await readLinkSeller(database, { id: sellerId });
  if (seller === null) return refuseOperator('NotFound');
  const today = todayOf(seller, now);
  const filter = { partnerReference: null, status: null, after: cursor, limit };
  const read = await listSaleLinks(database, { id: sellerId, today }, filter);
  const rows = read.slice(0, limit).map((link) => listed(link, today));
  return { rows, nextCursor: read.length > limit ? rows.at(-1)!.id : null };
}

export function withdrawLinkOf(
  { database, now }: Parts<'database' | 'now'>,
  id: string,
  { actor, reason }: ActorAndReason,
): Promise<OperatorRefusal | null> {
  return transact(database, async (tx) => {
    const bind = await lockSaleLink(tx, id);
    const link = await findSaleLink(tx, { id });
    const seller = link && (await readLinkSeller(tx, { id: link.sellerId }));
    if (!link || !seller) return refuseOperator('NotFound');
    if (bind === 'being bought' && !link.isWithdrawn) return refuseOperator('SaleLinkBeingBought');
    const status = saleLinkStatusOf(link, todayOf(seller, now));
    if (link.isWithdrawn || (status !== 'Open' && status !== 'Bound')) return refuseOperator('SaleLinkNotOpen');
    await withdrawSaleLink(tx, { id, now });
    const facts = { sellerId: link.sellerId };
    await recordAct(tx, { actor, reason, action: 'withdraw sale link', subject: id, facts });
    return null;
  });
}

function listed(link: SaleLink, today: PlainDate): ListedSaleLink {
  const { id, createdAt, validUntil, partnerReference, downPaymentCents, applicationId, policyNumber } = link;
  return {
    id,
    createdAt,
    validUntil,
    partnerReference,
    downPaymentCents,
    applicationId,
    policyNumber,
    status: saleLinkStatusOf(link, today),
  };
}

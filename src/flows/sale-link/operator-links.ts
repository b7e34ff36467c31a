import { type PlainDate, parseDate } from '../../domain/calendar.ts';
import type { Language } from '../../domain/language.ts';
import {
  isOperatorRefusal,
  type OperatorRefusal,
  type OperatorRefusalCode,
  refuseForm,
  refuseOperator,
} from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import type { ApplicantForm } from '../../domain/person/applicant.ts';
import type { Refusal, RefusalCode } from '../../domain/refusal.ts';
import { peopleOf } from '../../domain/sale-link/link-people.ts';
import { type LinkProgress, progressOf } from '../../domain/sale-link/link-progress.ts';
import {
  type SaleLinkMethod,
  type SaleLinkStatus,
  saleLinkStatusOf,
  validDaysMax,
} from '../../domain/sale-link/sale-link.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Tx, transact } from '../../store/database.ts';
import { type FollowedLink, type LinkMailState, listFollowedLinks } from '../../store/sale-link/followed-link.ts';
import { askForLinkMail, countLinkMails, readMailedLink } from '../../store/sale-link/link-mail.ts';
import {
  findSaleLink,
  insertSaleLink,
  lockSaleLink,
  readLinkSeller,
  withdrawSaleLink,
} from '../../store/sale-link/sale-link.ts';
import { refuseMailedOften } from '../mail/mailed-often.ts';
import type { ActorAndReason } from '../operator/actor-and-reason.ts';
import type { CorrectionMade } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { cityIndex } from '../quote/quote.ts';
import { newLink, type ShownSaleLink } from './sale-links.ts';
import { addressOf } from './send-link-mail.ts';

/* Sale links in the console, for a seller without software of its own: an operator's, and those of the seller's desk. */

export interface OperatorLink {
  readonly firstOrCompanyName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly vin?: string | undefined;
  readonly partnerReference?: string | undefined;
  readonly language?: Language | undefined;
  /** Empty stands for all that the seller has. */
  readonly paymentMethods?: readonly SaleLinkMethod[] | undefined;
  /** The amount is typed in dollars. */
  readonly downPayment?: string | undefined;
  readonly validUntil?: string | undefined;
  /** Whether its address is mailed to the customer. */
  readonly isMailed?: boolean | undefined;
}

export interface MadeLink extends ShownSaleLink {
  /** To whom its address is being mailed; null: it was not asked for. */
  readonly mailedTo: string | null;
}

export function createLinkFor(
  parts: Parts<'database' | 'linkBox' | 'publicUrl' | 'now'>,
  sellerId: string,
  given: OperatorLink,
  { actor, reason }: ActorAndReason,
): Promise<MadeLink | OperatorRefusal> {
  const { vin, partnerReference, language, downPayment, validUntil, paymentMethods = [], isMailed = false } = given;
  return transact(parts.database, async (tx) => {
    const seller = await readLinkSeller(tx, { id: sellerId });
    if (seller === null) return refuseOperator('NotFound');
    const lastDay = validUntil === undefined || validUntil === '' ? null : parseDate(validUntil);
    const applicant = applicantOf(given);
    const isUnaddressed = isMailed && applicant.emailAddress === undefined;
    const ofTheForm = [
      ...(isUnaddressed ? [refuseOperator('SaleLinkUnaddressed', 'emailAddress')] : []),
      ...(lastDay === null && validUntil ? [refuseOperator('SaleLinkDayInvalid', 'validUntil')] : []),
    ];
    const asked = {
      known: { ...(vin && { vin }), ...(Object.keys(applicant).length > 0 && { applicant }) },
      language: language ?? null,
      partnerReference: partnerReference || null,
      validUntil: lastDay,
      paymentMethods: paymentMethods.length === 0 ? null : paymentMethods,
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
    if (!('row' in link)) return refuseForm(faultsOf(link, ofTheForm));
    if (ofTheForm.length > 0) return refuseForm(ofTheForm);
    const tooMany = isMailed ? await refuseManyMails(tx, sellerId, parts.now) : null;
    if (tooMany !== null) return tooMany;
    await insertSaleLink(tx, link.row, null);
    if (isMailed) await askForLinkMail(tx, { linkId: link.row.id, now: parts.now });
    const { downPaymentCents } = link.shown;
    const facts = {
      sellerId,
      validUntil: link.shown.validUntil,
      ...(downPaymentCents > 0 && { downPaymentCents }),
      ...(isMailed && { isMailed }),
    };
    await recordAct(tx, { actor, reason, action: 'create sale link', subject: link.shown.id, facts });
    return { ...link.shown, mailedTo: isMailed ? applicant.emailAddress! : null };
  });
}

/** A busy dealer has a few dozen customers a day. Whoever has stolen a clerk's account could else mail anybody. */
const linkMailsADayMax = 200;

async function refuseManyMails(tx: Tx, sellerId: string, now: Date): Promise<OperatorRefusal | null> {
  const since = new Date(now.getTime() - (validDaysMax + 1) * 86_400_000);
  return (await countLinkMails(tx, { sellerId, since, now })) >= linkMailsADayMax
    ? refuseOperator('SaleLinksMailedOften')
    : null;
}

/** What was filled in of the customer. */
function applicantOf(given: OperatorLink): ApplicantForm {
  const { firstOrCompanyName, lastName, emailAddress, phoneNumber } = given;
  const facts = { firstOrCompanyName, lastName, emailAddress, phoneNumber };
  const filledIn = Object.entries(facts).map(([name, text]) => [name, text?.trim() ?? ''] as const);
  return Object.fromEntries(filledIn.filter(([, text]) => text !== ''));
}

/** Reads an amount as English or French writes it. What is no amount is NaN, which is refused. */
function readDollars(text: string): number {
  return /^\d{1,7}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}

const refusals: Partial<Record<RefusalCode, readonly [code: OperatorRefusalCode, field: string]>> = {
  VinInvalid: ['VinInvalid', 'vin'],
  FirstOrCompanyNameInvalid: ['NameUnprintable', 'firstOrCompanyName'],
  LastNameInvalid: ['NameUnprintable', 'lastName'],
  EmailAddressInvalid: ['EmailAddressInvalid', 'emailAddress'],
  PhoneNumberInvalid: ['PhoneNumberInvalid', 'phoneNumber'],
  PaymentMethodsInvalid: ['SaleLinkMethodsInvalid', 'paymentMethods'],
  DownPaymentInvalid: ['SaleLinkDownPaymentInvalid', 'downPayment'],
  FinancingNotApplicable: ['SaleLinkWithoutLoan', 'downPayment'],
  ValidUntilInvalid: ['SaleLinkDayInvalid', 'validUntil'],
};

/** Whether the seller may make any link comes first, alone. */
function faultsOf(found: readonly Refusal[], ofTheForm: readonly OperatorRefusal[]): readonly OperatorRefusal[] {
  const told = found.map(({ code }) => refusals[code]).filter((one) => one !== undefined);
  if (told.length === 0) return [refuseOperator('SaleLinksOff')];
  return [...told.map(([code, field]) => refuseOperator(code, field)), ...ofTheForm];
}

/** The address is left out: it is a secret. */
export interface ListedSaleLink extends Omit<ShownSaleLink, 'url'> {
  readonly status: SaleLinkStatus;
  /** Whom it is for; empty: nobody has said. */
  readonly customerName: string;
  /** The vehicle, or else its VIN; empty: nobody has said. */
  readonly vehicle: string;
  readonly progress: LinkProgress;
  /** The mail with its address; null: none was asked for. */
  readonly mail: LinkMailState | null;
  readonly hasEmailAddress: boolean;
}

export async function linksOf(
  { database, now }: Parts<'database' | 'now'>,
  sellerId: string,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly ListedSaleLink[]; readonly nextCursor: string | null } | OperatorRefusal> {
  const seller = await readLinkSeller(database, { id: sellerId });
  if (seller === null) return refuseOperator('NotFound');
  const today = todayOf(seller, now);
  const read = await listFollowedLinks(database, { sellerId, after: cursor, limit });
  const rows = read.slice(0, limit).map((link) => listed(link, today));
  return { rows, nextCursor: read.length > limit ? rows.at(-1)!.id : null };
}

/** Mails the address of an open link to its customer, once more if need be. */
export function mailLinkOf(
  { database, now }: Parts<'database' | 'now'>,
  id: string,
  { actor, reason }: ActorAndReason,
): Promise<OperatorRefusal | null> {
  return transact(database, async (tx) => {
    const mailed = await mailLink(tx, id, now);
    if (isOperatorRefusal(mailed)) return mailed;
    await recordAct(tx, { ...mailed, actor, reason });
    return null;
  });
}

export async function mailLink(tx: Tx, id: string, now: Date): Promise<CorrectionMade | OperatorRefusal> {
  await lockSaleLink(tx, id);
  const link = await findSaleLink(tx, { id });
  const seller = link && (await readLinkSeller(tx, { id: link.sellerId }));
  if (!link || !seller) return refuseOperator('NotFound');
  if (saleLinkStatusOf(link, todayOf(seller, now)) !== 'Open') return refuseOperator('SaleLinkNotOpen');
  if (addressOf((await readMailedLink(tx, { id }))!.sale) === '') return refuseOperator('SaleLinkUnaddressed');
  const tooOften =
    (await refuseMailedOften(tx, 'mail sale link', id)) ?? (await refuseManyMails(tx, link.sellerId, now));
  if (tooOften !== null) return tooOften;
  await askForLinkMail(tx, { linkId: id, now });
  return { action: 'mail sale link', subject: id, facts: { sellerId: link.sellerId } };
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

function listed(link: FollowedLink, today: PlainDate): ListedSaleLink {
  const { id, createdAt, validUntil, partnerReference, downPaymentCents, applicationId, policyNumber } = link;
  const people = peopleOf(link.sale);
  return {
    id,
    createdAt,
    validUntil,
    partnerReference,
    downPaymentCents,
    applicationId,
    policyNumber,
    status: saleLinkStatusOf(link, today),
    customerName: link.quotedName || (people.find(({ name }) => name !== '')?.name ?? ''),
    vehicle: link.quotedVehicle || knownVin(link.sale),
    progress: progressOf(link),
    mail: link.mail,
    hasEmailAddress: people.some(({ emailAddress }) => emailAddress !== ''),
  };
}

function knownVin(sale: object): string {
  const { known } = sale as { readonly known?: { readonly vin?: unknown } };
  return typeof known?.vin === 'string' ? known.vin : '';
}

import { addDays, daysBetween, type PlainDate } from '../calendar.ts';
import { type Cents, parseDollars } from '../money.ts';
import type { PaymentMethod } from '../payment-method.ts';
import { type ApplicantForm, judgeKnownApplicant, type SalesArea } from '../person/applicant.ts';
import { judgeEffectiveDate } from '../quote/effective-date.ts';
import { type Refusal, refusal, unless } from '../refusal.ts';
import { checkVin, vinFaultParams } from '../vehicle/vin.ts';

/** How a customer can pay on the sale page: what the partner collects is not paid there. */
export const saleLinkMethods = ['CC', 'PFF'] as const satisfies readonly PaymentMethod[];
export type SaleLinkMethod = (typeof saleLinkMethods)[number];

export const saleLinkStatuses = ['Open', 'Bound', 'Expired', 'Withdrawn'] as const;
export type SaleLinkStatus = (typeof saleLinkStatuses)[number];

export const validDaysMax = 90;
const validDaysUsual = 14;

/**
 * These limits hold over a link's life. A customer who is refused tries a few cards; more is somebody who tries out
 * stolen ones, or a program. Its forms are card payments and its revisions are kept, so neither may grow without end.
 */
export const cardFormsMax = 20;
export const revisionsMax = 60;

/** What was bought can be looked at on its page for so long; then its papers are those of the mail. */
export const papersShownDays = 30;

/** Whether the page of a bound link shows what was bought. Its withdrawal ends that at once. */
export function showsPapers(
  { isWithdrawn, boundOn }: { readonly isWithdrawn: boolean; readonly boundOn: PlainDate },
  today: PlainDate,
): boolean {
  return !isWithdrawn && today <= addDays(boundOn, papersShownDays);
}

export interface SaleLinkFacts {
  readonly policyNumber: string | null;
  readonly isWithdrawn: boolean;
  /** A bind that began in time is not over with its link. */
  readonly isBeingBought: boolean;
  readonly validUntil: PlainDate;
}

/** What is bound stays bound, whatever is done to the link or however late it is. */
export function saleLinkStatusOf(
  { policyNumber, isWithdrawn, isBeingBought, validUntil }: SaleLinkFacts,
  today: PlainDate,
): SaleLinkStatus {
  if (policyNumber !== null) return 'Bound';
  if (isWithdrawn) return 'Withdrawn';
  return validUntil < today && !isBeingBought ? 'Expired' : 'Open';
}

export interface SaleLinkTerms {
  readonly vin: string | null;
  readonly paymentMethods: readonly SaleLinkMethod[];
  /** What the seller collects if the customer takes a loan: by the page alone nobody would. */
  readonly downPaymentCents: Cents;
  readonly validUntil: PlainDate;
}

export interface AskedSaleLink {
  readonly vin: string | null;
  /** Null: all that the seller has. */
  readonly paymentMethods: readonly SaleLinkMethod[] | null;
  /** The seller writes it in dollars; null: none. */
  readonly downPayment: number | null;
  readonly validUntil: PlainDate | null;
  /** What is filled in for the customer; null: not known. */
  readonly effectiveDate: PlainDate | null;
  readonly applicant: ApplicantForm;
}

export interface SaleLinkSeller {
  /** The area is where the link's customers live. */
  readonly area: SalesArea;
  /** How many days ahead of a quote cover may begin. */
  readonly effectiveDateDays: number;
  readonly sellsByLink: boolean;
  /** A method is offered only if the party that it needs is set up. */
  readonly paymentMethods: readonly PaymentMethod[];
}

/** Which methods a link of this seller can have; none if it sells by no link. */
export function methodsByLink({
  sellsByLink,
  paymentMethods,
}: Pick<SaleLinkSeller, 'sellsByLink' | 'paymentMethods'>): readonly SaleLinkMethod[] {
  return sellsByLink ? saleLinkMethods.filter((method) => paymentMethods.includes(method)) : [];
}

/**
 * Says what a new link is, or every reason why it can't be made. Whether the seller may make any comes first, alone.
 */
export function judgeSaleLink(
  asked: AskedSaleLink,
  seller: SaleLinkSeller,
  today: PlainDate,
): SaleLinkTerms | readonly Refusal[] {
  const has = methodsByLink(seller);
  if (has.length === 0) return [refusal('SaleLinksNotAvailable')];
  const check = asked.vin === null ? null : checkVin(asked.vin);
  const wanted = asked.paymentMethods;
  const isMethodsGood = wanted === null || (wanted.length > 0 && wanted.every((method) => has.includes(method)));
  const paymentMethods = has.filter((method) => wanted === null || wanted.includes(method));
  const downPaymentCents = parseDollars(asked.downPayment ?? 0);
  const isAmount = downPaymentCents !== null && downPaymentCents >= 0;
  const isCollected = downPaymentCents === 0 || paymentMethods.includes('PFF');
  const { validUntil = null } = asked;
  const last = addDays(today, validDaysMax);
  const usedUntil = validUntil ?? addDays(today, validDaysUsual);
  const isDayGood = validUntil === null || (validUntil >= today && validUntil <= last);
  const refusals = [
    ...(check === null || check.ok ? [] : [refusal('VinInvalid', 'vin', vinFaultParams(asked.vin ?? ''))]),
    ...judgeKnownDate(asked.effectiveDate, usedUntil, seller, today),
    ...judgeKnownApplicant(asked.applicant, seller.area),
    ...(isMethodsGood ? [] : [refusal('PaymentMethodsInvalid', 'paymentMethods')]),
    ...unless(isAmount, 'DownPaymentInvalid', 'downPayment'),
    ...unless(!isAmount || !isMethodsGood || isCollected, 'FinancingNotApplicable', 'downPayment'),
    ...(isDayGood ? [] : [refusal('ValidUntilInvalid', 'validUntil', { earliest: today, latest: last })]),
  ];
  if (refusals.length > 0 || downPaymentCents === null) return refusals;
  return {
    vin: check?.ok ? check.vin : null,
    paymentMethods,
    downPaymentCents,
    validUntil: usedUntil,
  };
}

/** The customer quotes on the last day of the link at the latest: no quote takes a day after its window. */
function judgeKnownDate(
  effectiveDate: PlainDate | null,
  usedUntil: PlainDate,
  { effectiveDateDays }: SaleLinkSeller,
  today: PlainDate,
): readonly Refusal[] {
  if (effectiveDate === null) return [];
  return judgeEffectiveDate(effectiveDate, today, daysBetween(today, usedUntil) + effectiveDateDays);
}

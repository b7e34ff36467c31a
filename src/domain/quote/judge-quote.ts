import type { PlainDate } from '../calendar.ts';
import type { ApplicationId } from '../ids.ts';
import type { Language } from '../language.ts';
import { parseDollars } from '../money.ts';
import type { Seller } from '../partner/seller.ts';
import { type ApplicantForm, type DealerContactForm, judgeApplicant, judgeDealerContact } from '../person/applicant.ts';
import type { CityIndex } from '../person/city.ts';
import { type Refusal, refusal, unless } from '../refusal.ts';
import type { Lookup } from '../vehicle/lookup.ts';
import { mayStartOn } from './effective-date.ts';
import type { PrimaryInsurer, VehiclePurchase } from './quote.ts';
import type { PurchaseMethod, Series } from './vocabulary.ts';

/** A quote request. Any property may be missing: what request validation has refused is not checked again. */
export interface QuoteForm {
  /** Null if what was sent is malformed. */
  readonly applicationId?: ApplicationId | null;
  readonly series?: Series;
  readonly vehicleConfigurationId?: string;
  readonly effectiveDate?: PlainDate;
  readonly odometer?: number;
  readonly purchaseMethod?: PurchaseMethod;
  readonly dealerId?: string;
  readonly dealerContact?: DealerContactForm;
  readonly producerCode?: string;
  readonly lienHolderId?: string;
  readonly applicant?: ApplicantForm;
  readonly partnerReference?: string;
  readonly language?: Language;
  readonly vehiclePurchase?: Partial<VehiclePurchase>;
  readonly primaryInsurer?: Partial<PrimaryInsurer>;
}

/** What the request is checked against. */
export interface QuoteContext {
  readonly seller: Pick<Seller, 'province' | 'series' | 'requiresProducerCode'>;
  readonly today: PlainDate;
  readonly effectiveDateDays: number;
  readonly cities: CityIndex;
  /** Whether the named dealer is actively linked to the seller. */
  readonly isDealerLinked: boolean;
  readonly isLienHolderKnown: boolean;
  /** The look-up of the vehicle configuration id; null if the id is invalid. */
  readonly lookup: Lookup | null;
}

/** Returns all faults of a quote request, in the order of its properties. Empty if it may be priced. */
export function judgeQuote(form: QuoteForm, context: QuoteContext): readonly Refusal[] {
  return [
    ...judgeSeries(form, context),
    ...judgeVehicle(form, context),
    ...judgeEffectiveDate(form, context),
    ...judgeDealer(form, context),
    ...judgeProducer(form, context),
    ...judgeLienHolder(form, context),
    ...judgeInsured(form, context),
    ...judgePurchase(form),
  ];
}

/** Returns the requested series, which a seller of one series may omit; null if it is ambiguous. */
export function seriesOf(form: Pick<QuoteForm, 'series'>, seller: Pick<Seller, 'series'>): Series | null {
  if (form.series !== undefined) return form.series;
  return seller.series.length === 1 ? seller.series[0]! : null;
}

function judgeSeries(form: QuoteForm, { seller }: QuoteContext): readonly Refusal[] {
  const series = seriesOf(form, seller);
  if (series === null) return [refusal('SeriesRequired', 'series')];
  return unless(seller.series.includes(series), 'SeriesNotEnabledForSeller', 'series');
}

/**
 * The quote must be for what was looked up: the same date, and the same odometer and purchase method if they were
 * named.
 */
function judgeVehicle(form: QuoteForm, { lookup }: QuoteContext): readonly Refusal[] {
  if (form.vehicleConfigurationId === undefined) return [];
  if (lookup === null) return [refusal('VehicleConfigurationNotFound', 'vehicleConfigurationId')];
  return (['effectiveDate', 'odometer', 'purchaseMethod'] as const)
    .filter((name) => form[name] !== undefined && lookup[name] !== null && form[name] !== lookup[name])
    .map((name) => refusal('VehicleLookupMismatch', name));
}

function judgeEffectiveDate(
  { effectiveDate }: QuoteForm,
  { today, effectiveDateDays }: QuoteContext,
): readonly Refusal[] {
  if (effectiveDate === undefined) return [];
  const verdict = mayStartOn(effectiveDate, today, effectiveDateDays);
  return verdict.ok ? [] : [verdict.refusal];
}

/** Plus is sold through a dealer. On Prime a dealer is ignored. */
function judgeDealer(form: QuoteForm, { seller, isDealerLinked }: QuoteContext): readonly Refusal[] {
  if (seriesOf(form, seller) !== 'Plus') return [];
  return [...judgeDealerId(form, isDealerLinked), ...judgeDealerContact(form.dealerContact)];
}

function judgeDealerId({ dealerId }: QuoteForm, isDealerLinked: boolean): readonly Refusal[] {
  if (dealerId === undefined) return [refusal('DealerIdRequired', 'dealerId')];
  return unless(isDealerLinked, 'DealerNotLinkedToSeller', 'dealerId');
}

function judgePurchase({ vehiclePurchase }: QuoteForm): readonly Refusal[] {
  const isAmount = vehiclePurchase?.price === undefined || parseDollars(vehiclePurchase.price) !== null;
  return unless(isAmount, 'PriceInvalid', 'vehiclePurchase.price');
}

function judgeProducer({ producerCode }: QuoteForm, { seller }: QuoteContext): readonly Refusal[] {
  return unless(!seller.requiresProducerCode || producerCode !== undefined, 'ProducerCodeRequired', 'producerCode');
}

/** A leased or financed vehicle has a lienholder. On Cash a lienholder is ignored. */
function judgeLienHolder(
  { purchaseMethod, lienHolderId }: QuoteForm,
  { isLienHolderKnown }: QuoteContext,
): readonly Refusal[] {
  if (purchaseMethod === undefined || purchaseMethod === 'Cash') return [];
  if (lienHolderId === undefined) return [refusal('LienHolderRequired', 'lienHolderId')];
  return unless(isLienHolderKnown, 'LienHolderNotFound', 'lienHolderId');
}

function judgeInsured({ applicant }: QuoteForm, { seller, cities }: QuoteContext): readonly Refusal[] {
  return applicant === undefined ? [] : judgeApplicant(applicant, { province: seller.province, cities });
}

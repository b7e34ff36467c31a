import type { PlainDate } from '../calendar.ts';
import { type ApplicationId, parseId } from '../ids.ts';
import type { Language } from '../language.ts';
import { parseDollars } from '../money.ts';
import { judgeLicences, type Licences } from '../partner/licence.ts';
import type { Seller } from '../partner/seller.ts';
import { type ApplicantForm, type DealerContactForm, parseApplicant, parseDealerContact } from '../person/applicant.ts';
import type { CityIndex } from '../person/city.ts';
import { faulty, type Parsed, parsed, type Refusal, type RefusalCode, refusal, refusalsOf } from '../refusal.ts';
import type { Lookup } from '../vehicle/lookup.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import { judgeEffectiveDate } from './effective-date.ts';
import type { PricingInputs } from './premium.ts';
import type { DealerContact, Place, PrimaryInsurer, Quote, QuoteInputs, VehiclePurchase } from './quote.ts';
import type { PurchaseMethod, Series } from './vocabulary.ts';

/** A quote request as it was read: what is missing or malformed is left out, and its fault of form is told already. */
export interface QuoteForm {
  readonly applicationId?: string;
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

/** What a request is read by. */
export interface QuoteContext {
  readonly seller: Pick<Seller, 'id' | 'name' | 'province' | 'series' | 'requiresProducerCode'>;
  readonly today: PlainDate;
  readonly effectiveDateDays: number;
  readonly cities: CityIndex;
  readonly licences: Licences;
  /** The named dealer; null if it is not actively linked to the seller. */
  readonly dealer: Place | null;
  /** The named lienholder; null if it is unknown. */
  readonly lienHolder: Place | null;
  /** The look-up of the vehicle configuration id; null if the id is invalid. */
  readonly lookup: Lookup | null;
}

/** A complete request that may be priced. What does not apply to its series and purchase method is left out. */
export interface QuoteRequest {
  /** The application to be revised; null for a new one. */
  readonly applicationId: ApplicationId | null;
  readonly vehicleConfigurationId: string;
  readonly pricing: PricingInputs;
  readonly inputs: QuoteInputs;
}

/** A request that is refused, with every fault. */
export interface FaultyQuote {
  /** The faults of form that count for the series and the purchase method. */
  readonly formFaults: readonly Refusal[];
  /** The contract gives the order: application, licences, then the properties. */
  readonly refusals: readonly Refusal[];
  /** The application to be revised; null if none was named that could exist. */
  readonly applicationId: ApplicationId | null;
  /** Whether the vehicle is eligible is told beside other faults, if all that it depends on is good. */
  readonly pricing: PricingInputs | null;
}

export type ParsedQuote =
  | { readonly ok: true; readonly request: QuoteRequest }
  | { readonly ok: false; readonly faults: FaultyQuote };

/** Makes a complete request of what was read, or finds all of its faults. */
export function parseQuote(form: QuoteForm, allFormFaults: readonly Refusal[], context: QuoteContext): ParsedQuote {
  const series = seriesOf(form, context.seller);
  const formFaults = allFormFaults.filter(({ field }) => !isIgnored(field, series, form.purchaseMethod));
  const faultyFields = new Set(formFaults.map(({ field }) => field));
  const { seller, today } = context;
  const applicationId = parseApplicationId(form);
  const priced = parsePriced(form, series, context);
  const properties = {
    ...priced,
    series: faultyFields.has('series') ? unread : priced.series,
    dealer: parseDealer(form, series, context),
    producerCode: parseProducerCode(form, context),
    lienHolder: parseLienHolder(form, context),
    applicant: form.applicant === undefined ? unread : parseApplicant(form.applicant, { ...seller, ...context }),
    vehiclePurchase: parsePurchase(form),
    primaryInsurer: parseInsurer(form),
  };
  const sellingDealer = series === 'Plus' ? context.dealer : null;
  const refusals = [
    ...refusalsOf(applicationId),
    ...judgeLicences(context.licences, { seller, dealer: sellingDealer, today }),
    ...Object.values(properties).flatMap(refusalsOf),
  ].filter((one) => !isToldAlready(one, faultyFields));
  const pricing = pricingOf(properties, context);
  const inputs = inputsOf(properties, form);
  const { vehicleConfigurationId } = form;
  const isGood = formFaults.length + refusals.length === 0;
  if (isGood && applicationId.ok && vehicleConfigurationId !== undefined && pricing !== null && inputs !== null)
    return { ok: true, request: { applicationId: applicationId.value, vehicleConfigurationId, pricing, inputs } };
  const named = applicationId.ok ? applicationId.value : null;
  return { ok: false, faults: { formFaults, refusals, applicationId: named, pricing } };
}

/** Everything that a price depends on. Of the people and companies of the sale nothing is asked. */
export type PricedForm = Pick<
  QuoteForm,
  'series' | 'vehicleConfigurationId' | 'effectiveDate' | 'odometer' | 'purchaseMethod'
>;

/** Makes what a price is made of from what was read, or finds all that forbids a price. */
export function parseForPrice(form: PricedForm, context: QuoteContext): Parsed<PricingInputs> {
  const { licences, seller, today } = context;
  const properties = parsePriced(form, seriesOf(form, seller), context);
  const refusals = [
    ...judgeLicences(licences, { seller, dealer: null, today }),
    ...Object.values(properties).flatMap(refusalsOf),
  ];
  const pricing = pricingOf(properties, context);
  return pricing === null || refusals.length > 0 ? faulty(refusals) : parsed(pricing);
}

function parsePriced(form: PricedForm, series: Series | null, context: QuoteContext): PricedProperties {
  return {
    series: parseSeries(series, context),
    vehicle: parseVehicle(form, context),
    effectiveDate: parseEffectiveDate(form, context),
    odometer: whenRead(form.odometer),
    purchaseMethod: whenRead(form.purchaseMethod),
  };
}

/** What was asked for, by the names of the request: whoever sends it again asks for the same quote. */
export function askedFor({ series, effectiveDate, inputs }: Asked, vehicleConfigurationId: string) {
  const { vehicle: _, dealer, lienHolder, ...sent } = inputs;
  return {
    series,
    vehicleConfigurationId,
    effectiveDate,
    ...sent,
    dealerId: dealer?.id ?? null,
    dealerContact: dealer?.contact ?? null,
    lienHolderId: lienHolder?.id ?? null,
  } satisfies Readonly<Record<Exclude<keyof QuoteForm, 'applicationId'>, unknown>>;
}

type Asked = Pick<Quote, 'series' | 'effectiveDate' | 'inputs'>;

/** The properties that a price depends on, each read to its end or with what is wrong with it. */
interface PricedProperties {
  readonly series: Parsed<Series>;
  readonly vehicle: Parsed<VehicleConfiguration>;
  readonly effectiveDate: Parsed<PlainDate>;
  readonly odometer: Parsed<number>;
  readonly purchaseMethod: Parsed<PurchaseMethod>;
}

/** All properties of a request. */
interface Properties extends PricedProperties {
  readonly dealer: Parsed<QuoteInputs['dealer']>;
  readonly producerCode: Parsed<string | null>;
  readonly lienHolder: Parsed<Place | null>;
  readonly applicant: Parsed<QuoteInputs['applicant']>;
  readonly vehiclePurchase: Parsed<VehiclePurchase | null>;
  readonly primaryInsurer: Parsed<PrimaryInsurer | null>;
}

function pricingOf(properties: PricedProperties, { seller, today }: QuoteContext): PricingInputs | null {
  const { series, vehicle, effectiveDate, odometer, purchaseMethod } = properties;
  if (!series.ok || !vehicle.ok || !effectiveDate.ok || !odometer.ok || !purchaseMethod.ok) return null;
  return {
    series: series.value,
    vehicle: vehicle.value,
    quotedOn: today,
    effectiveDate: effectiveDate.value,
    odometer: odometer.value,
    purchaseMethod: purchaseMethod.value,
    province: seller.province,
  };
}

function inputsOf(properties: Properties, { partnerReference, language }: QuoteForm): QuoteInputs | null {
  const { vehicle, odometer, purchaseMethod, dealer, producerCode, lienHolder, applicant } = properties;
  const { vehiclePurchase, primaryInsurer } = properties;
  if (!vehicle.ok || !odometer.ok || !purchaseMethod.ok || !dealer.ok || !producerCode.ok) return null;
  if (!lienHolder.ok || !applicant.ok || !vehiclePurchase.ok || !primaryInsurer.ok) return null;
  return {
    vehicle: vehicle.value,
    odometer: odometer.value,
    purchaseMethod: purchaseMethod.value,
    producerCode: producerCode.value,
    dealer: dealer.value,
    lienHolder: lienHolder.value,
    applicant: applicant.value,
    partnerReference: partnerReference ?? null,
    language: language ?? null,
    vehiclePurchase: vehiclePurchase.value,
    primaryInsurer: primaryInsurer.value,
  };
}

/** What was refused as it was read: nothing more is said of it. */
const unread: Parsed<never> = faulty([]);

function whenRead<T>(value: T | undefined): Parsed<T> {
  return value === undefined ? unread : parsed(value);
}

/** A dealer is ignored on Prime and a lienholder on Cash, whatever was sent. */
function isIgnored(field: string, series: Series | null, purchaseMethod: PurchaseMethod | undefined): boolean {
  if (/^(dealerId|dealerContact)\b/.test(field)) return series === 'Prime';
  return field === 'lienHolderId' && purchaseMethod === 'Cash';
}

/** Each malformed property is told once, and never as missing. */
function isToldAlready({ code, field }: Refusal, faultyFields: ReadonlySet<string>): boolean {
  return faultyFields.has(field) || (unclearWith[code] ?? []).some((other) => faultyFields.has(other));
}

const unclearWith: Readonly<Partial<Record<RefusalCode, readonly string[]>>> = {
  DealerContactRequired: ['dealerContact.emailAddress', 'dealerContact.phoneNumber'],
  LastNameRequired: ['applicant.isCompany'],
};

function parseApplicationId({ applicationId }: QuoteForm): Parsed<ApplicationId | null> {
  if (applicationId === undefined) return parsed(null);
  const id = parseId<ApplicationId>(applicationId);
  return id === null ? faulty([refusal('ApplicationNotFound', 'applicationId')]) : parsed(id);
}

/** Returns the requested series, which a seller of one series may omit; null if it is ambiguous. */
function seriesOf({ series }: PricedForm, seller: Pick<Seller, 'series'>): Series | null {
  if (series !== undefined) return series;
  const [only = null, ...others] = seller.series;
  return others.length === 0 ? only : null;
}

function parseSeries(series: Series | null, { seller }: QuoteContext): Parsed<Series> {
  if (series === null) return faulty([refusal('SeriesRequired', 'series')]);
  return seller.series.includes(series) ? parsed(series) : faulty([refusal('SeriesNotEnabledForSeller', 'series')]);
}

/**
 * The quote must be for what was looked up: the same date, and the same odometer and purchase method if they were
 * named.
 */
function parseVehicle(form: PricedForm, { lookup }: QuoteContext): Parsed<VehicleConfiguration> {
  if (form.vehicleConfigurationId === undefined) return unread;
  if (lookup === null) return faulty([refusal('VehicleConfigurationNotFound', 'vehicleConfigurationId')]);
  const others = (['effectiveDate', 'odometer', 'purchaseMethod'] as const).filter(
    (name) => form[name] !== undefined && lookup[name] !== null && form[name] !== lookup[name],
  );
  return others.length === 0
    ? parsed(lookup.vehicle)
    : faulty(others.map((name) => refusal('VehicleLookupMismatch', name)));
}

function parseEffectiveDate(
  { effectiveDate }: PricedForm,
  { today, effectiveDateDays }: QuoteContext,
): Parsed<PlainDate> {
  if (effectiveDate === undefined) return unread;
  const refusals = judgeEffectiveDate(effectiveDate, today, effectiveDateDays);
  return refusals.length === 0 ? parsed(effectiveDate) : faulty(refusals);
}

/** Plus is sold through a dealer. On Prime a dealer is ignored. */
function parseDealer(
  { dealerId, dealerContact }: QuoteForm,
  series: Series | null,
  { dealer }: QuoteContext,
): Parsed<(Place & { readonly contact: DealerContact }) | null> {
  if (series !== 'Plus') return parsed(null);
  const contact = parseDealerContact(dealerContact);
  if (dealerId === undefined) return faulty([refusal('DealerIdRequired', 'dealerId'), ...refusalsOf(contact)]);
  if (dealer === null) return faulty([refusal('DealerNotLinkedToSeller', 'dealerId'), ...refusalsOf(contact)]);
  return contact.ok ? parsed({ ...dealer, contact: contact.value }) : contact;
}

function parseProducerCode({ producerCode }: QuoteForm, { seller }: QuoteContext): Parsed<string | null> {
  if (producerCode !== undefined) return parsed(producerCode);
  return seller.requiresProducerCode ? faulty([refusal('ProducerCodeRequired', 'producerCode')]) : parsed(null);
}

/** A leased or financed vehicle has a lienholder. On Cash a lienholder is ignored. */
function parseLienHolder(
  { purchaseMethod, lienHolderId }: QuoteForm,
  { lienHolder }: QuoteContext,
): Parsed<Place | null> {
  if (purchaseMethod === undefined) return unread;
  if (purchaseMethod === 'Cash') return parsed(null);
  if (lienHolderId === undefined) return faulty([refusal('LienHolderRequired', 'lienHolderId')]);
  return lienHolder === null ? faulty([refusal('LienHolderNotFound', 'lienHolderId')]) : parsed(lienHolder);
}

function parsePurchase({ vehiclePurchase }: QuoteForm): Parsed<VehiclePurchase | null> {
  if (vehiclePurchase === undefined) return parsed(null);
  const { price, date, condition } = vehiclePurchase;
  if (price !== undefined && parseDollars(price) === null)
    return faulty([refusal('PriceInvalid', 'vehiclePurchase.price')]);
  if (price === undefined || date === undefined || condition === undefined) return unread;
  return parsed({ price, date, condition });
}

function parseInsurer({ primaryInsurer }: QuoteForm): Parsed<PrimaryInsurer | null> {
  if (primaryInsurer === undefined) return parsed(null);
  const { name, policyNumber } = primaryInsurer;
  return name === undefined || policyNumber === undefined ? unread : parsed({ name, policyNumber });
}

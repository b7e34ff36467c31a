import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { judgeLicences } from '../../domain/partner/licence.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { cities } from '../../domain/person/cities.ts';
import { buildCityIndex } from '../../domain/person/city.ts';
import { parsePostalCode } from '../../domain/person/postal-code.ts';
import { judgeQuote, type QuoteForm, seriesOf } from '../../domain/quote/judge-quote.ts';
import { priceQuote, type QuotePrice } from '../../domain/quote/price-quote.ts';
import type { PrimaryInsurer, Quote, VehiclePurchase } from '../../domain/quote/quote.ts';
import { type Refusal, type RefusalCode, type Refused, refusal, refused } from '../../domain/refusal.ts';
import { revisionsMax } from '../../domain/sale-link/sale-link.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import type { RateBook } from '../../domain/tariff/rate-book.ts';
import type { TaxTable } from '../../domain/tax/tax-table.ts';
import type { Lookup } from '../../domain/vehicle/lookup.ts';
import { withoutSerial } from '../../domain/vehicle/vin.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { ExistingPolicy } from '../../store/policy/covered-vehicle.ts';
import {
  insertApplication,
  reviseApplication,
  type Unrevisable,
  whyUnrevisable,
} from '../../store/quote/application.ts';
import type { Dealer } from '../../store/reference/dealers.ts';
import type { Reference, ReferenceVersion } from '../../store/reference/keeper.ts';
import type { LienHolder } from '../../store/reference/lien-holders.ts';
import { writeOnce } from '../call/idempotent-call.ts';
import type { Parts } from '../parts.ts';
import { configurationsOf } from '../vehicle/configurations-of.ts';

export type QuoteParts = Parts<'database' | 'decoder' | 'reference' | 'vehicleIds' | 'effectiveDateDays' | 'log'>;

export interface QuoteAsked {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly form: QuoteForm;
  /** Fields that request validation has already refused: they are not checked again. */
  readonly faultyFields: ReadonlySet<string>;
  /** The reference data by which the seller was admitted. */
  readonly judgedBy: ReferenceVersion;
  /** Keeps the answer in the transaction of the quote; null for a call without a key. */
  readonly keep: ((tx: Tx, quoted: Quoted) => Promise<void>) | null;
}

export interface Quoted {
  readonly kind: 'quoted';
  readonly applicationId: ApplicationId;
  readonly revision: number;
  readonly quote: Quote;
  /** What the seller has sold for the vehicle, and still covers or will. */
  readonly existingPolicies: readonly ExistingPolicy[];
}

export type QuoteResult =
  | Quoted
  | Refused
  /** There is no rate book or tax table for the day. */
  | { readonly kind: 'no-tariff' };

export const cityIndex = buildCityIndex(cities);

/**
 * Prices a vehicle for an applicant and stores the quote in one statement. With an application id it is a revision:
 * priced from scratch, and the previous quote is kept. Returns all faults at once.
 */
export async function quote(parts: QuoteParts, asked: QuoteAsked): Promise<QuoteResult> {
  const { seller, form, faultyFields } = asked;
  const { dealers, lienHolders, tariffs, licences } = parts.reference();
  const dealer = dealers.linkedTo(seller.id).find(({ id }) => id === form.dealerId) ?? null;
  const lienHolder = lienHolders.byId.get(form.lienHolderId ?? '') ?? null;
  const lookup = parts.vehicleIds.read(form.vehicleConfigurationId ?? '', seller.id, (vin) =>
    configurationsOf(parts, vin),
  );
  const series = seriesOf(form, seller);
  const seen = judgeQuote(form, {
    seller,
    today: asked.today,
    effectiveDateDays: parts.effectiveDateDays,
    cities: cityIndex,
    isDealerLinked: dealer !== null,
    isLienHolderKnown: lienHolder !== null,
    lookup,
  });
  // Only the properties that apply to the series and the purchase method are stored.
  const sellingDealer = series === 'Plus' ? dealer : null;
  const securedTo = form.purchaseMethod === 'Cash' ? null : lienHolder;
  const refusals = [
    ...judgeLicences(licences, { seller, dealer: sellingDealer, today: asked.today }),
    ...seen.filter((one) => !isToldAlready(one, faultyFields)),
  ];
  const tariff = tariffOn(tariffs, asked.today, form.effectiveDate);
  const price = tariff !== null && mayPrice(refusals, faultyFields) ? priceFor(tariff, asked, lookup!) : null;
  const ineligible = price === null || price.ok ? [] : [price.refusal];
  if (price !== null && !price.ok) {
    parts.log.info('vehicle ineligible', {
      sellerId: seller.id,
      vinWithoutSerial: withoutSerial(lookup!.vehicle.vin),
      rateBook: tariff!.book.version,
      verdicts: price.verdicts,
    });
  }
  if (refusals.length + ineligible.length + faultyFields.size > 0) {
    const application = await judgeApplication(parts.database, seller, form);
    return refused(...application, ...refusals, ...ineligible);
  }

  // From here on the form is complete and the look-up valid.
  if (tariff === null || price === null || !price.ok) return { kind: 'no-tariff' };
  return store(parts.database, asked, {
    series: series!,
    effectiveDate: form.effectiveDate!,
    quotedOn: asked.today,
    rateBookVersion: tariff.book.version,
    taxTableVersion: tariff.taxTable.version,
    inputs: completeInputs(form, lookup!, sellingDealer, securedTo),
    options: price.options,
  });
}

/** Reports each malformed property once, and never as missing. */
function isToldAlready({ code, field }: Refusal, faultyFields: ReadonlySet<string>): boolean {
  return faultyFields.has(field) || (unclearWith[code] ?? []).some((other) => faultyFields.has(other));
}

const unclearWith: Readonly<Partial<Record<RefusalCode, readonly string[]>>> = {
  DealerContactRequired: ['dealerContact.emailAddress', 'dealerContact.phoneNumber'],
  LastNameRequired: ['applicant.isCompany'],
};

interface Tariff {
  readonly book: RateBook;
  readonly taxTable: TaxTable;
}

function tariffOn(tariffs: Reference['tariffs'], today: PlainDate, effectiveDate: PlainDate | undefined) {
  const book = effectiveDate === undefined ? null : bookForQuote(tariffs, { today, effectiveDate });
  return book === null || tariffs.taxTable === null ? null : { book, taxTable: tariffs.taxTable };
}

/** Reports eligibility beside other faults, but only if the values it depends on are valid. */
function mayPrice(refusals: readonly Refusal[], faultyFields: ReadonlySet<string>): boolean {
  return [...faultyFields, ...refusals.map(({ field }) => field)].every((field) => !pricingFields.has(field));
}

const pricingFields: ReadonlySet<string> = new Set([
  'series',
  'vehicleConfigurationId',
  'effectiveDate',
  'odometer',
  'purchaseMethod',
]);

function store(database: Database, asked: QuoteAsked, quote: Quote): Promise<QuoteResult> {
  const { keep } = asked;
  const keepQuoted =
    keep && (async (tx: Tx, made: QuoteResult) => (made.kind === 'quoted' ? keep(tx, made) : undefined));
  return writeOnce(database, keepQuoted, (tx) => write(tx, asked, quote));
}

async function write(
  tx: Tx,
  { seller, form: { applicationId }, judgedBy }: QuoteAsked,
  quote: Quote,
): Promise<QuoteResult> {
  if (applicationId === undefined) {
    const { id, existingPolicies } = await insertApplication(tx, seller.id, quote, judgedBy);
    return { kind: 'quoted', applicationId: id, revision: 1, quote, existingPolicies };
  }
  if (applicationId === null) return refused(unrevisable.unknown);
  const { outcome, revision, existingPolicies } = await reviseApplication(
    tx,
    seller.id,
    applicationId,
    quote,
    judgedBy,
  );
  if (outcome !== 'revised') return refused(unrevisable[outcome]);
  return { kind: 'quoted', applicationId, revision, quote, existingPolicies };
}

/** Checked only beside other faults; a valid revision finds out when it writes. */
async function judgeApplication(database: Database, seller: Seller, { applicationId }: QuoteForm) {
  if (applicationId === undefined) return [];
  const reason = applicationId === null ? 'unknown' : await whyUnrevisable(database, seller.id, applicationId);
  return reason === null ? [] : [unrevisable[reason]];
}

const unrevisable: Readonly<Record<Unrevisable, Refusal>> = {
  unknown: refusal('ApplicationNotFound', 'applicationId'),
  running: refusal('BindInProgress', 'applicationId'),
  bound: refusal('QuoteAlreadyBound', 'applicationId'),
  'used-up': refusal('SaleLinkRevisionsUsedUp', 'applicationId', { max: String(revisionsMax) }),
};

function priceFor({ book, taxTable }: Tariff, { form, seller, today }: QuoteAsked, { vehicle }: Lookup): QuotePrice {
  return priceQuote(book, taxTable, {
    series: seriesOf(form, seller)!,
    vehicle,
    quotedOn: today,
    effectiveDate: form.effectiveDate!,
    odometer: form.odometer!,
    purchaseMethod: form.purchaseMethod!,
    province: seller.province,
  });
}

function completeInputs(form: QuoteForm, lookup: Lookup, dealer: Dealer | null, lienHolder: LienHolder | null) {
  const { applicant, dealerContact: contact } = form;
  return {
    vehicle: lookup.vehicle,
    odometer: form.odometer!,
    purchaseMethod: form.purchaseMethod!,
    producerCode: form.producerCode ?? null,
    dealer: dealer && {
      ...dealer,
      contact: {
        name: contact!.name!,
        emailAddress: contact!.emailAddress ?? null,
        phoneNumber: contact!.phoneNumber ?? null,
      },
    },
    lienHolder,
    applicant: {
      isCompany: applicant!.isCompany ?? false,
      firstOrCompanyName: applicant!.firstOrCompanyName!,
      lastName: applicant!.lastName ?? null,
      addressLine1: applicant!.addressLine1!,
      addressLine2: applicant!.addressLine2 ?? null,
      city: applicant!.city!,
      postalCode: parsePostalCode(applicant!.postalCode!)!,
      phoneNumber: applicant!.phoneNumber!,
      businessPhone: applicant!.businessPhone ?? null,
      emailAddress: applicant!.emailAddress!,
    },
    ...(form.partnerReference !== undefined && { partnerReference: form.partnerReference }),
    ...(form.language !== undefined && { language: form.language }),
    ...(form.vehiclePurchase !== undefined && { vehiclePurchase: form.vehiclePurchase as VehiclePurchase }),
    ...(form.primaryInsurer !== undefined && { primaryInsurer: form.primaryInsurer as PrimaryInsurer }),
  };
}

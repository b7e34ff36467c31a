import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { cities } from '../../domain/person/cities.ts';
import { buildCityIndex } from '../../domain/person/city.ts';
import {
  type FaultyQuote,
  type PricedForm,
  parseForPrice,
  parseQuote,
  type QuoteContext,
  type QuoteForm,
} from '../../domain/quote/parse-quote.ts';
import type { PricingInputs } from '../../domain/quote/premium.ts';
import { priceQuote } from '../../domain/quote/price-quote.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { type Refusal, type Refused, refusal, refused } from '../../domain/refusal.ts';
import { revisionsMax } from '../../domain/sale-link/sale-link.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import { withoutSerial } from '../../domain/vehicle/vin.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { ExistingPolicy } from '../../store/policy/covered-vehicle.ts';
import {
  insertApplication,
  reviseApplication,
  type Unrevisable,
  whyUnrevisable,
} from '../../store/quote/application.ts';
import type { Reference, ReferenceVersion } from '../../store/reference/keeper.ts';
import { writeOnce } from '../call/idempotent-call.ts';
import type { Parts } from '../parts.ts';
import { configurationsOf } from '../vehicle/configurations-of.ts';

export type QuoteParts = Parts<
  'database' | 'decoder' | 'reference' | 'vehicleIds' | 'effectiveDateDays' | 'log' | 'samples'
>;

export interface QuoteAsked {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly form: QuoteForm;
  /** What was wrong with the form: told together with all that rules refuse. */
  readonly formFaults: readonly Refusal[];
  /** The reference data by which the seller was admitted. */
  readonly judgedBy: ReferenceVersion;
  /** Keeps the answer in the transaction of the quote; null for a call without a key. */
  readonly keep: ((tx: Tx, quoted: Quoted) => Promise<void>) | null;
}

export interface Quoted {
  readonly kind: 'quoted';
  readonly applicationId: ApplicationId;
  readonly revision: number;
  /** The id that was sent. */
  readonly vehicleConfigurationId: string;
  readonly quote: Quote;
  /** What the seller has sold for the vehicle, and still covers or will. */
  readonly existingPolicies: readonly ExistingPolicy[];
}

export type QuoteResult =
  | Quoted
  | Refused
  /** There is no rate book or tax table for the day, or the prices are the samples' where real customers buy. */
  | { readonly kind: 'no-tariff' };

export const cityIndex = buildCityIndex(cities);

/**
 * Prices a vehicle for an applicant and stores the quote in one statement. With an application id it is a revision:
 * priced from scratch, and the previous quote is kept, and so is its reference if the request has none. Returns all
 * faults at once.
 */
export async function quote(parts: QuoteParts, asked: QuoteAsked): Promise<QuoteResult> {
  const reference = parts.reference();
  const parsed = parseQuote(asked.form, asked.formFaults, contextOf(parts, reference, asked));
  if (!parsed.ok) return refuse(parts, reference, asked, parsed.faults);
  const { applicationId, vehicleConfigurationId, pricing, inputs } = parsed.request;
  const priced = price(parts, reference, asked, pricing);
  switch (priced.kind) {
    case 'no-tariff':
      return priced;
    case 'ineligible':
      return refused(...(await judgeApplication(parts.database, asked, applicationId)), priced.refusal);
    case 'priced': {
      const { series, effectiveDate, quotedOn } = pricing;
      const made = { ...priced.prices, series, effectiveDate, quotedOn, inputs };
      return store(parts.database, asked, { applicationId, vehicleConfigurationId, quote: made });
    }
  }
}

export interface IndicationAsked extends Pick<QuoteAsked, 'seller' | 'today'> {
  readonly form: PricedForm;
}

export type Indication =
  | { readonly kind: 'indicated'; readonly options: Quote['options'] }
  | Extract<QuoteResult, { kind: 'refused' | 'no-tariff' }>;

/** Prices a vehicle as a quote would today, without knowing for whom. It binds nobody, and nothing is written. */
export function indicatePrice(parts: QuoteParts, asked: IndicationAsked): Indication {
  const reference = parts.reference();
  const parsed = parseForPrice(asked.form, contextOf(parts, reference, asked));
  if (!parsed.ok) return refused(...parsed.refusals);
  const priced = price(parts, reference, asked, parsed.value);
  switch (priced.kind) {
    case 'no-tariff':
      return priced;
    case 'ineligible':
      return refused(priced.refusal);
    case 'priced':
      return { kind: 'indicated', options: priced.prices.options };
  }
}

function contextOf(
  parts: QuoteParts,
  { dealers, lienHolders, licences }: Reference,
  { seller, today, form }: Pick<QuoteAsked, 'seller' | 'today' | 'form'>,
): QuoteContext {
  return {
    seller,
    today,
    effectiveDateDays: parts.effectiveDateDays,
    cities: cityIndex,
    licences,
    dealer: dealers.linkedTo(seller.id).find(({ id }) => id === form.dealerId) ?? null,
    lienHolder: lienHolders.byId.get(form.lienHolderId ?? '') ?? null,
    lookup: parts.vehicleIds.read(form.vehicleConfigurationId ?? '', seller.id, (vin) => configurationsOf(parts, vin)),
  };
}

/** Whether the application can be revised and the vehicle is eligible is told beside every other fault. */
async function refuse(
  parts: QuoteParts,
  reference: Reference,
  asked: QuoteAsked,
  { formFaults, refusals, applicationId, pricing }: FaultyQuote,
): Promise<Refused> {
  const priced = pricing && price(parts, reference, asked, pricing);
  const application = await judgeApplication(parts.database, asked, applicationId);
  const ineligible = priced?.kind === 'ineligible' ? [priced.refusal] : [];
  return refused(...formFaults, ...application, ...refusals, ...ineligible);
}

type Priced =
  | { readonly kind: 'priced'; readonly prices: Pick<Quote, 'rateBookVersion' | 'taxTableVersion' | 'options'> }
  | { readonly kind: 'ineligible'; readonly refusal: Refusal }
  | { readonly kind: 'no-tariff' };

function price(
  { log, samples }: QuoteParts,
  { tariffs }: Reference,
  { seller, today }: Pick<QuoteAsked, 'seller' | 'today'>,
  pricing: PricingInputs,
): Priced {
  const { taxTable } = tariffs;
  const book = bookForQuote(tariffs, { today, effectiveDate: pricing.effectiveDate });
  if (book === null || taxTable === null) return { kind: 'no-tariff' };
  const invented = samples?.productsOf(book) ?? [];
  if (invented.length > 0) {
    log.warn('sample premiums', { rateBook: book.version, products: invented });
    return { kind: 'no-tariff' };
  }
  const priced = priceQuote(book, taxTable, pricing);
  if (priced.ok) {
    const { options } = priced;
    return { kind: 'priced', prices: { rateBookVersion: book.version, taxTableVersion: taxTable.version, options } };
  }
  log.info('vehicle ineligible', {
    sellerId: seller.id,
    vinWithoutSerial: withoutSerial(pricing.vehicle.vin),
    rateBook: book.version,
    verdicts: priced.verdicts,
  });
  return { kind: 'ineligible', refusal: priced.refusal };
}

interface NewQuote extends Pick<Quoted, 'quote' | 'vehicleConfigurationId'> {
  readonly applicationId: ApplicationId | null;
}

function store(database: Database, asked: QuoteAsked, made: NewQuote): Promise<QuoteResult> {
  const { keep } = asked;
  const keepQuoted =
    keep && (async (tx: Tx, result: QuoteResult) => (result.kind === 'quoted' ? keep(tx, result) : undefined));
  return writeOnce(database, keepQuoted, (tx) => write(tx, asked, made));
}

async function write(
  tx: Tx,
  { seller, judgedBy }: QuoteAsked,
  { applicationId, ...made }: NewQuote,
): Promise<QuoteResult> {
  if (applicationId === null) {
    const { id, existingPolicies } = await insertApplication(tx, seller.id, made.quote, judgedBy);
    return { kind: 'quoted', applicationId: id, revision: 1, ...made, existingPolicies };
  }
  const { outcome, revision, partnerReference, existingPolicies } = await reviseApplication(
    tx,
    seller.id,
    applicationId,
    made.quote,
    judgedBy,
  );
  if (outcome !== 'revised') return refused(unrevisable[outcome]);
  const quote = { ...made.quote, inputs: { ...made.quote.inputs, partnerReference } };
  return { kind: 'quoted', applicationId, revision, ...made, quote, existingPolicies };
}

/** Checked only beside other faults; a valid revision finds out when it writes. */
async function judgeApplication(
  database: Database,
  { seller }: QuoteAsked,
  applicationId: ApplicationId | null,
): Promise<readonly Refusal[]> {
  const reason = applicationId && (await whyUnrevisable(database, seller.id, applicationId));
  return reason === null ? [] : [unrevisable[reason]];
}

const unrevisable: Readonly<Record<Unrevisable, Refusal>> = {
  unknown: refusal('ApplicationNotFound', 'applicationId'),
  running: refusal('BindInProgress', 'applicationId'),
  bound: refusal('QuoteAlreadyBound', 'applicationId'),
  'used-up': refusal('SaleLinkRevisionsUsedUp', 'applicationId', { max: revisionsMax }),
};

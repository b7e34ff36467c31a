import { provinces } from '../address/province.ts';
import type { PlainDate } from '../calendar/calendar.ts';
import type { Cents } from '../money/money.ts';
import { taxClasses } from '../tax/tax-table.ts';
import type { DataReader } from './data-reader.ts';
import { parseFactor, type WrittenFactor } from './parse-factor.ts';
import { parseClassRule, parseEligibilityRule, parseExclusion, parseRange } from './parse-vehicle-rules.ts';
import {
  type ClassRule,
  type CommissionRule,
  type CoverageTermRule,
  type EligibilityRule,
  type Exclusion,
  type Insurer,
  type InsurerNoticeRule,
  type NamedAmount,
  type Product,
  type ProvinceRule,
  type RoundingRule,
  roundingRules,
} from './rate-book.ts';
import { type BilingualName, coverageCategories, type Series, seriesNames } from './vocabulary.ts';

/** The parts of the file, each valid by itself. */
export interface WrittenBook {
  readonly version: string;
  readonly inForceFrom: PlainDate;
  readonly inForceUntil: PlainDate | null;
  readonly rounding: RoundingRule;
  readonly paymentTerms: Readonly<Record<Series, readonly number[]>>;
  readonly vehicleClasses: readonly { readonly code: string; readonly name: BilingualName }[];
  readonly classification: readonly ClassRule[];
  readonly exclusions: readonly Exclusion[];
  readonly eligibility: readonly EligibilityRule[];
  readonly products: readonly WrittenProduct[];
  readonly factors: readonly WrittenFactor[];
  readonly premiums: readonly WrittenPremium[];
  readonly insurers: readonly Insurer[];
  readonly commissions: readonly CommissionRule[];
  readonly insurerNotices: readonly InsurerNoticeRule[];
}

export interface WrittenProduct extends Omit<Product, 'factors' | 'baseCents'> {
  /** The vehicle classes it is offered to; null for all. */
  readonly vehicleClasses: readonly string[] | null;
}

export interface WrittenPremium {
  readonly product: string;
  readonly vehicleClass: string;
  readonly baseCents: ReadonlyMap<number, Cents>;
}

/** No product costs 100,000 dollars: more is a typing error. */
const baseCentsMax = 10_000_000;
const termYearsMax = 10;
/** Twelve factors at their maximum, on the maximum base, stay a thousand times below 2^53 cents. */
const factorsMax = 12;
/** No limit is as high as 100 million dollars. */
const amountCentsMax = 9_999_999_999;
/** More would not fit on a declaration. */
const amountsMax = 10;
/** No seller earns more than the premium. */
const commissionPartsMax = 1_000_000;
/** More than a year is a typing error. */
const noticeDaysMax = 365;

export function readWrittenBook(reader: DataReader): WrittenBook {
  const at = reader.fields(
    [
      'version',
      'inForceFrom',
      'rounding',
      'paymentTerms',
      'vehicleClasses',
      'classification',
      'exclusions',
      'eligibility',
      'products',
      'factors',
      'premiums',
    ],
    ['$schema', 'note', 'inForceUntil', 'insurers', 'commissions', 'insurerNotices'],
  );
  for (const name of ['$schema', 'note'] as const) if (at(name).isGiven) at(name).text();
  const terms = at('paymentTerms').fields(seriesNames);
  return {
    version: at('version').text(),
    inForceFrom: at('inForceFrom').date(),
    inForceUntil: parseRange(at('inForceFrom'), at('inForceUntil')).until,
    rounding: at('rounding').oneOf(roundingRules),
    paymentTerms: { Prime: readTerms(terms('Prime')), Plus: readTerms(terms('Plus')) },
    vehicleClasses: at('vehicleClasses').items({ min: 1 }).map(readVehicleClass),
    classification: at('classification').items({ min: 1 }).map(parseClassRule),
    exclusions: at('exclusions').items().map(parseExclusion),
    eligibility: at('eligibility').items({ min: 1 }).map(parseEligibilityRule),
    products: at('products').items({ min: 1 }).map(readProduct),
    factors: at('factors').items({ max: factorsMax }).map(parseFactor),
    premiums: at('premiums').items({ min: 1 }).map(readPremium),
    insurers: at('insurers').isGiven ? at('insurers').items().map(readInsurer) : [],
    commissions: at('commissions').isGiven ? at('commissions').items().map(readCommission) : [],
    insurerNotices: at('insurerNotices').isGiven ? at('insurerNotices').items().map(readInsurerNotice) : [],
  };
}

function readTerms(list: DataReader): readonly number[] {
  return list.items({ min: 1 }).map((item) => item.whole('years', 1, termYearsMax));
}

function readVehicleClass(reader: DataReader): WrittenBook['vehicleClasses'][number] {
  const at = reader.fields(['code', 'name']);
  return { code: at('code').code(), name: at('name').name() };
}

function readProduct(reader: DataReader): WrittenProduct {
  const at = reader.fields(
    ['code', 'name', 'category', 'series', 'isOptional', 'taxClass', 'coverageTermRule'],
    ['vehicleClasses', 'offeredFrom', 'offeredUntil', 'provinceRules', 'insurer', 'limits', 'deductibles'],
  );
  const classes = at('vehicleClasses');
  const rules = at('provinceRules');
  return {
    code: at('code').code(),
    name: at('name').name(),
    category: at('category').oneOf(coverageCategories),
    series: at('series').someOf(seriesNames),
    isOptional: at('isOptional').yesOrNo(),
    taxClass: at('taxClass').oneOf(taxClasses),
    provinceRules: rules.isGiven ? rules.items({ min: 1 }).map(readProvinceRule) : [],
    coverageTermRule: readCoverageTermRule(at('coverageTermRule')),
    offered: parseRange(at('offeredFrom'), at('offeredUntil')),
    insurer: at('insurer').isGiven ? at('insurer').code() : null,
    limits: readAmounts(at('limits')),
    deductibles: readAmounts(at('deductibles')),
    vehicleClasses: classes.isGiven ? classes.items({ min: 1 }).map((item) => item.code()) : null,
  };
}

function readProvinceRule(reader: DataReader): ProvinceRule {
  const at = reader.fields(['provinces'], ['from', 'until', 'taxClass', 'isOffered', 'note']);
  if (at('note').isGiven) at('note').text();
  return {
    provinces: at('provinces').someOf(provinces),
    ...parseRange(at('from'), at('until')),
    taxClass: at('taxClass').isGiven ? at('taxClass').oneOf(taxClasses) : null,
    isOffered: at('isOffered').isGiven ? at('isOffered').yesOrNo() : true,
  };
}

function readCoverageTermRule(reader: DataReader): CoverageTermRule {
  const kind = reader.child('kind').oneOf(['sameAsPaymentTerm', 'cappedAt', 'fixed']);
  if (kind === 'sameAsPaymentTerm') {
    reader.fields(['kind']);
    return { kind };
  }
  const at = reader.fields(['kind', 'years']);
  return { kind, years: at('years').whole('years', 1, termYearsMax) };
}

function readInsurer(reader: DataReader): Insurer {
  const at = reader.fields(['code', 'name'], ['underwriter']);
  return {
    code: at('code').code(),
    name: at('name').text(),
    underwriter: at('underwriter').isGiven ? at('underwriter').text() : null,
  };
}

function readAmounts(list: DataReader): readonly NamedAmount[] {
  if (!list.isGiven) return [];
  return list.items({ min: 1, max: amountsMax }).map((item) => {
    const at = item.fields(['name'], ['amountCents']);
    const amount = at('amountCents');
    return { name: at('name').name(), amountCents: amount.isGiven ? amount.whole('cents', 0, amountCentsMax) : null };
  });
}

function readCommission(reader: DataReader): CommissionRule {
  const at = reader.fields(['partsPerMillion'], ['products', 'sellers']);
  const [products, sellers] = [at('products'), at('sellers')];
  return {
    partsPerMillion: at('partsPerMillion').whole('parts per million', 0, commissionPartsMax),
    products: products.isGiven ? products.items({ min: 1 }).map((item) => item.code()) : null,
    sellers: sellers.isGiven ? sellers.items({ min: 1 }).map((item) => item.text()) : null,
  };
}

function readInsurerNotice(reader: DataReader): InsurerNoticeRule {
  const at = reader.fields(
    ['days', 'basis'],
    ['provinces', 'isForNonPayment', 'afterDaysInForce', 'from', 'until', 'isSample'],
  );
  const [provincesOf, after] = [at('provinces'), at('afterDaysInForce')];
  const isTrue = (flag: DataReader): boolean => flag.isGiven && flag.yesOrNo();
  return {
    provinces: provincesOf.isGiven ? provincesOf.someOf(provinces) : null,
    isForNonPayment: isTrue(at('isForNonPayment')),
    afterDaysInForce: after.isGiven ? after.whole('days', 1, noticeDaysMax) : null,
    ...parseRange(at('from'), at('until')),
    days: at('days').whole('days', 1, noticeDaysMax),
    basis: at('basis').text(),
    isSample: isTrue(at('isSample')),
  };
}

function readPremium(reader: DataReader): WrittenPremium {
  const at = reader.fields(['product', 'vehicleClass', 'baseCents']);
  const baseCents = new Map<number, Cents>();
  for (const [years, amount] of at('baseCents').entries()) {
    if (!/^([1-9]|10)$/.test(years)) amount.fault(`must be under a payment term of 1 to ${termYearsMax} years`);
    baseCents.set(Number(years), amount.whole('cents', 0, baseCentsMax));
  }
  return { product: at('product').code(), vehicleClass: at('vehicleClass').code(), baseCents };
}

import * as read from '../data-reader.ts';
import { readFactor } from './parse-factor.ts';
import {
  readClassRule,
  readCommission,
  readEligibilityRule,
  readExclusion,
  readInsurer,
  readInsurerNotice,
  readProduct,
  roundingRules,
  termYearsMax,
} from './rate-book.ts';

const terms = read.list(read.wholeNumber('years', 1, termYearsMax), { min: 1 });

/** No product costs 100,000 dollars: more is a typing error. */
const readBaseCents = read.wholeNumber('cents', 0, 10_000_000);

export type WrittenPremium = ReturnType<typeof readPremium>;
const readPremium = read.object({ product: read.code, vehicleClass: read.code, baseCents: readAmounts });

/** Reads the amounts by payment term in years. */
function readAmounts(at: read.DataReader): ReadonlyMap<number, number> {
  return new Map(
    at.entries().map(([years, amount]) => {
      if (!/^([1-9]|10)$/.test(years)) amount.fault(`must be under a payment term of 1 to ${termYearsMax} years`);
      return [Number(years), readBaseCents(amount)];
    }),
  );
}

/** The parts of the file, each valid by itself. */
export type WrittenBook = ReturnType<typeof readWrittenBook>;
export const readWrittenBook = read.object(
  {
    $schema: read.remark,
    note: read.remark,
    version: read.text(),
    firstEffectiveDate: read.date,
    lastEffectiveDate: read.openDate,
    rounding: read.oneOf(roundingRules),
    paymentTerms: read.object({ Prime: terms, Plus: terms }),
    vehicleClasses: read.list(read.object({ code: read.code, name: read.bilingual() }), { min: 1 }),
    classification: read.list(readClassRule, { min: 1 }),
    exclusions: read.list(readExclusion),
    eligibility: read.list(readEligibilityRule, { min: 1 }),
    products: read.list(readProduct, { min: 1 }),
    /** Twelve factors at their maximum, on the maximum base, stay a thousand times below 2^53 cents. */
    factors: read.list(readFactor, { max: 12 }),
    premiums: read.list(readPremium, { min: 1 }),
    insurers: read.optional(read.list(readInsurer), []),
    commissions: read.optional(read.list(readCommission), []),
    insurerNotices: read.optional(read.list(readInsurerNotice), []),
  },
  read.inOrder('firstEffectiveDate', 'lastEffectiveDate'),
);

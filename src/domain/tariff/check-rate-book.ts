import { codesOf, type Fault, repeated, unknown } from '../data-reader.ts';
import { minimumTermInYears, seriesNames } from '../quote/vocabulary.ts';
import { checkPremiums } from './check-premiums.ts';
import type { DateRange, WrittenProduct } from './rate-book.ts';
import { matchesEvery } from './vehicle-condition.ts';
import type { WrittenBook } from './written-book.ts';

/** More than anybody reads. Products times classes could have millions. */
export const faultsMax = 1_000;

/**
 * Checks the parts of a book against each other, so that pricing never finds a gap. A look-up is by a set or a map: the
 * largest book that may be sent must not hold up the service while it is checked.
 */
export function checkRateBook(book: WrittenBook): readonly Fault[] {
  return Iterator.from(checkAll(book)).take(faultsMax).toArray();
}

function* checkAll(book: WrittenBook): Iterable<Fault> {
  yield* checkTerms(book);
  yield* checkClasses(book);
  yield* checkEligibility(book);
  yield* checkProducts(book);
  yield* checkFactors(book);
  yield* checkPremiums(book);
  yield* checkCommissions(book);
  yield* checkDays(
    'insurerNotices',
    book.insurerNotices,
    ({ provinces }) => provinces ?? ['every other province'],
    (one, other) => other.isForNonPayment === one.isForNonPayment && other.afterDaysInForce === one.afterDaysInForce,
  );
}

function* checkTerms(book: WrittenBook): Iterable<Fault> {
  for (const series of seriesNames) {
    const minimum = minimumTermInYears[series];
    for (const [i, years] of book.paymentTerms[series].entries()) {
      const path = `paymentTerms.${series}[${i}]`;
      if (years < minimum) yield { path, message: `is below the ${series} minimum of ${minimum} years` };
      const before = book.paymentTerms[series][i - 1];
      if (before !== undefined && years <= before) yield { path, message: 'must be more than the term before' };
    }
  }
}

function* checkClasses(book: WrittenBook): Iterable<Fault> {
  yield* repeated('vehicleClasses', book.vehicleClasses, 'code');
  const classes = codesOf(book.vehicleClasses);
  for (const [i, rule] of book.classification.entries()) {
    const isLast = i === book.classification.length - 1;
    yield* unknown(`classification[${i}].vehicleClass`, rule.vehicleClass, classes, 'a vehicle class');
    if (matchesEvery(rule.when) && !isLast) {
      yield {
        path: `classification[${i}].when`,
        message: 'matches every vehicle, so the rules after it are never met',
      };
    }
    if (!matchesEvery(rule.when) && isLast) {
      yield { path: `classification[${i}].when`, message: 'must be empty: the last rule takes every vehicle' };
    }
  }
}

function* checkEligibility(book: WrittenBook): Iterable<Fault> {
  const rules = book.eligibility.map(({ series, category }) => ({ series: `${series} ${category}` }));
  yield* repeated('eligibility', rules, 'series');
  yield* repeated('exclusions', book.exclusions, 'code');
  for (const [i, { series, category }] of book.eligibility.entries()) {
    const isAlwaysThere = (product: WrittenProduct) =>
      product.category === category &&
      product.series.includes(series) &&
      !product.isOptional &&
      (product.offeredFrom === null || product.offeredFrom <= book.firstEffectiveDate) &&
      (product.offeredUntil === null ||
        (book.lastEffectiveDate !== null && book.lastEffectiveDate <= product.offeredUntil));
    if (!book.products.some(isAlwaysThere)) {
      const message = `has no product with isOptional false that is offered in ${series} as long as the book is in force`;
      yield { path: `eligibility[${i}]`, message };
    }
  }
}

function* checkProducts(book: WrittenBook): Iterable<Fault> {
  yield* repeated('products', book.products, 'code');
  const classes = codesOf(book.vehicleClasses);
  const priced = new Set(book.premiums.map(({ product, vehicleClass }) => `${product} ${vehicleClass}`));
  const eligible = new Set(book.eligibility.map(({ series, category }) => `${series} ${category}`));
  for (const [i, product] of book.products.entries()) {
    for (const series of product.series) {
      if (!eligible.has(`${series} ${product.category}`)) {
        yield { path: `products[${i}].series`, message: `${series} ${product.category} has no eligibility rule` };
      }
    }
    yield* checkDays(`products[${i}].provinceRules`, product.provinceRules, (rule) => rule.provinces);
    if (product.vehicleClasses !== null && !product.isOptional) {
      yield { path: `products[${i}].vehicleClasses`, message: 'a product that is not optional is for every class' };
    }
    for (const [j, code] of (product.vehicleClasses ?? []).entries())
      yield* unknown(`products[${i}].vehicleClasses[${j}]`, code, classes, 'a vehicle class');
    for (const code of product.vehicleClasses ?? classes) {
      if (!priced.has(`${product.code} ${code}`))
        yield { path: `products[${i}]`, message: `has no premium for vehicle class ${code}` };
    }
  }
}

/** Checks that no two rules hold for the same place on the same day. */
function* checkDays<Rule extends DateRange>(
  path: string,
  rules: readonly Rule[],
  placesOf: (rule: Rule) => readonly string[],
  isOfOneKind: (one: Rule, other: Rule) => boolean = () => true,
): Iterable<Fault> {
  const earlier = new Map<string, Rule[]>();
  for (const [i, rule] of rules.entries()) {
    const holdsToo = (other: Rule) => meet(rule, other) && isOfOneKind(rule, other);
    const twice = placesOf(rule).find((place) => earlier.get(place)?.some(holdsToo));
    for (const place of placesOf(rule)) earlier.getOrInsert(place, []).push(rule);
    if (twice !== undefined) yield { path: `${path}[${i}]`, message: `${twice} has two rules on the same days` };
  }
}

function meet(one: DateRange, other: DateRange): boolean {
  const startsBy = (a: DateRange, b: DateRange) => a.from === null || b.until === null || a.from <= b.until;
  return startsBy(one, other) && startsBy(other, one);
}

function* checkFactors(book: WrittenBook): Iterable<Fault> {
  const factors = book.factors.map(({ factor }) => factor);
  yield* repeated('factors', factors, 'name');
  const known = codesOf(book.products);
  for (const [i, { products }] of book.factors.entries()) {
    for (const [j, code] of (products ?? []).entries())
      yield* unknown(`factors[${i}].products[${j}]`, code, known, 'a product');
  }
}

function* checkCommissions(book: WrittenBook): Iterable<Fault> {
  yield* repeated('insurers', book.insurers, 'code');
  const [insurers, products] = [codesOf(book.insurers), codesOf(book.products)];
  for (const [i, { insurer, provinceRules }] of book.products.entries()) {
    if (insurer !== null) yield* unknown(`products[${i}].insurer`, insurer, insurers, 'an insurer');
    for (const [j, rule] of provinceRules.entries())
      if (rule.insurer !== null)
        yield* unknown(`products[${i}].provinceRules[${j}].insurer`, rule.insurer, insurers, 'an insurer');
  }
  for (const [i, rule] of book.commissions.entries()) {
    for (const [j, code] of (rule.products ?? []).entries())
      yield* unknown(`commissions[${i}].products[${j}]`, code, products, 'a product');
    for (const [j, seller] of (rule.sellers ?? []).entries()) {
      if (!/^[^/]*\S[^/]*\/[^/]*\S[^/]*$/.test(seller))
        yield { path: `commissions[${i}].sellers[${j}]`, message: 'must be a seller as client_id/username' };
    }
  }
}

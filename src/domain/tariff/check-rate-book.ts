import { type Fault, repeated, unknown } from '../data-reader.ts';
import { minimumTermInYears, seriesNames } from '../quote/vocabulary.ts';
import { checkPremiums } from './check-premiums.ts';
import type { DateRange, WrittenProduct } from './rate-book.ts';
import { matchesEvery } from './vehicle-condition.ts';
import type { WrittenBook } from './written-book.ts';

/** Checks the parts of a book against each other, so that pricing never finds a gap. */
export function checkRateBook(book: WrittenBook): readonly Fault[] {
  return [
    ...checkTerms(book),
    ...checkClasses(book),
    ...checkEligibility(book),
    ...checkProducts(book),
    ...checkFactors(book),
    ...checkPremiums(book),
    ...checkCommissions(book),
    ...checkDays(
      'insurerNotices',
      book.insurerNotices,
      ({ provinces }) => provinces ?? ['every other province'],
      (one, other) => other.isForNonPayment === one.isForNonPayment && other.afterDaysInForce === one.afterDaysInForce,
    ),
  ];
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
  for (const [i, rule] of book.classification.entries()) {
    const isLast = i === book.classification.length - 1;
    yield* unknown(`classification[${i}].vehicleClass`, rule.vehicleClass, book.vehicleClasses, 'a vehicle class');
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
      (product.offeredFrom === null || product.offeredFrom <= book.inForceFrom) &&
      (product.offeredUntil === null || (book.inForceUntil !== null && book.inForceUntil <= product.offeredUntil));
    if (!book.products.some(isAlwaysThere)) {
      const message = `has no product with isOptional false that is offered in ${series} as long as the book is in force`;
      yield { path: `eligibility[${i}]`, message };
    }
  }
}

function* checkProducts(book: WrittenBook): Iterable<Fault> {
  yield* repeated('products', book.products, 'code');
  for (const [i, product] of book.products.entries()) {
    for (const series of product.series) {
      if (!book.eligibility.some((rule) => rule.series === series && rule.category === product.category)) {
        yield { path: `products[${i}].series`, message: `${series} ${product.category} has no eligibility rule` };
      }
    }
    yield* checkDays(`products[${i}].provinceRules`, product.provinceRules, (rule) => rule.provinces);
    if (product.vehicleClasses !== null && !product.isOptional) {
      yield { path: `products[${i}].vehicleClasses`, message: 'a product that is not optional is for every class' };
    }
    for (const [j, code] of (product.vehicleClasses ?? []).entries())
      yield* unknown(`products[${i}].vehicleClasses[${j}]`, code, book.vehicleClasses, 'a vehicle class');
    for (const code of product.vehicleClasses ?? book.vehicleClasses.map((one) => one.code)) {
      if (!book.premiums.some((row) => row.product === product.code && row.vehicleClass === code)) {
        yield { path: `products[${i}]`, message: `has no premium for vehicle class ${code}` };
      }
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
  for (const [i, rule] of rules.entries()) {
    const earlier = rules.slice(0, i).filter((other) => meet(rule, other) && isOfOneKind(rule, other));
    const twice = placesOf(rule).find((place) => earlier.some((other) => placesOf(other).includes(place)));
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
  for (const [i, { products }] of book.factors.entries()) {
    for (const [j, code] of (products ?? []).entries())
      yield* unknown(`factors[${i}].products[${j}]`, code, book.products, 'a product');
  }
}

function* checkCommissions(book: WrittenBook): Iterable<Fault> {
  yield* repeated('insurers', book.insurers, 'code');
  for (const [i, { insurer }] of book.products.entries()) {
    if (insurer !== null) yield* unknown(`products[${i}].insurer`, insurer, book.insurers, 'an insurer');
  }
  for (const [i, rule] of book.commissions.entries()) {
    for (const [j, code] of (rule.products ?? []).entries())
      yield* unknown(`commissions[${i}].products[${j}]`, code, book.products, 'a product');
    for (const [j, seller] of (rule.sellers ?? []).entries()) {
      if (!/^[^/]*\S[^/]*\/[^/]*\S[^/]*$/.test(seller))
        yield { path: `commissions[${i}].sellers[${j}]`, message: 'must be a seller as client_id/username' };
    }
  }
}

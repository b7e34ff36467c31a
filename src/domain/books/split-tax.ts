import { type Cents, shareOf, sumCents } from '../money.ts';
import type { TaxLine } from '../policy/policy.ts';
import type { ProductTerms, TaxShare } from './product-terms.ts';

export interface TaxPart extends TaxShare {
  readonly amountCents: Cents;
}

/** An amount with the tax on it, which is reckoned at the rates together and rounded once. */
export interface Taxed {
  readonly premiumCents: Cents;
  readonly taxCents: Cents;
}

/** What comes back of an amount that was sold. */
export interface TaxedBack extends Taxed {
  readonly sold: Taxed;
}

/**
 * The parts of a tax add up to it: each is what its own rate of the amount comes to, and the last one is what is left. Of
 * no tax more comes back than was sold, and of all of it all.
 *
 *   sold       $101.00, GST 5 % and QST 9.975 %: the tax is $15.12, GST $5.05, QST $10.07
 *   comes back  $50.00 and $7.49 of the tax: GST $2.50, QST $4.99
 */
export function splitTax(amount: Taxed | TaxedBack, terms: ProductTerms): readonly TaxPart[] {
  const { premiumCents, taxCents } = amount;
  const { taxes, product } = terms;
  if (taxCents === 0) return [];
  if (taxes.length === 0) throw new Error(`The tax table has no tax on ${product}.`);
  const mostCents =
    'sold' in amount ? splitTax(amount.sold, terms).map((one) => one.amountCents) : taxes.map(() => taxCents);
  let left = taxCents;
  return taxes.map((tax, place) => {
    const leastCents = left - sumCents(mostCents.slice(place + 1));
    const amountCents = Math.min(Math.max(shareOf(premiumCents, tax.ratePpm), leastCents), mostCents[place]!, left);
    left -= amountCents;
    return { ...tax, amountCents };
  });
}

/** What is due to each authority at each rate, over all products, as it is named on paper. */
export function taxLines(
  products: readonly ((Taxed | TaxedBack) & { readonly productType: string })[],
  terms: readonly ProductTerms[],
): readonly TaxLine[] {
  const parts = products.flatMap((one) => splitTax(one, terms.find(({ product }) => product === one.productType)!));
  const byRate = Map.groupBy(parts, ({ name, ratePpm }) => `${name.en} ${ratePpm}`);
  return [...byRate.values()].map((same) => ({
    name: same[0]!.name,
    ratePpm: same[0]!.ratePpm,
    amountCents: sumCents(same.map(({ amountCents }) => amountCents)),
  }));
}

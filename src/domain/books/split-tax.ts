import { type Cents, sumCents } from '../money.ts';
import type { TaxLine } from '../policy/policy.ts';
import type { ProductTerms, TaxShare } from './product-terms.ts';

export interface TaxPart extends TaxShare {
  readonly amountCents: Cents;
}

/** The parts of a tax add up to it: each is rounded down, and the last one takes the cents that are left. */
export function splitTax(taxCents: Cents, { taxes, product }: ProductTerms): readonly TaxPart[] {
  if (taxCents === 0) return [];
  if (taxes.length === 0) throw new Error(`The tax table has no tax on ${product}.`);
  const totalPpm = sumCents(taxes.map(({ ratePpm }) => ratePpm));
  let left = taxCents;
  return taxes.map((tax, index) => {
    const isLast = index === taxes.length - 1;
    const amountCents = isLast ? left : Number((BigInt(taxCents) * BigInt(tax.ratePpm)) / BigInt(totalPpm));
    left -= amountCents;
    return { ...tax, amountCents };
  });
}

/** What is due to each authority at each rate, over all products, as it is named on paper. */
export function taxLines(
  products: readonly { readonly productType: string; readonly taxCents: Cents }[],
  terms: readonly ProductTerms[],
): readonly TaxLine[] {
  const parts = products.flatMap(({ productType, taxCents }) =>
    splitTax(taxCents, terms.find(({ product }) => product === productType)!),
  );
  const byRate = Map.groupBy(parts, ({ name, ratePpm }) => `${name.en} ${ratePpm}`);
  return [...byRate.values()].map((same) => ({
    name: same[0]!.name,
    ratePpm: same[0]!.ratePpm,
    amountCents: sumCents(same.map(({ amountCents }) => amountCents)),
  }));
}

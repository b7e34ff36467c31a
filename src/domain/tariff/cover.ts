import type { BilingualName } from '../quote/vocabulary.ts';
import type { Insurer, NamedAmount, Product, RateBook } from './rate-book.ts';

/** Who stands behind a product and what it pays, as the declaration says it. */
export interface Cover {
  readonly product: string;
  /** Null if the rate book names none. */
  readonly insurer: Pick<Insurer, 'name' | 'underwriter'> | null;
  readonly limits: readonly NamedAmount[];
  readonly deductibles: readonly NamedAmount[];
  /** A warranty: it has a provider and a price, where insurance has an insurer and a premium. */
  readonly isWarranty?: true;
}

/** `insurerCode`: of the province that it is sold in; left out: where none has a rule of its own. */
export function coverOf(
  { insurers }: Pick<RateBook, 'insurers'>,
  product: Product,
  insurerCode: string | null = product.insurer,
): Cover {
  const insurer = insurers.find(({ code }) => code === insurerCode);
  return {
    product: product.code,
    insurer: insurer === undefined ? null : { name: insurer.name, underwriter: insurer.underwriter },
    limits: product.limits,
    deductibles: product.deductibles,
  };
}

/** A product of two books whose cover is not the same in both. */
export interface CoverChange {
  readonly product: string;
  readonly productName: BilingualName;
  readonly from: Cover;
  readonly to: Cover;
}

/** Changes follow the order of the new book. */
export function coverChanges(from: RateBook, to: RateBook): readonly CoverChange[] {
  const before = new Map(productsOf(from).map((product) => [product.code, coverOf(from, product)]));
  return productsOf(to).flatMap((product) => {
    const [was, is] = [before.get(product.code), coverOf(to, product)];
    if (was === undefined || JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ product: product.code, productName: product.name, from: was, to: is }];
  });
}

/** Each once, whatever series it is sold in. */
function productsOf({ offers }: RateBook): readonly Product[] {
  const all = Object.values(offers).flatMap((categories) => Object.values(categories));
  return [...new Map(all.flatMap((offer) => offer?.products ?? []).map((product) => [product.code, product])).values()];
}

import type { PlainDate } from '../calendar.ts';
import type { PartsPerMillion } from '../money.ts';
import type { Province } from '../province.ts';
import type { BilingualName, Series } from '../quote/vocabulary.ts';
import { type Cover, coverOf } from '../tariff/cover.ts';
import { type CommissionRule, insurerOf, type Product, type RateBook, taxClassOf } from '../tariff/rate-book.ts';
import { type TaxTable, taxRateRow } from '../tax/tax-table.ts';

/** Who gets the money of a product, and who gives cover for it. */
export interface ProductTerms {
  readonly product: string;
  /** Null if the rate book names none. */
  readonly insurer: string | null;
  readonly taxes: readonly TaxShare[];
  readonly commissionPpm: PartsPerMillion;
  readonly cover: Cover;
}

export interface TaxShare {
  /** The tax table's name of the tax. The books know it by the English one: `HST`. */
  readonly name: BilingualName;
  readonly ratePpm: PartsPerMillion;
}

export interface SaleTerms {
  readonly seller: SellerTerms;
  readonly series: Series;
  /** Its tax is that of this day. */
  readonly quotedOn: PlainDate;
}

export interface SellerTerms {
  readonly clientId: string;
  readonly username: string;
  readonly province: Province;
}

/**
 * Returns the terms of every product that the book has for the series. They come from the versions that priced the
 * quote, which never change, so that a later book or table changes nothing.
 */
export function termsOfProducts(
  book: RateBook,
  taxTable: TaxTable,
  { seller, series, quotedOn }: SaleTerms,
): readonly ProductTerms[] {
  const offers = Object.values(book.offers[series]).filter((offer) => offer !== null);
  return offers
    .flatMap(({ products }) => products)
    .map((product) => {
      const insurer = insurerOf(product, seller.province, quotedOn);
      const cover = coverOf(book, product, insurer);
      return {
        product: product.code,
        insurer,
        taxes: taxesOn(taxTable, product, seller.province, quotedOn),
        commissionPpm: commissionOf(book.commissions, product, seller),
        cover: { ...cover, ...(isWarranty(product, seller.province, quotedOn) && { isWarranty: true }) },
      };
    });
}

/** What the law taxes like a service is no insurance. */
function isWarranty(product: Product, province: Province, day: PlainDate): boolean {
  return taxClassOf(product, province, day) === 'taxableContract';
}

function taxesOn(taxTable: TaxTable, product: Product, province: Province, day: PlainDate): readonly TaxShare[] {
  const { components } = taxRateRow(taxTable, province, taxClassOf(product, province, day), day);
  return components.map(({ name, partsPerMillion }) => ({ name, ratePpm: partsPerMillion }));
}

/** The first rule that matches counts; without one there is no commission. */
function commissionOf(rules: readonly CommissionRule[], { code }: Product, seller: SellerTerms): PartsPerMillion {
  const name = `${seller.clientId}/${seller.username}`;
  const rule = rules.find(
    ({ products, sellers }) =>
      (products === null || products.includes(code)) && (sellers === null || sellers.includes(name)),
  );
  return rule?.partsPerMillion ?? 0;
}

import { csvLine } from '../csv-line.ts';
import type { Cents } from '../money.ts';
import type { WrittenBook } from './written-book.ts';

/** One price of a rate book's file, before factors. */
export interface BookPrice {
  readonly product: string;
  readonly vehicleClass: string;
  readonly years: number;
  readonly cents: Cents;
}

export const placeOf = ({ product, vehicleClass, years }: Omit<BookPrice, 'cents'>): string =>
  `${product} ${vehicleClass} ${years}`;

/** Lists the prices in the order of the file. */
export function pricesOf({ premiums }: Pick<WrittenBook, 'premiums'>): readonly BookPrice[] {
  return premiums.flatMap(({ product, vehicleClass, baseCents }) =>
    [...baseCents].map(([years, cents]) => ({ product, vehicleClass, years, cents })),
  );
}

const columns = ['product', 'vehicle_class', 'term_years', 'price'] as const;

/** Writes the prices for a spreadsheet; `readPrices` reads them back. */
export function pricesCsv(prices: readonly BookPrice[]): string {
  const rows = prices.map(({ product, vehicleClass, years, cents }) =>
    csvLine([product, vehicleClass, years, { cents }]),
  );
  return [csvLine(columns), ...rows].join('');
}

export type ReadPrices =
  | { readonly ok: true; readonly prices: readonly BookPrice[] }
  /** The first line that can't be read, as an editor counts them. */
  | { readonly ok: false; readonly line: number };

/**
 * Reads the cells of a spreadsheet, the line of titles first. Every line must name a price that the book has; lines may
 * be left out. `centsOf` reads an amount as people type it in their language.
 */
export function readPrices(
  [titles = [], ...lines]: readonly (readonly string[])[],
  known: readonly BookPrice[],
  centsOf: (typed: string) => Cents | null,
): ReadPrices {
  const places = columns.map((column) => titles.findIndex((title) => title.trim().toLowerCase() === column));
  if (places.includes(-1)) return { ok: false, line: 1 };
  const byPlace = new Map(known.map((price) => [placeOf(price), price]));
  const prices: BookPrice[] = [];
  for (const [i, cells] of lines.entries()) {
    const [product = '', vehicleClass = '', years = '', typed = ''] = places.map((place) =>
      (cells[place] ?? '').trim(),
    );
    const price = byPlace.get(placeOf({ product, vehicleClass, years: Number(years) }));
    const cents = centsOf(typed);
    if (price === undefined || cents === null) return { ok: false, line: i + 2 };
    prices.push({ ...price, cents });
  }
  return { ok: true, prices };
}

/** The file of a book under another version, with these prices in place of its own. */
export function withPrices(document: unknown, version: string, prices: readonly BookPrice[]): unknown {
  const byPlace = new Map(prices.map((price) => [placeOf(price), price.cents]));
  const { premiums, ...book } = document as FileOfPrices;
  return {
    ...book,
    version,
    premiums: premiums.map(({ product, vehicleClass, baseCents, ...premium }) => ({
      ...premium,
      product,
      vehicleClass,
      baseCents: Object.fromEntries(
        Object.entries(baseCents).map(([years, cents]) => [
          years,
          byPlace.get(placeOf({ product, vehicleClass, years: Number(years) })) ?? cents,
        ]),
      ),
    })),
  };
}

/** The part of a file that is changed; the file was parsed without a fault. */
interface FileOfPrices {
  readonly premiums: readonly (Pick<BookPrice, 'product' | 'vehicleClass'> & {
    readonly baseCents: Readonly<Record<string, Cents>>;
  })[];
}

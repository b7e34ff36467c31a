import type { PlainDate } from '../domain/calendar.ts';
import { provinces } from '../domain/province.ts';
import {
  type Books,
  bookForQuote,
  formerBook,
  plannedActivation,
  stateOfBook,
} from '../domain/tariff/book-for-quote.ts';
import type { ComparedPrice } from '../domain/tariff/largest-changes.ts';
import { taxClasses } from '../domain/tax/tax-table.ts';
import type { Compared } from '../flows/tariff/compare-rate-books.ts';
import type { Examined } from '../flows/tariff/examine-tariff.ts';
import type { FileKind } from '../flows/tariff/operator-files.ts';
import { loadedTable } from '../flows/tax/compare-tax-files.ts';
import type { Tx } from '../store/database.ts';
import { listFiles } from '../store/tariff/operator-file.ts';
import {
  findRateBook,
  listActivations,
  listRateBooks,
  type RateBookHead,
  readBooks,
} from '../store/tariff/rate-book.ts';
import type * as Wire from './wire/tariff.ts';

/** Rate books, tax tables and disclosure texts as both the operator's API and the command line return them. */
export interface PageAsked {
  readonly cursor?: string | null | undefined;
  readonly limit?: number | undefined;
}

const limitDefault = 50;
const activationsMax = 100;
const faultsMax = 200;

export async function rateBookPage(tx: Tx, today: PlainDate, { cursor = null, limit = limitDefault }: PageAsked = {}) {
  const books = await readBooks(tx);
  const page = pageOf(await listRateBooks(tx, { after: cursor, limit: limit + 1 }), limit);
  const planned = plannedActivation(books, today);
  return {
    ...page,
    rows: page.rows.map((head) => rateBookRow(head, books, today)),
    inForce: bookForQuote(books, { today, effectiveDate: today })?.version ?? null,
    planned: planned && { version: planned.version, activeFrom: planned.activeFrom },
    former: formerBook(books, today)?.version ?? null,
  };
}

function rateBookRow(head: RateBookHead, books: Books<RateBookHead>, today: PlainDate) {
  const { version, firstEffectiveDate, lastEffectiveDate, loadedAt, activeFrom } = head;
  return {
    version,
    state: stateOfBook(head, books, today),
    firstEffectiveDate,
    lastEffectiveDate,
    loadedAt,
    activeFrom,
  };
}

/** Null when there is no such version. */
export async function rateBookAnswer(tx: Tx, today: PlainDate, version: string) {
  const found = await findRateBook(tx, { version });
  if (found === null) return null;
  return {
    ...rateBookRow(found, await readBooks(tx), today),
    document: found.document,
    activations: await listActivations(tx, { version, limit: activationsMax }),
  };
}

export async function tariffFilePage(
  tx: Tx,
  { table }: FileKind,
  { cursor = null, limit = limitDefault }: PageAsked = {},
) {
  return pageOf(await listFiles(tx, table, { after: cursor, limit: limit + 1 }), limit);
}

/** The table was checked when it was loaded. */
export function taxTableAnswer(document: unknown): Wire.TaxTableAnswer {
  const { version, rates } = loadedTable(document);
  const rows = provinces.flatMap((province) =>
    taxClasses.flatMap((taxClass) => rates[province][taxClass].map((rate) => ({ province, taxClass, ...rate }))),
  );
  return { version, document, rates: rows };
}

/** The cursor is the last version shown: the next page begins after it. */
function pageOf<Row extends { readonly version: string }>(found: readonly Row[], limit: number) {
  const rows = found.slice(0, limit);
  return { rows, nextCursor: found.length > limit ? rows.at(-1)!.version : null };
}

export function checkAnswer({ version, faults }: Examined): Wire.TariffCheck {
  return { version, isGood: faults.length === 0, faults: faults.slice(0, faultsMax) };
}

export function comparisonAnswer(compared: Compared): Wire.ComparisonAnswer {
  return {
    ...compared,
    largestFalls: compared.largestFalls.map(comparedPrice),
    largestRises: compared.largestRises.map(comparedPrice),
  };
}

function comparedPrice({ inputs, ...price }: ComparedPrice): Wire.ComparedPrice {
  const { vehicle, series, province, odometer, purchaseMethod } = inputs;
  return {
    vehicle: `${vehicle.year} ${vehicle.make} ${vehicle.model}`,
    series,
    province,
    odometer,
    purchaseMethod,
    ...price,
  };
}

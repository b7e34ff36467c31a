import { type Cents, formatDollars } from './money.ts';

/** An amount is a number, also when it is below zero: `-12.50`. */
export type CsvCell = string | number | { readonly cents: Cents } | null;

/** Writes one line of CSV (RFC 4180) that is safe to open in a spreadsheet. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return formatDollars(value.cents);
  const text = (beginsFormula.test(value) ? `'${value}` : value).replaceAll(beginsFormulaInside, "$1'$2");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// A spreadsheet treats a cell that starts with one of these as a formula; an apostrophe in front makes it text. Also
// after full-width signs and blanks, which some spreadsheets ignore.
const beginsFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;
// In French a spreadsheet takes `;` for the end of a cell, quoted or not. A quotation mark behind it opens a cell there, and
// is doubled here, so that it closes at once and what follows is the cell's beginning.
const beginsFormulaInside = /(;)([\s"]*[=+\-@＝＋－＠])/gu;

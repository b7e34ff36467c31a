/** One line of a CSV file after RFC 4180, safe to open in a spreadsheet. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = beginsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// A spreadsheet runs what begins so as a formula, whoever typed it. An apostrophe in front makes it text. Full-width
// signs and blanks in front count, too: some spreadsheets take them for the plain ones.
const beginsFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

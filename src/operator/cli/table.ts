/** A column of a table for people. */
export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | null;
  readonly align?: 'right';
}

/** Aligns the rows under their titles; returns `nothing` when there are none. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], nothing = 'Nothing.'): string {
  if (rows.length === 0) return nothing;
  const cells = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map((row) => columns.map((column) => printable(column.of(row)))),
  ];
  return alignCells(cells, (i) => columns[i]?.align === 'right');
}

/** One fact per line. */
export function facts(pairs: Readonly<Record<string, string | number | null>>): string {
  return alignCells(
    Object.entries(pairs).map(([name, value]) => [name, printable(value)]),
    () => false,
  );
}

/** Of an account, an integration or a seller. */
export function stateOf({ isDisabled }: { readonly isDisabled: boolean }): string {
  return isDisabled ? 'disabled' : 'enabled';
}

function alignCells(cells: readonly (readonly string[])[], isRight: (column: number) => boolean): string {
  const widths = cells[0]!.map((_, i) => Math.max(...cells.map((line) => widthOf(line[i]!))));
  const pad = (cell: string, i: number): string => {
    const blanks = ' '.repeat(widths[i]! - widthOf(cell));
    return isRight(i) ? blanks + cell : cell + blanks;
  };
  return cells.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

/** Replaces control characters, which partners or customers may have typed, by a dot. */
function printable(value: string | number | null): string {
  return value === null ? '–' : String(value).replace(/\p{Cc}|\p{Cf}/gu, '·');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Width in terminal columns: a letter with its accents takes one, a CJK character or an emoji two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

import { formatDollars } from '../../domain/money.ts';
import type { Page } from '../wire/parts.ts';

type Cell = string | number | null;

type Property<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row];

type Value<Row> = Property<Row> | ((row: Row) => Cell);

/** The columns of a table for people by their titles: a property of the row, or a function of it. */
export type Columns<Row> = Readonly<Record<string, Value<Row> | { readonly right: Value<Row> }>>;

/** Aligns the rows under their titles; returns `nothing` when there are none. */
export function table<Row>(rows: readonly Row[], columns: NoInfer<Columns<Row>>, nothing = 'Nothing.'): string {
  if (rows.length === 0) return nothing;
  const shown = Object.values(columns).map((value) =>
    typeof value === 'object' ? { value: value.right, isRight: true } : { value, isRight: false },
  );
  const cells = [
    Object.keys(columns).map((title) => title.toUpperCase()),
    ...rows.map((row) =>
      shown.map(({ value }) => printable(typeof value === 'function' ? value(row) : (row[value] as Cell))),
    ),
  ];
  return alignCells(cells, (i) => shown[i]!.isRight);
}

/** One fact per line. */
export function facts(pairs: Readonly<Record<string, Cell>>): string {
  return alignCells(
    Object.entries(pairs).map(([name, value]) => [name, printable(value)]),
    () => false,
  );
}

/** Of an account, an integration or a seller. */
export function stateOf({ isDisabled }: { readonly isDisabled: boolean }): string {
  return isDisabled ? 'disabled' : 'enabled';
}

/** Of a moment in UTC. */
export function minute<Moment extends string | null>(moment: Moment): Moment {
  return (moment?.slice(0, 16).replace('T', ' ') ?? null) as Moment;
}

export function dollars(cents: number | null): string | null {
  return cents === null ? null : formatDollars(cents);
}

/** The answer of a command that shows one page of a list. */
export function pageAnswer<Row>(page: Page<Row>, nothing: string, columns: NoInfer<Columns<Row>>) {
  const { rows, nextCursor } = page;
  const more = nextCursor === null ? '' : `\n\nThere are more: --cursor ${nextCursor}`;
  return { json: page, text: table(rows, columns, nothing) + more };
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
function printable(value: Cell): string {
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

import { formatDollars } from '../../domain/money.ts';
import type { Page, SearchedPage } from '../wire/parts.ts';

/** What a command shows to people: sentences and tables, with an empty line between; as wide as the terminal. */
export type Shown = string | Table | readonly Shown[];

interface Table {
  /** Null for facts, one a line. */
  readonly titles: readonly string[] | null;
  readonly cells: readonly (readonly string[])[];
  readonly isRight: (column: number) => boolean;
  readonly heading?: string;
}

type Cell = string | number | null;

type Property<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row];

type Value<Row> = Property<Row> | ((row: Row) => Cell);

/** Columns by their titles: a property of the row, or a function of it. */
type Titled<Row> = Readonly<Record<string, Value<Row> | { readonly right: Value<Row> }>>;

/**
 * The columns of a table for people, by their titles, or as properties that are called what they are: `totalCents` is
 * “total” in dollars, `boundAt` is “bound (UTC)”. Numbers stand on the right.
 */
export type Columns<Row> = Titled<Row> | readonly (Titled<Row> | Property<Row>)[];

/** Aligns the rows under their titles; shows `nothing` when there are none. */
export function table<Row>(rows: readonly Row[], columns: NoInfer<Columns<Row>>, nothing = 'Nothing.'): Shown {
  if (rows.length === 0) return nothing;
  const list: readonly (Titled<Row> | Property<Row>)[] = Array.isArray(columns) ? columns : [columns];
  const shown = list.flatMap((one) => (typeof one === 'object' ? Object.entries(one).map(titled) : [named<Row>(one)]));
  return {
    titles: shown.map(({ title }) => title.toUpperCase()),
    cells: rows.map((row) => shown.map(({ of }) => printable(of(row)))),
    isRight: (i) => shown[i]!.isRight || rows.some((row) => typeof shown[i]!.of(row) === 'number'),
  };
}

interface ShownColumn<Row> {
  readonly title: string;
  readonly of: (row: Row) => Cell;
  readonly isRight: boolean;
}

function titled<Row>([title, value]: [string, Titled<Row>[string]]): ShownColumn<Row> {
  if (typeof value === 'object') return { ...titled<Row>([title, value.right]), isRight: true };
  if (typeof value === 'function') return { title, of: value, isRight: false };
  const isMoney = String(value).endsWith('Cents');
  const of = (row: Row): Cell => (isMoney ? dollars(row[value] as number | null) : (row[value] as Cell));
  return { title, of, isRight: isMoney };
}

function named<Row>(property: Property<Row>): ShownColumn<Row> {
  const name = String(property);
  if (!name.endsWith('At')) return titled<Row>([spaced(name.replace(/Cents$/, '')), property]);
  return titled<Row>([`${spaced(name.slice(0, -2))} (UTC)`, (row) => minute(row[property] as string | null)]);
}

export function facts(pairs: Readonly<Record<string, Cell>>): Shown {
  const cells = Object.entries(pairs).map(([name, value]) => [name, printable(value)]);
  return { titles: null, cells, isRight: () => false };
}

export function withHeading(heading: string, shown: Shown): Shown {
  return typeof shown === 'object' && 'cells' in shown ? { ...shown, heading } : [heading, shown];
}

export function shownRows<Row>(
  columns: Columns<Row>,
  nothing: string,
): (page: Pick<Page<Row>, 'rows'> & Partial<SearchedPage<Row>>) => Shown {
  return ({ rows, nextCursor, isCut = false }) => [
    table(rows, columns, nothing),
    ...(nextCursor == null ? [] : [`There are more: --cursor ${nextCursor}`]),
    ...(isCut ? ['Only the newest 250 sales that match were looked through. Type more to find older ones.'] : []),
  ];
}

export function stateOf({ isDisabled }: { readonly isDisabled: boolean }): string {
  return isDisabled ? 'disabled' : 'enabled';
}

export function minute<Moment extends string | null>(moment: Moment): Moment {
  return (moment?.slice(0, 16).replace('T', ' ') ?? null) as Moment;
}

export function dollars(cents: number | null): string | null {
  return cents === null ? null : formatDollars(cents);
}

/** A word of the API for people: `InForce` is “In force”. What is written otherwise stays. */
export function plain<Word extends string | null>(word: Word): Word {
  const isCompound = word !== null && /^([A-Z][a-z]+){2,}$/.test(word);
  return (isCompound ? word[0] + spaced(word.slice(1)) : word) as Word;
}

/** `totalCents 12345` is “total 123.45”. */
export function plainFacts(given: Readonly<Record<string, unknown>>): string {
  return Object.entries(given)
    .filter((pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number')
    .map(([name, value]) => {
      if (name.endsWith('Cents')) return `${spaced(name.slice(0, -'Cents'.length))} ${formatDollars(Number(value))}`;
      return `${spaced(name)} ${typeof value === 'string' && coded.test(name) ? plain(value) : value}`;
    })
    .join(', ');
}

const coded = /(kind|status|state|ground|code)$/i;

function spaced(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Makes lines that are no wider than the terminal, if there is one. */
export function render(shown: Shown, width = Number.POSITIVE_INFINITY): string {
  if (typeof shown === 'string') return shown;
  if (!('cells' in shown)) return shown.map((one) => render(one, width)).join('\n\n');
  return (shown.heading === undefined ? '' : `${shown.heading}\n`) + renderTable(shown, width);
}

const gap = 2;
/** A column is not made narrower by folding its cells. */
const foldedMin = 8;

function renderTable({ titles, cells, isRight }: Table, width: number): string {
  const lines = titles === null ? cells : [titles, ...cells];
  if (lines.length === 0) return '';
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i]!))));
  const least = widths.map((natural, i) =>
    isRight(i) ? natural : Math.min(natural, Math.max(foldedMin, ...lines.map((line) => longestWord(line[i]!)))),
  );
  const excess = (): number => widths.reduce((sum, one) => sum + one, gap * (widths.length - 1)) - width;
  while (excess() > 0) {
    const widest = widths.reduce((best, one, i) => (one > least[i]! && one > (widths[best] ?? 0) ? i : best), -1);
    if (widest === -1) break;
    widths[widest] = Math.max(least[widest]!, widths[widest]! - excess());
  }
  if (excess() > 0 && titles !== null) return asRecords(titles, cells, width);
  if (excess() > 0) widths[1] = Math.max(1, width - widths[0]! - gap);
  return lines.map((line) => alignLine(line, widths, isRight)).join('\n');
}

/** What does not fit side by side: each row as its facts. */
function asRecords(titles: readonly string[], cells: readonly (readonly string[])[], width: number): string {
  return cells
    .map((row) => {
      const pairs = titles.map((title, i) => [title, row[i]!]).filter(([, value]) => value !== '–');
      return renderTable({ titles: null, cells: pairs, isRight: () => false }, width);
    })
    .join('\n\n');
}

function alignLine(line: readonly string[], widths: readonly number[], isRight: (column: number) => boolean): string {
  const folded = line.map((cell, i) => fold(cell, widths[i]!));
  const height = Math.max(...folded.map(({ length }) => length));
  return Array.from({ length: height }, (_, row) =>
    folded
      .map((parts, i) => {
        const cell = parts[row] ?? '';
        const blanks = ' '.repeat(Math.max(0, widths[i]! - widthOf(cell)));
        return isRight(i) ? blanks + cell : cell + blanks;
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  ).join('\n');
}

/** Into lines of this width, between words; within one only where it alone is wider. */
function fold(text: string, width: number): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const { segment } of graphemes.segment(word)) {
      if (widthOf(line + segment) > width && line !== '') {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  return [...lines, line];
}

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map(widthOf));
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

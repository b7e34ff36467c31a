import type { Language } from '../domain/language.ts';

/** The input of the templates: texts ready to be typeset, with nothing left to compute or translate. */
export interface PrintJob {
  readonly title: string;
  readonly author: string;
  /** The PDF's date. It comes from the policy, so that the same document has the same bytes whenever it is printed. */
  readonly date: { readonly year: number; readonly month: number; readonly day: number };
  readonly sheets: readonly Sheet[];
}

/** One document in one language. It begins on a page of its own. */
export interface Sheet extends SheetContent {
  readonly language: Language;
  readonly brand: string;
  /** These words stand around the two numbers: `Page 1 of 2`. */
  readonly pageWords: { readonly page: string; readonly of: string };
  readonly footer: readonly string[];
  readonly notice: string | null;
  /** What prose may mention and must not hyphenate. */
  readonly names: readonly string[];
}

/** What differs from document to document. */
export interface SheetContent {
  readonly title: string;
  readonly subtitle: string;
  /** Or what stands in its place. */
  readonly policyNumber: Fact;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'figures'; readonly figures: readonly Fact[] }
  | { readonly kind: 'facts'; readonly groups: readonly FactGroup[] }
  | PriceTable
  | Prose
  | { readonly kind: 'letter'; readonly addressLines: readonly string[]; readonly paragraphs: readonly string[] };

export interface Prose {
  readonly kind: 'text';
  readonly title: string;
  readonly items: readonly TextItem[];
  /** Short items, set closer, so that a declaration of every product takes one page. */
  readonly isClose?: true;
  /** Easy to read. The typesetter tries it for all prose first. */
  readonly isLarge?: true;
  /** Never parted by the end of a page, so it is short. */
  readonly isWhole?: true;
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
  /** The first line is a figure below which others stand: its end is where theirs is. */
  readonly isAmount?: true;
}

export interface PriceTable {
  readonly kind: 'prices';
  readonly title: string;
  /** The first is of the names, the others of figures. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly note: string; readonly cells: readonly string[] }[];
  readonly total: readonly string[];
  /** Notes are printed below the table. */
  readonly notes?: readonly string[];
}

export interface TextItem {
  /** Runs into the text; empty for none. */
  readonly lead: string;
  readonly text: string;
  /** What the law wants to stand out. Framed items that follow each other have one frame. */
  readonly isFramed?: true;
  /** Bold from beginning to end. */
  readonly isStrong?: true;
  /** One of a list: its bullet stands before its lines. */
  readonly isListed?: true;
}

/** Makes the figures at the top of a sheet. A line has room for three. */
export function figures(...facts: readonly (readonly [label: string, ...lines: readonly string[]])[]): Block {
  return { kind: 'figures', figures: facts.map(([label, ...lines]) => ({ label, lines })) };
}

export function prose(title: string, ...items: readonly ProseItem[]): Prose {
  return {
    kind: 'text',
    title,
    items: items.map((item) => ('text' in item ? item : { lead: item[0], text: item[1] })),
  };
}

type ProseItem = readonly [lead: string, text: string] | TextItem;

/** Leaves out facts without a value. */
export function factsKnown(facts: readonly (readonly [label: string, value: FactValue])[]): readonly Fact[] {
  return facts.map(([label, value]) => ({ label, lines: linesOf(value) })).filter(({ lines }) => lines.length > 0);
}

type FactValue = string | null | readonly (string | null)[];

function linesOf(value: FactValue): readonly string[] {
  const lines = typeof value === 'string' || value === null ? [value] : value;
  return lines.filter((line): line is string => line !== null && line !== '');
}

import type { Language } from './print-request.ts';

/** The input of the templates: texts ready to be typeset, with nothing left to compute or translate. */
export interface PrintJob {
  readonly title: string;
  readonly author: string;
  /** The PDF's date. It comes from the policy, so that the same document has the same bytes whenever it is printed. */
  readonly date: { readonly year: number; readonly month: number; readonly day: number };
  readonly sheets: readonly Sheet[];
}

/** One document in one language. It begins on a page of its own. */
export interface Sheet {
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  readonly brand: string;
  readonly policyNumber: Fact;
  /** Around the two numbers: `Page 1 of 2`. */
  readonly pageWords: { readonly page: string; readonly of: string };
  readonly footer: readonly string[];
  readonly notice: string | null;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'figures'; readonly figures: readonly Fact[] }
  | { readonly kind: 'facts'; readonly groups: readonly FactGroup[] }
  | PriceTable
  | { readonly kind: 'text'; readonly title: string; readonly items: readonly TextItem[] }
  | { readonly kind: 'letter'; readonly addressLines: readonly string[]; readonly paragraphs: readonly string[] };

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface PriceTable {
  readonly kind: 'prices';
  readonly title: string;
  /** The first is of the names, the others of figures. */
  readonly columns: readonly string[];
  readonly rows: readonly PriceRow[];
  readonly total: readonly string[];
  /** Below the table. */
  readonly notes?: readonly string[];
}

export interface PriceRow {
  readonly name: string;
  readonly note: string;
  readonly cells: readonly string[];
}

export interface TextItem {
  /** Runs into the text; empty for none. */
  readonly lead: string;
  readonly text: string;
}

/** Leaves out facts without a value. */
export function factsKnown(facts: readonly (readonly [label: string, value: FactValue])[]): readonly Fact[] {
  return facts.map(([label, value]) => ({ label, lines: linesOf(value) })).filter(({ lines }) => lines.length > 0);
}

type FactValue = string | null | readonly (string | null)[];

function linesOf(value: FactValue): readonly string[] {
  const lines = typeof value === 'string' || value === null ? [value] : value;
  return lines.filter((line): line is string => line !== null && line !== '');
}

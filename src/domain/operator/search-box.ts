import { searchWords } from '../applicant/search-name.ts';
import { parseUuid } from '../ids.ts';

/** What was typed into the one search box, recognised by its form. */
export type Search =
  | { readonly kind: 'policy number'; readonly policyNumber: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'vin'; readonly beginning: string }
  | { readonly kind: 'email'; readonly beginning: string }
  /** Ways to write the name last name first, as it is kept. */
  | { readonly kind: 'name'; readonly beginnings: readonly string[] };

const shortestName = 2;
const shortestEmail = 3;

/** Null when it is too short to find anything by. */
export function readSearch(typed: string): Search | null {
  const text = typed.trim();
  if (/^nb\d{9}$/i.test(text)) return { kind: 'policy number', policyNumber: text.toUpperCase() };
  const id = parseUuid(text);
  if (id !== null) return { kind: 'id', id };
  if (text.includes('@')) return text.length < shortestEmail ? null : { kind: 'email', beginning: text.toLowerCase() };
  if (isVinLike(text)) return { kind: 'vin', beginning: text.toUpperCase() };
  const words = searchWords(text);
  return words.length < shortestName ? null : { kind: 'name', beginnings: ordersOf(words.split(' ')) };
}

/** Letters and digits mixed, as no name has them; from 5 on, which is a maker and the beginning of a model. */
function isVinLike(text: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{5,17}$/i.test(text) && /\d/.test(text) && /[A-Z]/i.test(text);
}

/**
 * People write a last name last, and some have two: `jean tremblay` is kept as `tremblay jean`, and `maria de la cruz`
 * as `de la cruz maria`.
 */
function ordersOf(words: readonly string[]): readonly string[] {
  const lastFirst = [...words.slice(-1), ...words.slice(0, -1)];
  const firstLast = [...words.slice(1), ...words.slice(0, 1)];
  return [...new Set([words, lastFirst, firstLast].map((order) => order.join(' ')))];
}

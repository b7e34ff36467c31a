import { parseUuid } from '../ids.ts';
import { searchWords } from '../person/search-name.ts';

/** A search, recognised by its form. */
export type Search =
  | { readonly kind: 'policy number'; readonly policyNumber: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'vin'; readonly beginning: string }
  | { readonly kind: 'email'; readonly beginning: string }
  /** Ten digits. */
  | { readonly kind: 'phone'; readonly digits: string }
  /** Possible spellings of the stored name, which has the last name first. The first one is as it was typed. */
  | { readonly kind: 'name'; readonly beginnings: readonly string[] };

const shortestName = 2;
const shortestEmail = 3;

/** Returns null if the text is too short. */
export function readSearch(typed: string): Search | null {
  const text = typed.trim();
  if (/^nb\d{9}$/i.test(text)) return { kind: 'policy number', policyNumber: text.toUpperCase() };
  const id = parseUuid(text);
  if (id !== null) return { kind: 'id', id };
  if (text.includes('@')) return text.length < shortestEmail ? null : { kind: 'email', beginning: text.toLowerCase() };
  const digits = phoneDigits(text);
  if (digits !== null) return { kind: 'phone', digits };
  if (isVinLike(text)) return { kind: 'vin', beginning: text.toUpperCase() };
  const words = searchWords(text);
  return words.length < shortestName ? null : { kind: 'name', beginnings: ordersOf(words.split(' ')) };
}

/** A phone number of North America, however it is written; a number of a company has fewer digits. */
function phoneDigits(text: string): string | null {
  if (!/^\+?[\d\s()./\-\u2010-\u2015]{10,25}$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? digits : null;
}

/** Letters and digits mixed, which no name has; at least 5, the maker and the start of the model. */
function isVinLike(text: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{5,17}$/i.test(text) && /\d/.test(text) && /[A-Z]/i.test(text);
}

/**
 * The last name is typed last and may have several words: `jean tremblay` is stored as `tremblay jean`, and `maria de
 * la cruz` as `de la cruz maria`.
 */
function ordersOf(words: readonly string[]): readonly string[] {
  const lastFirst = [...words.slice(-1), ...words.slice(0, -1)];
  const firstLast = [...words.slice(1), ...words.slice(0, 1)];
  return [...new Set([words, lastFirst, firstLast].map((order) => order.join(' ')))];
}

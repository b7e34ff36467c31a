import { plainWords } from '../plain-words.ts';
import type { Applicant } from '../quote/quote.ts';

// Longer than a typed name, shorter than an index entry: one character may expand to 18 letters.
const lengthMax = 120;

/**
 * Returns the applicant's name for searching: last name first, without case, accents and punctuation; a company by its
 * name.
 */
export function searchNameOf({
  firstOrCompanyName,
  lastName,
}: Pick<Applicant, 'firstOrCompanyName' | 'lastName'>): string {
  return searchWords(`${lastName ?? ''} ${firstOrCompanyName}`);
}

export function searchWords(text: string): string {
  return plainWords(text).join(' ').slice(0, lengthMax);
}

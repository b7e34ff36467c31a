import type { Applicant } from '../quote/quote.ts';
import { plainWords } from '../text/plain-words.ts';

// Longer than any name that a person types, shorter than what an index takes: some signs are written out in 18 letters.
const lengthMax = 120;

/** An applicant as a search finds it: last name first, without case, accents and punctuation. A company by its name. */
export function searchNameOf({
  firstOrCompanyName,
  lastName,
}: Pick<Applicant, 'firstOrCompanyName' | 'lastName'>): string {
  return searchWords(`${lastName ?? ''} ${firstOrCompanyName}`);
}

export function searchWords(text: string): string {
  return plainWords(text).join(' ').slice(0, lengthMax);
}

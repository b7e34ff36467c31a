import { phoneDigits } from '../person/phone-number.ts';
import { plainWords } from '../plain-words.ts';
import type { Applicant } from '../quote/quote.ts';

/*
 * What the operator finds a sale by is a list of words, each after a letter that says what it is: `n:tremblay`. The
 * migration beside the table `application_words` has the letters.
 */

/** What of a sale is looked for. */
export interface FoundBy {
  readonly applicant: Pick<
    Applicant,
    'firstOrCompanyName' | 'lastName' | 'emailAddress' | 'phoneNumber' | 'businessPhone'
  >;
  readonly vehicle: { readonly vin: string };
}

export function saleWords({ applicant, vehicle }: FoundBy): readonly string[] {
  const name = `${applicant.firstOrCompanyName} ${applicant.lastName ?? ''}`;
  const phones = [applicant.phoneNumber, applicant.businessPhone].map((phone) => phoneDigits(phone ?? ''));
  const words = [
    ...nameWords(name).map(nameWord),
    fullNameWord(name),
    emailWord(applicant.emailAddress),
    vinWord(vehicle.vin),
    vinEndWord(vehicle.vin),
    ...phones.map(phoneEndWord),
  ];
  return [...new Set(words.filter((word) => word.length > markLength))];
}

/** A name with an apostrophe, `d'Amours`, is one word or two, and people type both. */
function nameWords(name: string): readonly string[] {
  return [...plainWords(name), ...plainWords(name.replace(/['’‘ʼ]/g, ' '))];
}

const markLength = 'n:'.length;
// A word is cut at a length that nobody types; an index entry may have 2,046 bytes.
const lengthMax = 250;
const marked = (mark: string, text: string): string => `${mark}:${text.slice(0, lengthMax)}`;
const backwards = (text: string): string => [...text].reverse().join('');

export const nameWord = (word: string): string => marked('n', word);

/** The same for every order of the words: the last name is typed first or last. */
export const fullNameWord = (name: string): string => marked('f', plainWords(name).toSorted().join(' '));

export const emailWord = (address: string): string => marked('e', address.toLowerCase());

export const vinWord = (vin: string): string => marked('v', vin.toUpperCase());

/** What a VIN ends with is what it begins with backwards. */
export const vinEndWord = (end: string): string => marked('b', backwards(end.toUpperCase()));

/** The digits of a telephone number are kept backwards, too, so that its end can be looked for. */
export const phoneEndWord = (digits: string): string => marked('p', backwards(digits));

/** A loan's number as it is stored to be looked for: however it is typed, its letters and digits are the same. */
export const plainLoanNumber = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

import { parseUuid } from '../ids.ts';
import { phoneDigits } from '../person/phone-number.ts';
import { plainWords } from '../plain-words.ts';
import { emailWord, fullNameWord, nameWord, phoneEndWord, plainLoanNumber, vinEndWord, vinWord } from './sale-words.ts';

/** What a text may mean: a sale is found that matches any of it. */
export interface Search {
  /** The id of the application, or of anything that belongs to it. */
  readonly id: string | null;
  /** A sale has all words of one of these. */
  readonly words: readonly (readonly SearchWord[])[];
  readonly policyNumberEnd: string | null;
  /** Has capital letters and digits only. */
  readonly loanNumber: string | null;
}

export interface SearchWord {
  readonly text: string;
  /** The sale's word begins so; else it is this one. */
  readonly isBeginning: boolean;
}

const nothing: Search = { id: null, words: [], policyNumberEnd: null, loanNumber: null };

const nameLengthMin = 2;
const emailLengthMin = 3;
/** The maker and the beginning of the model. */
const vinBeginningMin = 5;
/** What people read out of a number: its last four. */
const vinEndMin = 4;
const [phoneEndMin, wholePhoneLength] = [4, 10];
const policyNumberEndMin = 4;
const loanNumberMin = 4;

/**
 * Reads what an operator has typed. If `isWhole`, what names or reaches a person is found in full alone, so that it
 * can't be guessed letter by letter. Returns null if the text is too short to find anything by.
 */
export function readSearch(typed: string, { isWhole }: { readonly isWhole: boolean }): Search | null {
  const text = typed.trim();
  const id = parseUuid(text);
  if (id !== null) return { ...nothing, id };
  if (isWholePolicyNumber(text)) return { ...nothing, policyNumberEnd: text.toUpperCase() };
  const search: Search = {
    id: null,
    words: [...personWords(text, isWhole), ...vinWords(text)],
    policyNumberEnd: /^\d+$/.test(text) && text.length >= policyNumberEndMin ? text : null,
    loanNumber: readLoanNumber(text),
  };
  const isEmpty = search.words.length === 0 && search.policyNumberEnd === null && search.loanNumber === null;
  return isEmpty ? null : search;
}

/** Whether the search is for one sale alone, by an id or a whole policy number. */
export const namesOneSale = ({ id, policyNumberEnd }: Search): boolean =>
  id !== null || (policyNumberEnd !== null && isWholePolicyNumber(policyNumberEnd));

const isWholePolicyNumber = (text: string): boolean => /^nb\d{9}$/i.test(text);

function personWords(text: string, isWhole: boolean): readonly (readonly SearchWord[])[] {
  const names = [...new Set(plainWords(text))];
  const isAddress = /^[^\s@]*@[^\s@]*$/.test(text);
  const isName = !isAddress && names.join(' ').length >= nameLengthMin;
  const digits = readPhone(text);
  if (isWhole)
    return [
      ...(isName ? [[exactly(fullNameWord(text))]] : []),
      ...(isAddress && text.length >= emailLengthMin ? [[exactly(emailWord(text))]] : []),
      ...(digits !== null && digits.length >= wholePhoneLength ? [[exactly(phoneEndWord(digits))]] : []),
    ];
  return [
    ...(isName ? [names.map((name) => beginning(nameWord(name)))] : []),
    // Most type the name in front of the @ and wait.
    ...(/^\S+$/.test(text) && text.length >= emailLengthMin ? [[beginning(emailWord(text))]] : []),
    ...(digits === null ? [] : [[beginning(phoneEndWord(digits))]]),
  ];
}

/** A telephone number or its end, however it is written. */
function readPhone(text: string): string | null {
  if (!/^\+?[\d\s()./\-\u2010-\u2015]+$/.test(text)) return null;
  const digits = phoneDigits(text);
  return digits.length >= phoneEndMin && digits.length <= 15 ? digits : null;
}

/** Letters and digits, of which the last are digits. */
function vinWords(text: string): readonly (readonly SearchWord[])[] {
  if (!/^[A-HJ-NPR-Z0-9]{4,17}$/i.test(text) || !/\d/.test(text)) return [];
  const isBeginning = text.length >= vinBeginningMin && /[A-Z]/i.test(text);
  const isEnd = text.length >= vinEndMin && /\d{4}$/.test(text);
  return [...(isBeginning ? [[beginning(vinWord(text))]] : []), ...(isEnd ? [[beginning(vinEndWord(text))]] : [])];
}

function readLoanNumber(text: string): string | null {
  const number = plainLoanNumber(text);
  return number.length >= loanNumberMin && /\d/.test(number) ? number : null;
}

const beginning = (text: string): SearchWord => ({ text, isBeginning: true });
const exactly = (text: string): SearchWord => ({ text, isBeginning: false });

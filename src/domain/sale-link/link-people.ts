import { emailWord, phoneEndWord } from '../list/sale-words.ts';
import { phoneDigits } from '../person/phone-number.ts';

/** Somebody as a link knows them: what the partner filled in, or what the customer has typed so far. */
export interface LinkPerson {
  readonly name: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly businessPhone: string;
}

/** Returns whom the sale of a link names, as its page keeps it: both, since a customer corrects what was filled in. */
export function peopleOf(sale: object): readonly LinkPerson[] {
  const { known, applicant } = sale as {
    readonly known?: { readonly applicant?: unknown };
    readonly applicant?: unknown;
  };
  return [applicant, known?.applicant].filter(isFilledIn).map((one) => ({
    name: [one.firstOrCompanyName, one.lastName].map(text).filter(Boolean).join(' '),
    emailAddress: text(one.emailAddress),
    phoneNumber: text(one.phoneNumber),
    businessPhone: text(one.businessPhone),
  }));
}

/** What a person is found by in the sale of a link, in the words of `sale-words.ts`. */
export function linkWords(sale: object): readonly string[] {
  const words = peopleOf(sale).flatMap(({ emailAddress, phoneNumber, businessPhone }) => [
    ...[emailAddress].filter(Boolean).map(emailWord),
    ...[phoneNumber, businessPhone].map(phoneDigits).filter(Boolean).map(phoneEndWord),
  ]);
  // Nobody is found by a sign that PostgreSQL can't store; the quote tells the customer what is wrong.
  return [...new Set(words)].filter((word) => !word.includes('\0'));
}

const isFilledIn = (one: unknown): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

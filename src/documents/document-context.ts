import { wholePhone } from '../domain/brand/brand.ts';
import type { Language } from '../domain/language.ts';
import { formats } from './formats.ts';
import type { Issuer } from './issuer.ts';
import { english, type Words } from './words/english.ts';
import { french } from './words/french.ts';

export type DocumentContext = Readonly<ReturnType<typeof documentContext>>;

/** What every document needs besides its policy: the words and formats of its language, and the issuer. */
export function documentContext(language: Language, issuer: Issuer) {
  const { lender } = issuer;
  return {
    language,
    words: wordsOf[language],
    formats: formats[language],
    issuer: { ...issuer, phoneNumber: wholePhone(issuer), lender: { ...lender, phoneNumber: wholePhone(lender) } },
  };
}

const wordsOf: Readonly<Record<Language, Words>> = { en: english, fr: french };

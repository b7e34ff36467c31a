import { type Formats, formats } from './formats.ts';
import type { Issuer } from './issuer.ts';
import type { Language } from './print-request.ts';
import { english } from './words/english.ts';
import { french } from './words/french.ts';
import type { Words } from './words/words.ts';

/** What a document is written with: a language's words and figures, and who issues it. */
export interface Pen {
  readonly language: Language;
  readonly words: Words;
  readonly formats: Formats;
  readonly issuer: Issuer;
}

export function penOf(language: Language, issuer: Issuer): Pen {
  return { language, words: wordsOf[language], formats: formats[language], issuer };
}

const wordsOf: Readonly<Record<Language, Words>> = { en: english, fr: french };

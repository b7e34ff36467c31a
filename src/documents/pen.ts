import { type Formats, formats } from './formats.ts';
import type { Issuer } from './issuer.ts';
import type { Language } from './print-request.ts';
import { type Words, words } from './words/words.ts';

/** What a document is written with: a language's words and figures, and who issues it. */
export interface Pen {
  readonly language: Language;
  readonly words: Words;
  readonly formats: Formats;
  readonly issuer: Issuer;
}

export function penOf(language: Language, issuer: Issuer): Pen {
  return { language, words: words[language], formats: formats[language], issuer };
}

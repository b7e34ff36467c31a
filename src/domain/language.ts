import { type Language, languageValues } from '../../contract/vocabulary.ts';

/** The languages of what customers, partners and operators read. */
export const languages = languageValues;
export type { Language };

/** One for each language, in their order. */
export type InEachLanguage<Value> = Each<typeof languages, Value>;
type Each<Tuple extends readonly unknown[], Value> = { readonly [Place in keyof Tuple]: Value };

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

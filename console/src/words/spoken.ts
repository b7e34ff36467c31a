import { type InEachLanguage, type Language, languages } from '../../../src/domain/language.ts';
/** A text in each language, in the order of `languages`: in English and in French. */
export type Text = InEachLanguage<string>;

/** Texts by their names. What needs values is a function of them. */
export type Texts = Text | ((...values: never[]) => Text) | { readonly [name: string]: Texts };

/** The texts in one language. */
export type Spoken<T> = T extends readonly [infer English, unknown]
  ? English
  : T extends (...values: infer Values) => unknown
    ? (...values: Values) => string
    : { readonly [Name in keyof T]: Spoken<T[Name]> };

export function spoken<T>(texts: T, language: Language): Spoken<T> {
  const place = languages.indexOf(language);
  const pick = (text: unknown): unknown => {
    if (Array.isArray(text)) return text[place];
    if (typeof text === 'function') return (...values: readonly unknown[]) => text(...values)[place];
    if (typeof text !== 'object' || text === null) return text;
    return Object.fromEntries(Object.entries(text).map(([name, part]) => [name, pick(part)]));
  };
  return pick(texts) as Spoken<T>;
}

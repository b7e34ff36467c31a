import type { Language } from '../../../src/domain/language.ts';

type Texts = typeof import('./texts.ts');

// Made by the build, each of the same source (`one-language.ts`).
const loaders: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./texts.ts?only=en') as Promise<Texts>,
  fr: () => import('./texts.ts?only=fr') as Promise<Texts>,
};
const loaded: Partial<Record<Language, Promise<Texts>>> = {};

/** The texts of which those in this language are there, once loaded. */
export function loadTexts(language: Language): Promise<Texts> {
  loaded[language] ??= loaders[language]();
  return loaded[language];
}

import { isLanguage, type Language } from '../../../src/domain/language.ts';

const keptUnder = 'northbind-language';

/** The browser's language, unless the operator chose the other one. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(keptUnder);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(keptUnder, language);
}

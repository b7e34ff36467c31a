import type { Language } from './language.ts';

/**
 * The operator types plain spaces. French lets no line begin with its punctuation, end with a quotation mark or part a
 * figure from what it counts.
 */
export function unbroken(text: string, language: Language): string {
  return language === 'en' ? text : text.replaceAll(/ (?=[:;!?»])|(?<=«) |(?<=\d) (?=[\p{Ll}\d])/gu, '\u00a0');
}

import type { Language } from '@northbind/sdk';

/** Writes a date in words. In French the first of a month is an ordinal; a day stays with its month. */
export function longDate(language: Language, date: Date): string {
  const text = date.toLocaleDateString(`${language}-CA`, { dateStyle: 'long', timeZone: 'UTC' });
  return text.replace(/^1 /, '1er ').replace(' ', '\u00a0');
}

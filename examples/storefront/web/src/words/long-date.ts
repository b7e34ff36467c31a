/** In words, as Canada writes a date: the first of a month is an ordinal in French, and its day stays with the month. */
export function longDate(language: 'en' | 'fr', date: Date): string {
  const text = date.toLocaleDateString(`${language}-CA`, { dateStyle: 'long', timeZone: 'UTC' });
  return text.replace(/^1 /, '1er ').replace(' ', '\u00a0');
}

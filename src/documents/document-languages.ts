import type { DocumentLanguages, Language } from './print-request.ts';

export function languageList(languages: DocumentLanguages): readonly [Language, ...Language[]] {
  const [first, ...others] = typeof languages === 'string' ? [languages] : languages;
  if (first === undefined) throw new RangeError('a document has at least one language');
  return [first, ...others];
}

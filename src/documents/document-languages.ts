import type { Province } from '../domain/address/province.ts';
import type { DocumentLanguages, Language } from './print-request.ts';

/**
 * The languages of a province's documents, in printing order. In Quebec the French version of an adhesion contract must
 * be remitted first (Charter of the French language, s. 55, since 2023-06-01). One PDF with the French part in front
 * does that, and spares a customer who then chooses English a second mail.
 */
export function documentLanguages(province: Province): readonly Language[] {
  return province === 'QC' ? ['fr', 'en'] : ['en'];
}

export function languageList(languages: DocumentLanguages): readonly [Language, ...Language[]] {
  const [first, ...others] = typeof languages === 'string' ? [languages] : languages;
  if (first === undefined) throw new RangeError('a document has at least one language');
  return [first, ...others];
}

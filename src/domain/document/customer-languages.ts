import type { Language } from '../language.ts';
import { languages } from '../language.ts';
import type { Province } from '../province.ts';

export interface Addressed {
  readonly seller: { readonly province: Province };
  /** `language` is the customer's, if the partner has told it. */
  readonly inputs: { readonly language: Language | null };
}

/**
 * The languages of what a customer gets, in printing order: the customer's own. In Quebec the French version of an
 * adhesion contract must be remitted first (Charter of the French language, s. 55, since 2023-06-01). One PDF with the
 * French part in front does that, and spares a customer who then chooses English a second mail. A brand that does not
 * offer English leaves that part out, unless the customer has asked for it.
 */
export function customerLanguages(
  { seller, inputs }: Addressed,
  offered: readonly Language[] = languages,
): readonly [Language, ...Language[]] {
  if (seller.province !== 'QC') return [inputs.language ?? 'en'];
  const isEnglishAdded = inputs.language === 'en' || (inputs.language === null && offered.includes('en'));
  return isEnglishAdded ? ['fr', 'en'] : ['fr'];
}

import type { Province } from '../address/province.ts';
import type { Language } from '../quote/quote.ts';

export interface Addressed {
  readonly seller: { readonly province: Province };
  /** `language` is the customer's, if the partner has told it. */
  readonly inputs: { readonly language?: Language };
}

/**
 * The languages of what a customer gets, in printing order: the customer's own. In Quebec the French version of an
 * adhesion contract must be remitted first (Charter of the French language, s. 55, since 2023-06-01). One PDF with the
 * French part in front does that, and spares a customer who then chooses English a second mail.
 */
export function customerLanguages({ seller, inputs }: Addressed): readonly [Language, ...Language[]] {
  if (seller.province !== 'QC') return [inputs.language ?? 'en'];
  return inputs.language === 'fr' ? ['fr'] : ['fr', 'en'];
}

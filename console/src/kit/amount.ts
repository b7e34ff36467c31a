import type { Language } from '../../../src/domain/language.ts';
import { formatDollars, parseDollars } from '../../../src/domain/money.ts';

/** Cents of an amount as it is typed in English or French: `1,333.50`, `1 333,50 $`; null for what is none. */
export function centsOf(typed: string): number | null {
  const bare = typed.replaceAll(/[\s\u00a0\u202f$]/g, '');
  const dollars = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(dollars) ? parseDollars(Number(dollars)) : null;
}

/** Writes an amount as it is typed in that language. */
export function typedAmount(cents: number, language: Language): string {
  const typed = formatDollars(cents);
  return language === 'fr' ? typed.replace('.', ',') : typed;
}

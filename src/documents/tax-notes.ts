import type { TaxLine } from '../domain/policy/policy.ts';
import type { DocumentContext } from './document-context.ts';

/** Each tax by its name and rate, and the numbers under which the issuer collects them. */
export function taxNotes(
  taxes: readonly TaxLine[],
  { words, formats, language, issuer }: DocumentContext,
): readonly string[] {
  if (taxes.length === 0) return [];
  const lines = taxes.map(({ name, ratePpm, amountCents }) =>
    words.priced(`${name[language]} ${formats.rate(ratePpm)}`, formats.money(amountCents)),
  );
  const numbers = issuer.taxNumbers[language];
  return [words.taxesIncluded(lines.join(' · ')), ...(numbers === '' ? [] : [words.taxNumbers(numbers)])];
}

import type { TaxLine } from '../domain/policy/policy.ts';
import type { DocumentContext } from './document-context.ts';

/** Each tax by its name and rate, and the numbers under which the issuer collects these. */
export function taxNotes(
  taxes: readonly TaxLine[],
  { words, formats, language, issuer }: DocumentContext,
): readonly string[] {
  if (taxes.length === 0) return [];
  const lines = taxes.map(({ name, ratePpm, amountCents }) =>
    words.priced(`${name[language]} ${formats.rate(ratePpm)}`, formats.money(amountCents)),
  );
  const numbers = numbersOf(taxes, issuer.taxNumbers[language]);
  return [words.taxesIncluded(lines.join(' · ')), ...(numbers === '' ? [] : [words.taxNumbers(numbers)])];
}

/**
 * A number begins with the name of its tax, as in `GST/HST 12345 6789 RT0001`, and is printed where that is charged;
 * one without a name is printed wherever there is tax.
 */
function numbersOf(taxes: readonly TaxLine[], numbers: string): string {
  // In both languages: an issuer may name its numbers in one alone.
  const names = taxes.flatMap(({ name }) => [name.en, name.fr]).map(RegExp.escape);
  const isCharged = new RegExp(`^(?:\\d|(?:\\S+/)?(?:${names.join('|')})(?:/\\S+)? )`);
  return numbers
    .split(betweenNumbers)
    .filter((number) => isCharged.test(number))
    .join(betweenNumbers);
}

const betweenNumbers = ' · ';

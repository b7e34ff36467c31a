import type { BookDifference } from '../../../../src/operator/wire/tariff.ts';
import type { Speech } from '../../words/words.tsx';

/** What a rate book's file has, in the operator's language. What has no word is called as the file calls it. */
export function partName(part: string, { tariff }: Speech): string {
  const parts: Readonly<Record<string, string>> = tariff.file.parts;
  return parts[part] ?? part;
}

/** `baseCents.3` → `price, 3 years`; `limits.1.amountCents` → `limit, 1, amount`. */
export function valueName(path: string, { tariff }: Speech): string {
  const names: Readonly<Record<string, string>> = tariff.file.names;
  return path
    .split('.')
    .map((name, place, all) => (all[place - 1] === 'baseCents' ? tariff.file.years(name) : (names[name] ?? name)))
    .join(', ');
}

export function writtenText(
  { part, value }: Pick<BookDifference, 'part' | 'value'>,
  written: BookDifference['from'],
  { tariff, kit, format }: Speech,
): string {
  if (written === null) return kit.none;
  if (typeof written === 'boolean') return written ? kit.yes : kit.no;
  if (typeof written === 'string') {
    const names: Readonly<Record<string, string>> = tariff.file.names;
    return /^\d{4}-\d\d-\d\d$/.test(written) ? format.date(written) : (names[written] ?? written);
  }
  if (/cents/i.test(value)) return format.money(written);
  // A factor multiplies; a commission is a part of the premium.
  if (part === 'commissions') return format.percent(written / 1_000_000);
  return part === 'factors' && !value.endsWith('upTo')
    ? `× ${format.number(written / 1_000_000)}`
    : format.number(written);
}

import type { Format } from './format.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Facts of any shape as one line: what changed, for those who want to know it exactly. Money and days as everywhere. */
export function tellFacts(facts: Facts, format: Format): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => tellFact(name, value, format))
    .join(' · ');
}

/** Without ids and what is nested: for a time line, where they are noise. */
export function tellBriefly(facts: Facts, format: Format): string {
  const brief = Object.entries(facts).filter(([name, value]) => !/ids?$/i.test(name) && typeof value !== 'object');
  return tellFacts(Object.fromEntries(brief), format);
}

function tellFact(name: string, value: unknown, format: Format): string {
  if (name.endsWith('Cents') && typeof value === 'number')
    return `${inWords(name.slice(0, -'Cents'.length))}: ${format.money(value)}`;
  return `${inWords(name)}: ${tellValue(value, format)}`;
}

function tellValue(value: unknown, format: Format): string {
  if (Array.isArray(value)) return value.map((one) => tellValue(one, format)).join(', ');
  if (typeof value === 'object' && value !== null) return `(${tellFacts(value as Facts, format)})`;
  return String(value);
}

/** `rateLimit` reads as `rate limit`. */
function inWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

import type { Format } from './format.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Formats facts of any shape as one line. */
export function formatFacts(facts: Facts, format: Format): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => formatFact(name, value, format))
    .join(' · ');
}

/** Without ids and nested facts, for a time line. */
export function formatBriefly(facts: Facts, format: Format): string {
  const brief = Object.entries(facts).filter(([name, value]) => !/ids?$/i.test(name) && typeof value !== 'object');
  return formatFacts(Object.fromEntries(brief), format);
}

function formatFact(name: string, value: unknown, format: Format): string {
  if (name.endsWith('Cents') && typeof value === 'number')
    return `${inWords(name.slice(0, -'Cents'.length))}: ${format.money(value)}`;
  return `${inWords(name)}: ${formatValue(value, format)}`;
}

function formatValue(value: unknown, format: Format): string {
  if (Array.isArray(value)) return value.map((one) => formatValue(one, format)).join(', ');
  if (typeof value === 'object' && value !== null) return `(${formatFacts(value as Facts, format)})`;
  return String(value);
}

/** `rateLimit` → `rate limit`. */
function inWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

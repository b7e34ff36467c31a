import type { Words } from '../words/dictionary.ts';
import type { Format } from './format.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What facts are called in the operator's language. */
export interface FactSpeech {
  readonly facts: Words['facts'];
  readonly format: Format;
}

export function formatFacts(facts: Facts, speech: FactSpeech): string {
  const { otherBasis } = speech.facts;
  const isInBoth = 'basis' in facts && 'basisFrench' in facts;
  return Object.entries(facts)
    .filter(([name]) => !(isInBoth && name === otherBasis))
    .filter(([, value]) => String(value ?? '') !== '')
    .map(([name, value]) => formatFact(name, value, speech))
    .join(' · ');
}

/** Leaves out ids and nested facts, for a time line. */
export function formatBriefly(facts: Facts, speech: FactSpeech): string {
  const brief = Object.entries(facts).filter(([name, value]) => !/ids?$/i.test(name) && typeof value !== 'object');
  return formatFacts(Object.fromEntries(brief), speech);
}

function formatFact(recorded: string, value: unknown, speech: FactSpeech): string {
  const isMoney = recorded.endsWith('Cents') && typeof value === 'number';
  const name = isMoney ? recorded.slice(0, -'Cents'.length) : recorded;
  const { names, colon } = speech.facts;
  const shown = isMoney ? speech.format.money(value) : formatValue(value, speech);
  return name === 'kind' ? shown : `${names[name] ?? inWords(name)}${colon} ${shown}`;
}

function formatValue(value: unknown, speech: FactSpeech): string {
  if (Array.isArray(value)) return value.map((one) => formatValue(one, speech)).join(', ');
  if (typeof value === 'object' && value !== null) return `(${formatFacts(value as Facts, speech)})`;
  const text = String(value);
  return speech.facts.values[text] ?? formatDates(text, speech.format);
}

/** A date or a time that is recorded in the form of ISO 8601 is shown as one; any other text stays as it is. */
export function formatDates(text: string, format: Pick<Format, 'date' | 'time'>): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.date(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? format.time(text) : text;
}

/** `rateLimit` → `rate limit`, `isShown` → `shown`. */
function inWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^is /, '')
    .toLowerCase();
}

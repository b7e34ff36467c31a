/**
 * What of an answer must be the same whenever a page is run: the properties, the types, and every text that is not
 * made anew each time. Numbers count by type, since prices follow the drawn vehicle.
 */
export function shapeOf(value: unknown, name = ''): unknown {
  if (facts.has(name)) return 'a fact about the vehicle';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'string') return settle(value);
  if (Array.isArray(value)) return value.map((item) => shapeOf(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item, key)]));
  return value;
}

/** Test VINs are drawn, and a fact that the data leave open is null. */
const facts = new Set(['make', 'model', 'trim', 'bodyClass', 'driveType', 'fuelType', 'engine', 'vin']);

/**
 * Parts of a text that differ from run to run, each put in the place of what it stands for. The first that matches
 * counts.
 */
const passing: readonly (readonly [RegExp, string])[] = [
  [/^[0-9A-Z]{17}\.(…|[\w.-]{30,})$/g, '<vehicle>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<moment>'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '<date>'],
  [/^[\w-]{12}…$|^[\w.-]{40,}$/g, '<token>'],
  [/\/sale\/[\w-]+…?/g, '/sale/<secret>'],
  [/\bNB\d{9}\b/g, '<policy number>'],
  [/\bSL-\d{4}-\d{4}-\d\b/g, '<loan number>'],
  [/^\d{6}$/g, '<approval code>'],
  [/\b127\.0\.0\.1:\d+/g, '<host>'],
];

function settle(text: string): string {
  return passing.reduce((settled, [pattern, name]) => settled.replaceAll(pattern, name), text);
}

import { OPTION_SEPARATOR } from '../format.ts';

/** Turns the source's texts into those that a partner would print. */

/** The source has some makes in capitals. Names of up to four letters (BMW, GMC, MINI) stay in capitals. */
export function makeWord(name: string): string {
  const trimmed = name.trim();
  const known = MAKES[trimmed.toUpperCase()];
  if (known !== undefined) return known;
  if (trimmed !== trimmed.toUpperCase()) return trimmed;
  return trimmed.replace(/[A-Z]{5,}/g, (word) => word[0] + word.slice(1).toLowerCase());
}

const MAKES: Readonly<Record<string, string>> = { RAM: 'Ram', FIAT: 'Fiat', MCLAREN: 'McLaren', SMART: 'smart' };

/**
 * A text may name several trims that the VIN does not distinguish: "LX, EX", "LE/XLE". They become options. The source
 * marks names that are used only in Canada; if there are any, only those are options. Not split: "R/T", "w/Navi",
 * "1/2 Ton".
 */
export function trimWords(text: string): string | null {
  const clean = text.replace(/\s+/g, ' ').trim();
  if (clean === '' || /^(n\/?a|tbd|not (identified|applicable|available)|none|unknown|export)$/i.test(clean))
    return null;
  const options = splitOutsideBrackets(clean);
  const canadian = options.filter((option) => CANADA.test(option));
  const chosen = (canadian.length > 0 ? canadian : options).map((option) =>
    option.replace(CANADA, '').replace(/ NA$/, '').trim(),
  );
  return [...new Set(chosen)].filter((option) => option !== '').join(OPTION_SEPARATOR) || null;
}

const CANADA = /\s*\(Canad(a|ian)( only)?\)/i;

function splitOutsideBrackets(text: string): string[] {
  const options: string[] = [];
  for (const part of text.split(/,(?![^(]*\))/)) {
    const pieces = part.split('/').map((piece) => piece.trim());
    const isList =
      pieces.every((piece) => piece.length > 1 && /[a-z]/i.test(piece) && !/\bw$/i.test(piece)) && !/[()]/.test(part);
    options.push(...(isList ? pieces : [part.trim()]));
  }
  return options.filter((option) => option !== '');
}

/**
 * A series is a trim for Ford ("Lariat") and MINI ("Cooper S"); for others it is a chassis code or a weight, which
 * means nothing to a customer.
 */
export function seriesWords(text: string): string | null {
  const isCode = CHASSIS_CODES.some((code) => code.test(text.trim()));
  return isCode ? null : trimWords(text);
}

const CHASSIS_CODES = [
  /[- ]series$/i,
  /^\d{3}\b/,
  /\b(type|generation|gen)\b/i,
  /\bton\b/i,
  /^\d+$/,
  /^(1500|2500|3500)\b/,
  /^[A-Z]{1,4}\d+[A-Z]{0,2}\b/,
  /^(?!(GT|LX|DX|SE|LE|EX|TI|SL|SV|LS|LT|XL|SI|ES|GS|RS|SS|S|L)$)[A-Z]{1,2}\d?$/,
];

/** "2500 Cargo", "1500 (1/2 Ton)", "3/4 Ton": the number after the name of a General Motors truck. */
export function modelNumber(series: string): string | null {
  const number = /^(1500|2500|3500)\b/.exec(series)?.[1];
  if (number !== undefined) return number;
  if (/\b1\/2 ton\b/i.test(series)) return '1500';
  if (/\b3\/4 ton\b/i.test(series)) return '2500';
  return /(?<!\d\/)\b1 ton\b/i.test(series) ? '3500' : null;
}

/** Trim and series often name the drive type, which the source otherwise lacks. Null when they name none or several. */
export function driveWord(text: string): string | null {
  const found = DRIVE_WORDS.filter(([pattern]) => pattern.test(text));
  return found.length === 1 ? found[0]![1] : null;
}

const DRIVE_WORDS = [
  [/\b(AWD|eAWD|SH-AWD|xDrive|quattro|4MATIC|4M\b|4MOTION|ALL4)/i, 'AWD/All-Wheel Drive'],
  [/\b(4WD|4x4)\b/i, '4WD/4-Wheel Drive/4x4'],
  [/\b(2WD|4x2)\b/i, '4x2'],
  [/\bFWD\b/i, 'FWD/Front-Wheel Drive'],
  [/\bRWD\b/i, 'RWD/Rear-Wheel Drive'],
] as const;

/**
 * "Class 2E: 6,001 - 7,000 lb (2,722 - 3,175 kg)" is 3175. The last class has no upper limit and gets a number above
 * every limit.
 */
export function gvwrKg(name: string): string | null {
  if (name.includes('and above')) return '99999';
  const kilograms = /([\d,]+) kg[^)]*\)$/.exec(name)?.[1];
  return kilograms === undefined ? null : kilograms.replace(',', '');
}

/** Litres to one decimal. "TBD" and the like are null. */
export function litresWord(text: string, divisor: number): string | null {
  const litres = Number(text) / divisor;
  return litres > 0 && litres < 30 ? litres.toFixed(1) : null;
}

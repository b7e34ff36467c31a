import type { Electrification } from '../src/vehicles/format.ts';

/** Trim and series often name the drive type, which the source otherwise lacks. Null when they name none or several. */
export function driveWord(text: string): string | null {
  const found = DRIVE_WORDS.filter(([pattern]) => pattern.test(text));
  return found.length === 1 ? found[0]![1] : null;
}

const DRIVE_WORDS = [
  [
    /(?<![a-z])(e?AWD|SH-(E-)?AWD|Super Handling|xDrive|quattro|4-?MATIC|4-?M(?![a-z])|4MOTION|ALL ?4(?!\w)|Q4(?!\w)|T8(?!\w)|Dual Motor)/i,
    'AWD/All-Wheel Drive',
  ],
  [/\b(4WD|4x4|4xe|X-?Drive 4)\b/i, '4WD/4-Wheel Drive/4x4'],
  [/\b(2WD|4x2)\b/i, '4x2'],
  [/\bFWD\b/i, 'FWD/Front-Wheel Drive'],
  [/\b(RWD|sDrive\w*|eDrive\w*|Single Motor)\b/i, 'RWD/Rear-Wheel Drive'],
] as const;

/**
 * How far a vehicle is electric, by the words of a trim, series, model or engine: "SE PHEV", "Limited 4XE", "S580e
 * 4MATIC". Null when they do not say, or when a list has others, too: "Base/Hybrid".
 */
export function electrificationWord(text: string): Electrification | null {
  const found = new Set(
    text.split(/[,;/]|\r?\n/).map((part) => ELECTRIC_WORDS.find(([, words]) => words.test(part))?.[0]),
  );
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

const ELECTRIC_WORDS: readonly (readonly [Electrification, RegExp])[] = [
  [
    'plug-in',
    /PHEV|[Pp]lug-?[Ii]n|4[Xx][Ee]\b|[Ee]-[Hh]ybrid|\b(xDrive|[A-Z]{0,3} ?)\d{2,3}[iL]?x?e\b|\b\d\d ?S? ?e\b/,
  ],
  ['mild', /mild (HEV|hybrid)|MHEV|eTorque/i],
  ['hybrid', /\bF?HEV\b|\bHV\b|hybrid/i],
];

/** The same, by the source's level: "PHEV (Plug-in Hybrid Electric Vehicle)". */
export function levelWord(name: string): Electrification | null {
  if (name.startsWith('BEV')) return 'battery';
  if (name.startsWith('FCEV')) return 'fuel cell';
  if (name.startsWith('PHEV')) return 'plug-in';
  if (name.startsWith('Mild')) return 'mild';
  return name.includes('HEV') ? 'hybrid' : null;
}

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

import type { Colours } from './brand.ts';

/** WCAG 2.2, level AA, for text. */
const contrastMin = 4.5;

/**
 * Whether texts in these colours can be read where we put them: the main colour also on the tint behind figures, the
 * accent on white. White on either is the same contrast the other way round.
 */
export function areReadable({ main, accent }: Colours): boolean {
  return contrastOf(main, tint) >= contrastMin && contrastOf(accent, '#ffffff') >= contrastMin;
}

export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

/** The tint is that of the documents' style.typ. */
const tint = '#f1f5f7';

/** Returns a ratio from 1 (none) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

import coverage from './data/font-coverage.json' with { type: 'json' };

/** The font of our own words. Of the fonts, it alone is also here in bold. */
export const mainFont = 'Noto Sans';

const ideographic = ['Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR'] as const;

/** The fonts of the papers, by their families: one for each script of names. */
export const fontFamilies = [
  mainFont, // Latin, Greek, Cyrillic and Devanagari.
  'Noto Sans Armenian',
  'Noto Sans Georgian',
  'Noto Sans Hebrew',
  'Noto Sans Arabic',
  'Noto Sans Bengali',
  'Noto Sans Gurmukhi',
  'Noto Sans Gujarati',
  'Noto Sans Tamil',
  'Noto Sans Telugu',
  'Noto Sans Kannada',
  'Noto Sans Malayalam',
  'Noto Sans Sinhala',
  'Noto Sans Thai',
  'Noto Sans Lao',
  'Noto Sans Khmer',
  'Noto Sans Myanmar',
  'Noto Sans Ethiopic',
  'Noto Sans Canadian Aboriginal',
  ...ideographic,
] as const;

export type FontFamily = (typeof fontFamilies)[number];

/**
 * The fonts in the order in which they are asked for a letter of this text. Chinese, Japanese and Korean share
 * characters and draw them differently. Kana and hangul identify Japanese and Korean; ideographs alone are taken for
 * Chinese.
 */
export function fontsFor(text: string): readonly FontFamily[] {
  if (kana.test(text)) return [...others, 'Noto Sans JP', 'Noto Sans SC', 'Noto Sans KR'];
  if (hangul.test(text)) return [...others, 'Noto Sans KR', 'Noto Sans SC', 'Noto Sans JP'];
  return [...others, 'Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR'];
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

const others = fontFamilies.filter((family) => !ideographic.some((one) => one === family));

/** Whether the font has a glyph for the code point. */
export function hasGlyph(family: FontFamily, codePoint: number): boolean {
  const edges = edgesByFamily[family];
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= codePoint) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** Lists where in Unicode a font's ranges begin and end, in turn. */
const edgesByFamily = Object.fromEntries(
  fontFamilies.map((family) => [family, readEdges(coverage[family])]),
) as Readonly<Record<FontFamily, Uint32Array>>;

function readEdges(distances: string): Uint32Array {
  let edge = 0;
  return Uint32Array.from(distances.split(' '), (distance) => (edge += Number.parseInt(distance, 36)));
}

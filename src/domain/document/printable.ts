import { type FontFamily, fontsFor, hasGlyph, mainFont } from './fonts.ts';

/**
 * Decides which texts can be printed as they come, for the quote, which refuses the others, and for the paper, which is
 * set by the same runs. A letter is judged with its marks, since these can only be set on a letter of the same font.
 */

/** Whether the text can be printed as it came, and something of it is seen. */
export function isPrintable(text: string): boolean {
  return unprintableSign(text) === null && visible.test(text);
}

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The first sign that can't be printed as it came, in its place; null if all can. */
export function unprintableSign(text: string): string | null {
  if (plain.test(text)) return null;
  for (const { fault } of lettersOf(text)) if (fault !== null) return fault;
  return null;
}

/** A sign for a message: with its number in Unicode, which is all that can be said of one that shows nothing. */
export function nameOfSign(sign: string): string {
  const number = `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return visible.test(sign) && !showsNothing.test(sign) ? `${sign} (${number})` : number;
}

const showsNothing = /[\p{C}\p{Default_Ignorable_Code_Point}\ufffc\ufffd]/u;

/** A part of a text that one font has. */
export interface FontRun {
  readonly family: FontFamily;
  readonly text: string;
}

/**
 * The text in the fonts that it is printed in. What can't be printed is left out: a text that no quote has judged, such
 * as a partner's own reference, must not stop a paper.
 */
export function fontRuns(text: string): readonly FontRun[] {
  if (plain.test(text)) return [{ family: mainFont, text }];
  const runs: { family: FontFamily; text: string }[] = [];
  for (const { letter, family } of lettersOf(text.toWellFormed())) {
    const last = runs.at(-1);
    if (family === null) continue;
    if (last?.family === family) last.text += letter;
    else runs.push({ family, text: letter });
  }
  return runs;
}

// Most texts match it. All of these characters are in Noto Sans, so they need not be looked up one by one.
const plain = /^[ -~\u00a0-\u00ac\u00ae-\u017f\u2019]*$/;

interface Letter {
  /** The letter has its marks with it. */
  readonly letter: string;
  /** Null where the letter can't be set. */
  readonly family: FontFamily | null;
  /** What of it can't be printed as it came. */
  readonly fault: string | null;
}

function* lettersOf(text: string): Generator<Letter> {
  const fonts = fontsFor(text);
  let before: FontFamily = mainFont;
  for (const letter of text.match(letterWithMarks) ?? []) {
    const isSetApart = unprinted.test(letter) || marksFault(letter) !== null;
    // A blank or a sign stays in the font of what it follows: between letters from right to left, it may run with them.
    const asked: readonly FontFamily[] = noScript.test(letter) ? [before, ...fonts] : fonts;
    const family: FontFamily | null = isSetApart ? null : (asked.find((one) => hasLetter(one, letter)) ?? null);
    if (family !== null) before = family;
    yield { letter, family, fault: family === null ? faultOf(letter, fonts) : looseJoiner(letter) };
  }
}

// This is not a grapheme cluster: that of Myanmar’s letters ends before some of their marks.
const letterWithMarks = /\P{M}[\p{M}\u200c\u200d]*|\p{M}/gu;
const noScript = /^\p{Script=Common}+$/u;

// Controls, also of direction; what shows nothing by its nature; private use; the signs that stand for an object or a
// lost letter; emoji.
const unprinted =
  /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffc\ufffd]|(?![\u00a9\u00ae\u2122])\p{Extended_Pictographic}/u;

function hasLetter(family: FontFamily, letter: string): boolean {
  // The typesetter composes a letter and its marks where the font has them as one.
  return hasAll(family, letter) || hasAll(family, letter.normalize('NFC'));
}

function hasAll(family: FontFamily, letter: string): boolean {
  return Array.from(letter).every((sign) => joiner.test(sign) || hasGlyph(family, sign.codePointAt(0)!));
}

const joiner = /[\u200c\u200d]/;

function faultOf(letter: string, fonts: readonly FontFamily[]): string {
  const [base, ...marks] = Array.from(letter) as [string, ...string[]];
  const refused = unprinted.exec(letter)?.[0];
  if (refused !== undefined) return refused;
  const font = fonts.find((family) => hasAll(family, base));
  if (font === undefined) return base;
  return marksFault(letter) ?? marks.find((mark) => !hasAll(font, mark)) ?? base;
}

/**
 * A mark needs a letter or figure that it belongs to: one of its own script, where it has one. More than three marks of
 * no script stand in the lines above.
 */
function marksFault(letter: string): string | null {
  const [base, ...rest] = Array.from(letter) as [string, ...string[]];
  if (/\p{M}/u.test(base)) return base;
  const marks = rest.filter((sign) => /\p{M}/u.test(sign));
  if (marks.length === 0) return null;
  if (!/[\p{L}\p{N}]/u.test(base)) return marks[0]!;
  const own = scripts.find((script) => script.test(base));
  const stranger = marks.find((mark) => !anyScript.test(mark) && !own?.test(mark));
  return stranger ?? marks.filter((mark) => inherited.test(mark))[marksMax] ?? null;
}

const marksMax = 3;
const inherited = /\p{Script=Inherited}/u;
const anyScript = /\p{Script_Extensions=Inherited}|(?=\p{M})[\u0300-\u036f]/u;

/** Persian and Indic names are spelled with the two joiners. Elsewhere nobody sees them. */
function looseJoiner(letter: string): string | null {
  return joined.test(letter) ? null : (joiner.exec(letter)?.[0] ?? null);
}

const joinedScripts = [
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
];
const joined = new RegExp(`^[${joinedScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/** Those that have marks of their own. */
const scripts = [
  ...joinedScripts,
  'Latin',
  'Greek',
  'Cyrillic',
  'Hebrew',
  'Thai',
  'Lao',
  'Ethiopic',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
].map((script) => new RegExp(`\\p{Script_Extensions=${script}}`, 'u'));

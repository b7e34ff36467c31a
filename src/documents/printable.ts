import type { Coverage } from './font-coverage.ts';

export interface FontCoverage {
  readonly all: Coverage;
  readonly arabic: Coverage;
}

/** Printed in place of a character that no font has, so that the customer sees that one is missing. */
const replacement = '\ufffd';

/**
 * Makes a text safe to typeset. A customer's name can hold two things that would prevent the document, and with it the
 * policy: a character that none of the fonts has (PDF/A forbids the empty box), and a change of direction within a run,
 * which aborts the process (Typst 0.13.1, seen with U+202E and with a sign next to Arabic).
 */
export function printableText(text: string, fonts: FontCoverage): string {
  if (plain.test(text)) return breakLongWords(text);
  const clean = text.toWellFormed().replace(spaces, ' ').replace(unseen, '');
  const shown = replaceEach(clean, (character) => isPrintable(character, fonts.all), replacement);
  return rightToLeft.test(shown) ? settleDirections(shown, fonts.arabic) : breakLongWords(shown);
}

/** For a document that can't be typeset otherwise: a policy with question marks in a name is better than none. */
export function westernText(text: string): string {
  return breakLongWords(text.replace(notPlain, '?'));
}

// Most texts. All of these characters are in Noto Sans, so they need not be checked one by one.
const plain = /^[ -~\u00a0-\u00ac\u00ae-\u017f\u2019]*$/;

const notPlain = /[^ -~\u00a0-\u00ac\u00ae-\u017f\u2019]/gu;

const spaces = /[\t\n\v\f\r\u0085\u2028\u2029]/g;

// Controls, direction marks, soft hyphens, fillers, variation selectors, tags. Left are the two joiners, which Persian
// and Indic names are spelled with.
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * In a text with Arabic in it, signs, marks and figures may be set from right to left too. The typesetter aborts when
 * such a run needs a second font, so there they must be in the Arabic one; a letter of another script always runs its
 * own way and may be in any font. It also aborts at an Arabic sign without a letter that gives it a direction: only
 * marks on a letter, digits and the usual stops are let through, and Persian digits, which it counts as such signs,
 * become ours. Names and addresses are not spelled with the others (Koranic and mathematical signs).
 */
function settleDirections(text: string, isInArabicFont: Coverage): string {
  return text
    .replace(persianDigits, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(weakCharacters, (character) => (isPrintable(character, isInArabicFont) ? character : '?'))
    .replace(rareArabicSigns, '?')
    .replace(looseArabicMarks, '?'); // Last: what was replaced carries no mark.
}

const persianDigits = /[\u06f0-\u06f9]/g;
const looseArabicMarks = /(?<![\p{Script=Arabic}&&\p{L}]\p{M}*)[\p{Script_Extensions=Arabic}&&\p{M}]/gv;
const rareArabicSigns = /[\p{Script_Extensions=Arabic}--[\p{L}\p{M}\p{Nd}\u060c\u061b\u061f]]/gv;
const weakCharacters = /[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/gv;

function replaceEach(text: string, isGood: (character: string) => boolean, instead: string): string {
  return Array.from(text, (character) => (isGood(character) ? character : instead)).join('');
}

function isPrintable(character: string, isCovered: Coverage): boolean {
  if (character === '\u200c' || character === '\u200d') return true;
  return !/\p{Co}/u.test(character) && isCovered(character.codePointAt(0)!);
}

/** A word longer than this may not fit a column. It is the length of a long German compound or an e-mail address. */
const wordLengthMax = 24;

/** Where a line may break. */
export const breakMark = '\u200b';

/**
 * A line breaks only between words, so a very long one gets places (U+200B) where it may break: after a sign, or else
 * anywhere.
 */
function breakLongWords(text: string): string {
  if (!mayHaveLongWord(text)) return text;
  return text.replace(longWord, (word) =>
    word.replace(/[@._\-/](?=.)/g, `$&${breakMark}`).replace(longPiece, `$&${breakMark}`),
  );
}

/** Nearly no text has one, and the pattern would take longer than everything else in this file. */
function mayHaveLongWord(text: string): boolean {
  let length = 0;
  for (let index = 0; index < text.length && length <= wordLengthMax; index += 1) {
    length = text.charCodeAt(index) === space ? 0 : length + 1;
  }
  return length > wordLengthMax;
}

const space = 0x20;
const longWord = new RegExp(`[^\\s\\u00a0]{${wordLengthMax + 1},}`, 'gu');
const longPiece = /[^\s\u00a0\u200b]{12}(?=[^\s\u00a0\u200b\p{M}]{4})/gu;

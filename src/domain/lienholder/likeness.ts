import { editsFrom } from './edit-distance.ts';

/** A word of a name, or several of its words written as one. */
export interface Term {
  readonly text: string;
  readonly isWord: boolean;
}

/**
 * Scores how close terms are to a typed word, from 0 to 1. In this order: the same term, a term with that prefix, a
 * term (or prefix of a word) that it misspells, a word that contains it.
 */
export interface Likeness {
  /** Whether a text of these letters can be close at all. */
  readonly mayBe: (letters: number) => boolean;
  readonly of: (term: Term) => number;
}

export function likenessTo(typed: string, isKnown: boolean): Likeness {
  // A known word is not treated as a misspelling, and neither are three letters, which are close to too many words.
  const mayBeMisspelt = !isKnown && typed.length >= misspeltLengthMin;
  const slipsMax = mayBeMisspelt ? (typed.length < 6 ? 1 : 2) : 0;
  const letters = lettersOf(typed);
  const pairs = pairsOf(typed);
  const sharedMin = Math.max(2, pairs.size - 2 * slipsMax, Math.ceil(0.4 * pairs.size));
  const editsTo = editsFrom(typed, slipsMax);
  return {
    mayBe: (ofText) => {
      // Each typing error changes at most one letter.
      let missing = letters & ~ofText;
      for (let slips = 0; slips < slipsMax; slips++) missing &= missing - 1;
      return missing === 0;
    },
    of: ({ text, isWord }) => {
      if (text.startsWith(typed)) return text === typed ? 1 : 0.93 + 0.03 * (typed.length / text.length);
      if (!mayBeMisspelt || text.length < typed.length - slipsMax) return 0;
      // Joined words are long: only a term of nearly the same length matches.
      if (!isWord && text.length > typed.length + slipsMax) return 0;
      if (text.includes(typed)) return likenessOfPart;
      const edits = editsTo(text);
      // A wrong first letter turns a short word into another (`test`, `west`), and so does a second error in a long
      // one.
      const otherStartMax = typed.length > misspeltLengthMin ? 1 : 0;
      const familiarMax = typed[0] === text[0] ? slipsMax : otherStartMax;
      const whole = edits.whole <= familiarMax ? 0.95 * (1 - edits.whole / Math.max(typed.length, text.length)) : 0;
      const isBeginning = edits.beginning <= familiarMax && typed.length > misspeltLengthMin;
      const likeness = isBeginning ? Math.max(whole, 0.8 * (1 - edits.beginning / typed.length)) : whole;
      // Two errors leave too little of a short word.
      return likeness >= likenessMin && pairs.intersection(pairsOf(text)).size >= sharedMin ? likeness : 0;
    },
  };
}

const misspeltLengthMin = 4;
const likenessMin = 0.6;
const likenessOfPart = 0.7;

/** The letters of a text as a bit set; some letters share a bit. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** Pairs of adjacent letters in either order, so that swapped letters still match; the start counts as a letter. */
function pairsOf(text: string): Set<string> {
  const letters = ['^', ...text];
  return new Set(letters.slice(1).map((letter, at) => [letters[at], letter].sort().join('')));
}

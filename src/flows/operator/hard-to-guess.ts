import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
});
const strongScore = 4; // 10^10 guesses; 3 would let "Summer2026!!" pass.

/**
 * Estimates the guesses that a password takes, by lists of passwords that leaked and of words that people choose. The
 * account's and the issuer's names are taken out of it first: the estimate counts several words of one name as so many
 * choices.
 */
export function isHardToGuess(password: string, names: readonly string[]): boolean {
  const words = names.flatMap((name) => plain(name).split(' ')).filter(({ length }) => length >= wordLengthMin);
  if (withoutWords(plain(password), words).length < ownLengthMin) return false;
  return estimator.check(password, [...names, ...words, ...otherWords]).score >= strongScore;
}

const wordLengthMin = 3;
/** What must be left of a password: "2026!" and the like are not enough. */
const ownLengthMin = 8;

/** Small letters and digits, with blanks between words; without accents and the usual digits for letters. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const read = letters.replace(/[0134578@$]/g, (sign) => letterFor[sign as keyof typeof letterFor]);
  return read.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const letterFor = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' } as const;

/** What is left, without blanks. The longest words go first, as a word may be part of another. */
function withoutWords(text: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((left, word) => left.replaceAll(word, ''), text.replaceAll(' ', ''));
}

/** What the English lists lack. */
const otherWords = ['northbind', 'sandbox', 'motdepasse', 'bienvenue', 'administrateur', 'assurance', 'courtier'];

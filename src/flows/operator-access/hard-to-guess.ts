import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
});
const strongScore = 4; // 10^10 guesses; 3 would let "Summer2026!!" pass.

/** Estimates the guesses that a password takes, by lists of passwords that leaked and of words that people choose. */
export function isHardToGuess(password: string, ownWords: readonly string[]): boolean {
  return estimator.check(password, [...ownWords, ...otherWords]).score >= strongScore;
}

/** What the English lists lack. */
const otherWords = ['northbind', 'sandbox', 'motdepasse', 'bienvenue', 'administrateur', 'assurance', 'courtier'];

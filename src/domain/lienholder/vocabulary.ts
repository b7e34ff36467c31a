import { editsFrom } from './edit-distance.ts';
import { forEachInSteps, mapInSteps, type Steps, sortInSteps } from './steps.ts';

/**
 * All terms that names are found by, and which of them a typed word may mean. A typed word means, in this order of
 * closeness: the term itself, a term that it begins, a term (or the beginning of a word) that it misspells, a word that
 * contains it.
 */
export interface Vocabulary {
  /** In code unit order, so that the terms with one beginning stand together. */
  readonly terms: readonly string[];
  readonly wordsByPair: TermsByPair;
  /** Apart from the words: they are many and long, and only one of nearly the same length can be meant. */
  readonly joinsByPair: TermsByPair;
}

/** For each pair of neighbouring letters, the terms that hold it, shortest first: a misspelt word shares most of its pairs. */
type TermsByPair = ReadonlyMap<string, Uint32Array>;

export interface TermMatch {
  readonly term: number;
  /** 1 is the term itself; nothing under `closenessMin` is reported. */
  readonly closeness: number;
}

export function* buildVocabulary(words: ReadonlySet<string>, joins: ReadonlySet<string>): Steps<Vocabulary> {
  const all: string[] = [];
  yield* forEachInSteps(words, (word) => void all.push(word));
  yield* forEachInSteps(joins, (join) => {
    if (!words.has(join)) all.push(join);
  });
  const terms = yield* sortInSteps(all, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const numbers = yield* mapInSteps(terms, (_, number) => number);
  const byLength = yield* sortInSteps(numbers, (a, b) => terms[a]!.length - terms[b]!.length || a - b);
  const isWord = yield* mapInSteps(terms, (term) => words.has(term));
  return {
    terms,
    wordsByPair: yield* indexPairs(terms, byLength, (term) => isWord[term]!),
    joinsByPair: yield* indexPairs(terms, byLength, (term) => !isWord[term]!),
  };
}

export function matchTerms(vocabulary: Vocabulary, typed: string): readonly TermMatch[] {
  const begun = termsBegunBy(vocabulary.terms, typed);
  const isKnown = begun[0]?.closeness === 1;
  // A word that is known as it stands is not taken for a misspelling, and of three letters every word is near another.
  if (isKnown || typed.length < misspeltLengthMin) return begun;
  const lengthMax = typed.length + editsMaxOf(typed);
  return [
    ...begun,
    ...termsLike(vocabulary.terms, vocabulary.wordsByPair, typed, Number.POSITIVE_INFINITY),
    ...termsLike(vocabulary.terms, vocabulary.joinsByPair, typed, lengthMax),
  ];
}

const misspeltLengthMin = 4;
const closenessMin = 0.6;
const closenessOfPart = 0.7;

function editsMaxOf(typed: string): number {
  return typed.length < 6 ? 1 : 2;
}

function termsBegunBy(terms: readonly string[], typed: string): readonly TermMatch[] {
  const matches: TermMatch[] = [];
  for (let term = firstNotBefore(terms, typed); term < terms.length; term++) {
    const text = terms[term]!;
    if (!text.startsWith(typed)) break;
    matches.push({ term, closeness: text.length === typed.length ? 1 : 0.93 + 0.03 * (typed.length / text.length) });
  }
  return matches;
}

function termsLike(
  terms: readonly string[],
  byPair: TermsByPair,
  typed: string,
  lengthMax: number,
): readonly TermMatch[] {
  const pairs = pairsOf(typed);
  const editsMax = editsMaxOf(typed);
  const lengthMin = typed.length - editsMax;
  const sharedMin = Math.max(2, pairs.size - 2 * editsMax, Math.ceil(0.4 * pairs.size));
  const shared = new Uint8Array(terms.length);
  const closenessTo = closenessFrom(typed, editsMax);
  const matches: TermMatch[] = [];
  for (const pair of pairs) {
    const list = byPair.get(pair) ?? none;
    const end = firstOfLength(terms, list, lengthMax + 1);
    for (let at = firstOfLength(terms, list, lengthMin); at < end; at++) {
      const term = list[at]!;
      // Judged once, when it reaches the number; whether it shares more does not matter.
      if (++shared[term]! !== sharedMin) continue;
      const closeness = closenessTo(terms[term]!);
      if (closeness >= closenessMin) matches.push({ term, closeness });
    }
  }
  return matches;
}

const none = new Uint32Array(0);

function closenessFrom(typed: string, editsMax: number): (text: string) => number {
  const editsTo = editsFrom(typed, editsMax);
  return (text) => {
    if (text.startsWith(typed)) return 0; // Found as begun already.
    if (text.includes(typed)) return closenessOfPart;
    const edits = editsTo(text);
    // A wrong first letter makes another word of a short one (`test`, `west`), and of a long one with a second slip.
    const otherStartMax = typed.length > misspeltLengthMin ? 1 : 0;
    const familiarMax = typed[0] === text[0] ? editsMax : otherStartMax;
    const whole = edits.whole <= familiarMax ? 0.95 * (1 - edits.whole / Math.max(typed.length, text.length)) : 0;
    const isBeginning = edits.beginning <= familiarMax && typed.length > misspeltLengthMin;
    return isBeginning ? Math.max(whole, 0.8 * (1 - edits.beginning / typed.length)) : whole;
  };
}

function* indexPairs(
  terms: readonly string[],
  ordered: readonly number[],
  isMeant: (term: number) => boolean,
): Steps<TermsByPair> {
  const lists = new Map<string, number[]>();
  yield* forEachInSteps(ordered, (term) => {
    if (!isMeant(term)) return;
    for (const pair of pairsOf(terms[term]!)) {
      const list = lists.get(pair);
      if (list === undefined) lists.set(pair, [term]);
      else list.push(term);
    }
  });
  const byPair = new Map<string, Uint32Array>();
  for (const [pair, list] of lists) {
    byPair.set(pair, Uint32Array.from(list));
    yield;
  }
  return byPair;
}

/** Neighbouring letters in either order, so that two swapped letters still make their pair; the start counts as a letter. */
function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  let before = '^';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    pairs.add(before < letter ? before + letter : letter + before);
    before = letter;
  }
  return pairs;
}

function firstNotBefore(terms: readonly string[], typed: string): number {
  return firstWhere(terms.length, (at) => terms[at]! >= typed);
}

function firstOfLength(terms: readonly string[], list: Uint32Array, length: number): number {
  return firstWhere(list.length, (at) => terms[list[at]!]!.length >= length);
}

/** The first place from which the condition holds. It must not hold before it. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

import { ANY_CLASS, KEY_POSITIONS, SYMBOLS, symbolOf } from '../src/vehicles/format.ts';

const VDS_POSITIONS = 5;

/** Collects keys and the character classes in them, each once. A key is written as in the source: `*FW[1-7]*|*[AK]`. */
export class KeyTable {
  readonly classes = new Index(['1'.repeat(SYMBOLS)]); // ANY_CLASS
  readonly keys: (readonly number[])[] = [];
  readonly #keyIds = new Map<string, number | null>();

  /** Returns null for a key that no VIN can match: malformed, or without five characters before the bar. */
  idOf(text: string): number | null {
    const known = this.#keyIds.get(text);
    if (known !== undefined) return known;
    const positions = this.#positionsOf(text);
    const id = positions === null ? null : this.keys.push(positions) - 1;
    this.#keyIds.set(text, id);
    return id;
  }

  #positionsOf(text: string): readonly number[] | null {
    const [vds = '', vis = '', ...more] = text.toUpperCase().split('|');
    const before = this.#classesOf(vds);
    const after = this.#classesOf(vis);
    if (before === null || after === null || more.length > 0) return null;
    if (vis !== '' && before.length !== VDS_POSITIONS) return null;
    const positions = [...padded(before, VDS_POSITIONS), ...padded(after, KEY_POSITIONS - VDS_POSITIONS)];
    return positions.length === KEY_POSITIONS ? positions : null;
  }

  #classesOf(text: string): number[] | null {
    const tokens = text.match(/\[[^\][]*\]|[A-Z0-9*#]/g) ?? [];
    if (tokens.join('') !== text) return null;
    return tokens.map((token) => this.classes.idOf(membersOf(token)));
  }
}

/** A number for each different entry, in the order of first use. */
export class Index {
  readonly entries: string[];
  readonly #ids: Map<string, number>;

  constructor(entries: string[]) {
    this.entries = entries;
    this.#ids = new Map(entries.map((entry, id) => [entry, id]));
  }

  idOf(entry: string): number {
    const known = this.#ids.get(entry);
    if (known !== undefined) return known;
    const id = this.entries.push(entry) - 1;
    this.#ids.set(entry, id);
    return id;
  }
}

/** Open positions at the end may be missing, and some keys have one too many. */
function padded(classes: readonly number[], length: number): readonly number[] {
  const kept = classes.findLastIndex((id) => id !== ANY_CLASS) < length ? classes.slice(0, length) : classes;
  return [...kept, ...Array<number>(Math.max(0, length - kept.length)).fill(ANY_CLASS)];
}

/** `*` is any character, `#` a digit, `[A-CX]` one of A, B, C, X; all others are literal. */
function membersOf(token: string): string {
  const members = Array<number>(SYMBOLS).fill(token === '*' ? 1 : 0);
  const ranges = token === '#' ? '0-9' : token.replace(/[[\]]/g, '');
  for (const [range] of ranges.matchAll(/.-.|./g)) {
    if (range === '*') continue;
    const from = symbolOf(range.charCodeAt(0));
    const to = symbolOf(range.charCodeAt(range.length - 1));
    if (from >= 0 && to >= from) members.fill(1, from, to + 1);
  }
  return members.join('');
}

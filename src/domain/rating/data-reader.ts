import { type PlainDate, parseDate } from '../calendar/calendar.ts';
import type { BilingualName } from './vocabulary.ts';

/** A fault of a data file and its path: `products[2].name.fr`. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The longest list in a data file; bounds the cost of a faulty file. */
const itemsMax = 5_000;
const textLengthMax = 200;

/**
 * Reads untrusted JSON and records every fault with its path. A faulty value reads as a placeholder, so that the other
 * faults are found too; the result must be discarded if `faults` is not empty.
 */
export class DataReader {
  readonly path: string;
  readonly faults: Fault[];
  readonly #value: unknown;
  /** The fault was recorded at a parent: its children report none. */
  readonly #isSilent: boolean;

  constructor(value: unknown, path = '', faults: Fault[] = [], isSilent = false) {
    this.#value = value;
    this.path = path;
    this.faults = faults;
    this.#isSilent = isSilent;
  }

  fault(message: string): void {
    if (!this.#isSilent) this.faults.push({ path: this.path, message });
  }

  get isGiven(): boolean {
    return this.#value !== undefined;
  }

  get isNull(): boolean {
    return this.#value === null;
  }

  /** An object with exactly these properties: a misspelt optional property must not be ignored. */
  fields<R extends string, O extends string = never>(
    required: readonly R[],
    optional: readonly O[] = [],
  ): (name: R | O) => DataReader {
    const found = this.#object();
    const known: readonly string[] = [...required, ...optional];
    for (const name of Object.keys(found ?? {})) {
      if (!known.includes(name)) this.child(name).fault('is not a known property');
    }
    for (const name of required) {
      if (found !== null && !Object.hasOwn(found, name)) {
        this.faults.push({ path: this.#pathOf(name), message: 'is required' });
      }
    }
    return (name) => this.child(name);
  }

  /** A property of any object; missing is no fault. */
  child(name: string): DataReader {
    const own = this.#value as Record<string, unknown> | null | undefined;
    const isThere = typeof own === 'object' && own !== null && Object.hasOwn(own, name);
    return new DataReader(isThere ? own[name] : undefined, this.#pathOf(name), this.faults, !isThere);
  }

  /** An object used as a map. The caller checks its keys. */
  entries(): [string, DataReader][] {
    return Object.keys(this.#object() ?? {}).map((key) => [key, this.child(key)]);
  }

  items({ min = 0, max = itemsMax }: { min?: number; max?: number } = {}): DataReader[] {
    if (!Array.isArray(this.#value) || this.#value.length < min || this.#value.length > max) {
      this.fault(`must be a list of ${min} to ${max}`);
      return [];
    }
    return this.#value.map((item: unknown, i) => new DataReader(item, `${this.path}[${i}]`, this.faults));
  }

  text(lengthMax = textLengthMax): string {
    if (typeof this.#value === 'string' && /\S/.test(this.#value) && this.#value.length <= lengthMax) {
      return this.#value;
    }
    this.fault(`must be a text of 1 to ${lengthMax} characters`);
    return '';
  }

  code(): string {
    if (typeof this.#value === 'string' && /^[A-Z][A-Z0-9]{1,11}$/.test(this.#value)) return this.#value;
    this.fault('must be a code: 2 to 12 capital letters or digits, a letter first');
    return '';
  }

  name(lengthMax = textLengthMax): BilingualName {
    const at = this.fields(['en', 'fr']);
    return { en: at('en').text(lengthMax), fr: at('fr').text(lengthMax) };
  }

  yesOrNo(): boolean {
    if (typeof this.#value === 'boolean') return this.#value;
    this.fault('must be true or false');
    return false;
  }

  whole(what: string, min: number, max: number): number {
    if (typeof this.#value === 'number' && Number.isInteger(this.#value) && this.#value >= min && this.#value <= max) {
      return this.#value;
    }
    this.fault(`must be a whole number of ${what}, ${min} to ${max}`);
    return min;
  }

  oneOf<T extends string>(allowed: readonly T[]): T {
    const found = allowed.find((value) => value === this.#value);
    if (found === undefined) this.fault(`must be one of ${allowed.join(', ')}`);
    return found ?? (allowed[0] as T);
  }

  /** A list of distinct values of an enumeration. */
  someOf<T extends string>(allowed: readonly T[]): readonly T[] {
    const found = new Set<T>();
    for (const item of this.items({ min: 1 })) {
      const faultsBefore = this.faults.length;
      const value = item.oneOf(allowed);
      if (this.faults.length > faultsBefore) continue;
      if (found.has(value)) item.fault(`names ${value} twice`);
      found.add(value);
    }
    return [...found];
  }

  date(): PlainDate {
    if (typeof this.#value === 'string' && this.#value.length === 10) {
      const date = parseDate(this.#value);
      if (date !== null) return date;
    }
    this.fault('must be a date, YYYY-MM-DD');
    return '2020-01-01';
  }

  dateOrNull(): PlainDate | null {
    return this.#value === undefined || this.#value === null ? null : this.date();
  }

  #object(): object | null {
    if (typeof this.#value === 'object' && this.#value !== null && !Array.isArray(this.#value)) return this.#value;
    this.fault('must be an object');
    return null;
  }

  #pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}

/** Reports every row of the list whose field has the value of an earlier one. */
export function* repeated<Field extends string>(
  list: string,
  rows: readonly Readonly<Record<Field, string>>[],
  field: Field,
): Iterable<Fault> {
  const seen = new Set<string>();
  for (const [i, { [field]: key }] of rows.entries()) {
    if (seen.has(key)) yield { path: `${list}[${i}].${field}`, message: `${key} is there twice` };
    seen.add(key);
  }
}

import { type PlainDate, parseDate } from './calendar.ts';
import type { BilingualName } from './quote/vocabulary.ts';

/** A fault of a data file and its path: `products[2].name.fr`. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** What a file came to: its content under this name, or every fault. */
export type Parse<Name extends string, T> =
  | ({ readonly ok: true } & Readonly<Record<Name, T>>)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads untrusted JSON: declared once, it gives both the type and the check. Every fault is recorded with its path. A
 * faulty value reads as a placeholder, so that the other faults are found too; the result must be discarded if there
 * are faults.
 */
export type Read<T> = (at: DataReader) => T;

/** A value of a data file and where it stands. */
export class DataReader {
  readonly value: unknown;
  readonly path: string;
  readonly faults: Fault[];
  /** The fault was recorded at a parent: its children report none. */
  readonly #isSilent: boolean;

  constructor(value: unknown, path = '', faults: Fault[] = [], isSilent = false) {
    this.value = value;
    this.path = path;
    this.faults = faults;
    this.#isSilent = isSilent;
  }

  fault(message: string): void {
    if (!this.#isSilent) this.faults.push({ path: this.path, message });
  }

  /** A property of any object; missing is no fault, unless it is required. */
  child(name: string, isRequired = false): DataReader {
    const own = this.value as Record<string, unknown> | null | undefined;
    const isThere = typeof own === 'object' && own !== null && Object.hasOwn(own, name);
    const path = this.path === '' ? name : `${this.path}.${name}`;
    if (isRequired && !isThere) this.faults.push({ path, message: 'is required' });
    return new DataReader(isThere ? own[name] : undefined, path, this.faults, !isThere);
  }

  /** The names of the properties; null, and a fault, if it is no object. */
  names(): readonly string[] | null {
    if (typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value))
      return Object.keys(this.value);
    this.fault('must be an object');
    return null;
  }

  /** The properties of an object that is used as a map. The caller checks the keys. */
  entries(): readonly (readonly [string, DataReader])[] {
    return (this.names() ?? []).map((name) => [name, this.child(name)]);
  }

  items({ min = 0, max = itemsMax }: ListLimits = {}): DataReader[] {
    if (Array.isArray(this.value) && this.value.length >= min && this.value.length <= max)
      return this.value.map((item: unknown, i) => new DataReader(item, `${this.path}[${i}]`, this.faults));
    this.fault(`must be a list of ${min} to ${max}`);
    return [];
  }
}

interface ListLimits {
  readonly min?: number;
  readonly max?: number;
}

/** The longest list in a data file; bounds the cost of a faulty file. */
const itemsMax = 5_000;
const textLengthMax = 200;

type Shape = Readonly<Record<string, Read<unknown> & { readonly isOptional?: true }>>;

/** The remarks are left out: they are only checked. */
type ObjectOf<S extends Shape> = {
  readonly [Name in keyof S as ReturnType<S[Name]> extends undefined ? never : Name]: ReturnType<S[Name]>;
};

/** An object with exactly these properties: a misspelt optional property must not be ignored. `check` sees all. */
export function object<S extends Shape>(
  shape: S,
  check?: (value: ObjectOf<S>, at: DataReader) => void,
): Read<ObjectOf<S>> {
  return (at) => {
    const names = at.names();
    for (const name of names ?? []) if (!Object.hasOwn(shape, name)) at.child(name).fault('is not a known property');
    const properties = Object.entries(shape).map(
      ([name, read]) => [name, read, at.child(name, names !== null && !read.isOptional)] as const,
    );
    const values = properties.map(([name, read, property]) => [name, read(property)] as const);
    const value = Object.fromEntries(values.filter(([, one]) => one !== undefined)) as ObjectOf<S>;
    check?.(value, at);
    return value;
  };
}

type Optional<T> = Read<T> & { readonly isOptional: true };

/** What may be left out. */
export function optional<T>(read: Read<T>): Optional<T | null>;
export function optional<T, Otherwise>(read: Read<T>, otherwise: Otherwise): Optional<T | Otherwise>;
export function optional<T, Otherwise>(read: Read<T>, otherwise: Otherwise | null = null) {
  const orNot: Read<T | Otherwise | null> = (at) => (at.value === undefined ? otherwise : read(at));
  return Object.assign(orNot, { isOptional: true } as const);
}

export function list<T>(read: Read<T>, limits?: ListLimits): Read<readonly T[]> {
  return (at) => at.items(limits).map(read);
}

export function text(lengthMax = textLengthMax): Read<string> {
  const isText = (value: unknown) => typeof value === 'string' && /\S/.test(value) && value.length <= lengthMax;
  return scalar(isText, `must be a text of 1 to ${lengthMax} characters`, '');
}

export const code = scalar<string>(
  (value) => typeof value === 'string' && /^[A-Z][A-Z0-9]{1,11}$/.test(value),
  'must be a code: 2 to 12 capital letters or digits, a letter first',
  '',
);

/** The kind of a paper that customers are given. */
export function paperKind(at: DataReader): string {
  const kind = text()(at);
  if (!/^[A-Z][A-Za-z0-9]{1,39}$/.test(kind))
    at.fault('must be letters and digits that begin with a capital, such as FactSheet');
  return kind;
}

export const yesOrNo = scalar<boolean>((value) => typeof value === 'boolean', 'must be true or false', false);

export function wholeNumber(what: string, min: number, max: number): Read<number> {
  const isWithin = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return scalar(isWithin, `must be a whole number of ${what}, ${min} to ${max}`, min);
}

export function oneOf<T extends string>(allowed: readonly T[]): Read<T> {
  return scalar((value) => allowed.includes(value as T), `must be one of ${allowed.join(', ')}`, allowed[0] as T);
}

export const date = scalar<PlainDate>(
  (value) => typeof value === 'string' && value.length === 10 && parseDate(value) !== null,
  'must be a date, YYYY-MM-DD',
  '2020-01-01',
);

function scalar<T>(isGood: (value: unknown) => boolean, message: string, placeholder: T): Read<T> {
  return (at) => {
    if (isGood(at.value)) return at.value as T;
    at.fault(message);
    return placeholder;
  };
}

/** A date that may be left out or null: open. */
export const openDate = optional((at) => (at.value === null ? null : date(at)));

/** A text for readers of the file, which is only checked. */
export const remark = Object.assign((at: DataReader): undefined => void optional(text())(at), {
  isOptional: true,
} as const);

export function bilingual(lengthMax = textLengthMax): Read<BilingualName> {
  return object({ en: text(lengthMax), fr: text(lengthMax) });
}

/** A list of distinct values of an enumeration. */
export function someOf<T extends string>(allowed: readonly T[]): Read<readonly T[]> {
  return (at) => {
    const found = new Set<T>();
    for (const item of at.items({ min: 1 })) {
      const faultsBefore = at.faults.length;
      const value = oneOf(allowed)(item);
      if (at.faults.length > faultsBefore) continue;
      if (found.has(value)) item.fault(`names ${value} twice`);
      found.add(value);
    }
    return [...found];
  };
}

/** A check of an object: of two dates that may each be open, the later one is not before the earlier one. */
export function inOrder<From extends string, Until extends string>(from: From, until: Until) {
  return (dates: Readonly<Record<From | Until, PlainDate | null>>, at: DataReader): void => {
    const [start, end] = [dates[from], dates[until]];
    if (start !== null && end !== null && end < start) at.child(until).fault('must not be before the start');
  };
}

export function codesOf(rows: readonly { readonly code: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ code }) => code));
}

/** Reports a code that is not among the known ones. */
export function* unknown(path: string, code: string, known: ReadonlySet<string>, what: string): Iterable<Fault> {
  if (!known.has(code)) yield { path, message: `${code} is not ${what}` };
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

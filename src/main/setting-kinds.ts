import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { areReadable, isColour } from '../domain/brand/contrast.ts';
import { readLogo } from '../domain/brand/read-logo.ts';
import type { TrustedProxies } from '../domain/call/trusted-proxies.ts';
import type { Role } from '../domain/operator/operator.ts';
import { isEmailAddress } from '../domain/person/email-address.ts';
import { parseHostUrls } from '../store/postgres/host-urls.ts';
import { Secret } from './secret.ts';

/** What a setting may be. */
export interface Kind<T> {
  /** The guide shows these words, and a fault has them after “must be”. */
  readonly words: string;
  /** Throws what is wrong with a text. No fault repeats it: any may be a secret in the wrong place. */
  readonly parse: (given: string) => T;
  /** May also be read from a file. */
  readonly isSecret: boolean;
}

export class WrongValue extends Error {}

function kind<T>(words: string, parse: (given: string) => T | null | undefined, isSecret = false): Kind<T> {
  return { words, isSecret, parse: (given) => parse(given) ?? refuse(`must be ${words}`) };
}

export function refuse(fault: string): never {
  throw new WrongValue(fault);
}

const split = (given: string, by = ','): readonly string[] => given.split(by).map((one) => one.trim());
const listOf = (given: string): readonly string[] => split(given).filter((one) => one !== '');
const quoted = (names: readonly string[], by = ', '): string => names.map((name) => `\`${name}\``).join(by);

export const text = kind('text', (given) => given);
export const path = kind('path', (given) => resolve(given));
export const list = kind('list, by commas', listOf);
export const lines = kind('lines, by semicolons', (given) => split(given, ';'));
export const email = kind('an e-mail address', (given) => (isEmailAddress(given) ? given : null));
export const hostNames = kind('names such as `console.example.ca`, separated by commas', (given) => {
  const names = split(given.toLowerCase());
  return names.every((name) => /^[a-z\d]([\w.-]{0,251}[a-z\d])?$/.test(name)) ? names : null;
});

export const textOf = (bound: 'at least' | 'at most', length: number) =>
  kind(`text of ${bound} ${length} characters`, (given) => {
    const isGood = bound === 'at least' ? given.length >= length : given.length <= length;
    return isGood ? given : refuse(`must have ${bound} ${length} characters`);
  });

export const integer = (minimum: number, maximum: number) =>
  kind(`a whole number from ${minimum} to ${maximum}`, (given) =>
    /^\d{1,9}$/.test(given) && Number(given) >= minimum && Number(given) <= maximum ? Number(given) : null,
  );

/** A time for which something is kept; 0 is for good. */
export const keptFor = (minimum: number, maximum: number) =>
  kind(`0 or a whole number from ${minimum} to ${maximum}`, (given) => {
    const value = integer(0, maximum).parse(given);
    return value === 0 || value >= minimum ? value : null;
  });

export const oneOf = <const T extends string>(...values: readonly T[]) =>
  kind(`one of: ${quoted(values)}`, (given) => values.find((one) => one === given.toLowerCase()));
export const someOf = <const T extends string>(...values: readonly T[]) =>
  kind(`some of: ${quoted(values)}`, (given) => {
    const chosen = listOf(given.toLowerCase()).map((one) => values.find((value) => value === one));
    return chosen.includes(undefined) ? null : values.filter((value) => chosen.includes(value));
  });
export const whether = <T extends string>(value: T, { words, parse }: Kind<T>) =>
  kind(words, (given) => parse(given) === value);

/** Without the slashes at its end. Paths are put behind a web address, so that it ends before a `?` and a `#`. */
export const address = (...starts: readonly string[]) =>
  kind(`an address that starts with ${quoted(starts, ' or ')}`, (given) => {
    if (!starts.includes(`${URL.parse(given)?.protocol}//`)) return null;
    if (/^https?:[^?#]*[?#]/i.test(given)) refuse('must be an address without a ? or a #');
    return given.replace(/\/+$/, '');
  });
export const databaseAddress = kind('an address that starts with `postgres://` or `postgresql://`', (given) =>
  parseHostUrls(given) === null ? null : given,
);

/** Stays as it was given. */
export const secret = ({ words, parse }: Kind<string>) =>
  kind(`secret: ${words}`, (given) => new Secret(parse(given) && given), true);
/** Two keys while one is replaced by the other: the first signs and encrypts, both are accepted. */
export function keys(length: number): Kind<readonly [Secret, Secret?]> {
  const parse = (given: string): readonly [Secret, Secret?] => {
    const all = split(given).map((key) => textOf('at least', length).parse(key));
    if (all.length > 2) refuse('takes two keys at most, separated by a comma');
    if (all[0] === all[1]) refuse('has the same key twice');
    return all.map((key) => new Secret(key)) as [Secret, Secret?];
  };
  return kind(`secret: text of at least ${length} characters, or two by a comma`, parse, true);
}

export const roleValues = kind('pairs such as `admin=it,support=desk`', (given) => {
  const pairs = split(given).map((pair) => split(pair, '='));
  const valuesOf = (role: Role) => pairs.filter(([one, value]) => one === role && value).map(([, value]) => value!);
  const values = { viewer: valuesOf('viewer'), support: valuesOf('support'), admin: valuesOf('admin') };
  return Object.values(values).flat().length === pairs.length ? values : null;
});

export const logoFile = kind('the path of a small PNG, or of an SVG of shapes alone', (given) =>
  readLogo(readFileOr(given, "can't be read")),
);

export function readFileOr(path: string, otherwise: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    return refuse(`${otherwise}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

export const colours = kind('two colours such as `#12344d,#1c7c8c`', (given) => {
  const [main = '', accent = '', ...rest] = listOf(given.toLowerCase());
  if (rest.length > 0 || !isColour(main) || !isColour(accent)) return null;
  const isGood = areReadable({ main, accent });
  return isGood ? { main, accent } : refuse('are too light for texts: take darker ones, 4.5 to 1 against white');
});

/** Not all addresses, as every caller could choose its own. */
export const proxies = kind(
  '`none`, a number up to 10, or addresses such as `10.0.0.5,10.1.0.0/16`',
  (given): TrustedProxies | null => {
    if (/^(none|\d|10)$/i.test(given)) return Number(given) || 0;
    const ranges = split(given.toLowerCase());
    return ranges.every(isRange) ? ranges : null;
  },
);

function isRange(range: string): boolean {
  const [ip = '', bits = '1', ...rest] = range.split('/');
  const bitsMax = { 0: 0, 4: 32, 6: 128 }[isIP(ip)] ?? 0;
  const isGood = rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax;
  return isGood || ['loopback', 'linklocal', 'uniquelocal'].includes(range);
}

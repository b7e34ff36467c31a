import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { areReadable, isColour } from '../domain/brand/contrast.ts';
import { readLogo } from '../domain/brand/read-logo.ts';
import type { TrustedProxies } from '../domain/call/trusted-proxies.ts';
import { type Role, roles } from '../domain/operator/operator.ts';
import { isEmailAddress } from '../domain/person/email-address.ts';
import { parseHostUrls } from '../store/postgres/host-urls.ts';
import { Secret } from './secret.ts';

/** What a setting may be. */
export interface Kind<T> {
  /** For the guide. */
  readonly words: string;
  /** May also be read from a file. No fault repeats a value: any may be a secret in the wrong place. */
  readonly isSecret: boolean;
  /** Returns the value of a text that is not empty, or throws what is wrong with it. */
  readonly parse: (given: string) => T;
}

/** Says what a value must be. */
export class WrongValue extends Error {}

function check<T>(value: T, isGood: boolean, otherwise: string): T {
  if (!isGood) throw new WrongValue(otherwise);
  return value;
}

const kind = <T>(words: string, parse: (given: string) => T): Kind<T> => ({ words, isSecret: false, parse });
const split = (given: string, by = ','): readonly string[] => given.split(by).map((one) => one.trim());
const listOf = (given: string): readonly string[] => split(given).filter((one) => one !== '');
const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

export const text = kind('text', (given) => given);
export const list = kind('list, by commas', listOf);
export const lines = kind('lines, by semicolons', (given) => split(given, ';'));
export const email = kind('e-mail address', (given) =>
  check(given, isEmailAddress(given), 'must be an e-mail address'),
);
export const hostNames = kind('names, by commas', (given) => {
  const names = split(given.toLowerCase());
  const areGood = names.every((name) => /^[a-z\d]([\w.-]{0,251}[a-z\d])?$/.test(name));
  return check(names, areGood, 'must be names such as console.example.ca, separated by commas');
});

export const textUpTo = (length: number) =>
  kind(`text of at most ${length} characters`, (given) =>
    check(given, given.length <= length, `must have at most ${length} characters`),
  );
export const textFrom = (length: number) =>
  kind(`text of at least ${length} characters`, (given) =>
    check(given, given.length >= length, `must have at least ${length} characters`),
  );

export const integer = (minimum: number, maximum: number) =>
  kind(`${minimum} to ${maximum}`, (given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    return check(value, value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);
  });

/** A time for which something is kept; 0 is for good. */
export const keptFor = (minimum: number, maximum: number) =>
  kind(`0, or ${minimum} to ${maximum}`, (given) => {
    const value = integer(0, maximum).parse(given);
    return check(value, value === 0 || value >= minimum, `must be 0 or a whole number from ${minimum} to ${maximum}`);
  });

export const oneOf = <const T extends string>(...values: readonly T[]) =>
  kind(quoted(values), (given) => {
    const value = values.find((one) => one === given.toLowerCase());
    return check(value as T, value !== undefined, `must be one of: ${values.join(', ')}`);
  });

export const someOf = <const T extends string>(...values: readonly T[]) =>
  kind(`some of ${quoted(values)}`, (given) => {
    const named = new Set(listOf(given.toLowerCase()));
    const known = values.filter((one) => named.has(one));
    return check(known as readonly T[], known.length === named.size, `must be some of: ${values.join(', ')}`);
  });

/** Without the slashes at its end. Paths are put behind a web address, so that it ends before a `?` and a `#`. */
export function address(protocols: readonly string[], isGood = (_: URL) => true, otherwise = ''): Kind<string> {
  const starts = protocols.map((one) => `${one}://`);
  return kind(`address, ${quoted(starts)}`, (given) => {
    const isAddress = URL.canParse(given) && protocols.includes(new URL(given).protocol.slice(0, -1));
    check(given, isAddress, `must be an address that starts with ${starts.join(' or ')}`);
    check(given, !(/^https?:/i.test(given) && /[?#]/.test(given)), 'must be an address without a ? or a #');
    return check(given.replace(/\/+$/, ''), isGood(new URL(given)), otherwise);
  });
}

/** With one host or several. */
export const databaseAddress = kind('address, `postgres://`', (given) =>
  check(given, parseHostUrls(given) !== null, 'must be an address that starts with postgres:// or postgresql://'),
);

/** Stays as it was given. */
export function secret({ words, parse }: Kind<string>): Kind<Secret> {
  const make = (given: string): Secret => {
    parse(given);
    return new Secret(given);
  };
  return { words: `secret ${words}`, isSecret: true, parse: make };
}

/** Two keys while one is replaced by the other: the first signs and encrypts, both are accepted. */
export function keys(length: number): Kind<readonly [Secret, Secret?]> {
  const parse = (given: string): readonly [Secret, Secret?] => {
    const all = split(given).map((key) => textFrom(length).parse(key));
    check(all, all.length <= 2, 'takes two keys at most, separated by a comma');
    check(all, all[0] !== all[1], 'has the same key twice');
    return all.map((key) => new Secret(key)) as [Secret, Secret?];
  };
  return { words: `secret text of at least ${length} characters, or two by a comma`, isSecret: true, parse };
}

/** `admin=it,support=desk,support=night-desk` */
export const roleValues = kind('pairs, by commas', (given): Readonly<Record<Role, readonly string[]>> => {
  const pairs = split(given).map((pair) => split(pair, '='));
  const areGood = pairs.every(([role, value = '']) => roles.some((one) => one === role) && value !== '');
  check(pairs, areGood, 'must be pairs such as admin=it,support=desk');
  const valuesOf = (role: Role) => pairs.filter(([one]) => one === role).map(([, value]) => value!);
  return { viewer: valuesOf('viewer'), support: valuesOf('support'), admin: valuesOf('admin') };
});

export const logoFile = kind('path of a PNG or SVG', (path) => {
  const logo = readLogo(readFileOr(path, "can't be read"));
  return check(logo!, logo !== null, 'must be a small PNG, or an SVG of shapes alone');
});

export function readFileOr(path: string, otherwise: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new WrongValue(`${otherwise}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

export const colours = kind('two colours, by a comma', (given) => {
  const all = listOf(given.toLowerCase());
  check(all, all.length === 2 && all.every(isColour), 'must be two colours such as #12344d,#1c7c8c');
  const two = { main: all[0]!, accent: all[1]! };
  return check(two, areReadable(two), 'are too light for texts: take darker ones, 4.5 to 1 against white');
});

/** `none`, a number of proxies, or their addresses and ranges: not of all, as every caller could choose its own. */
export const proxies = kind('`none`, a number, or addresses', (given): TrustedProxies => {
  if (given.toLowerCase() === 'none') return 0;
  if (/^\d+$/.test(given)) return integer(0, 10).parse(given);
  const ranges = split(given.toLowerCase());
  const otherwise = 'must be none, a number up to 10, or addresses such as 10.0.0.5,10.1.0.0/16';
  return check(ranges, ranges.every(isRange), otherwise);
});

function isRange(range: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(range)) return true;
  const [ip = '', bits = '1', ...rest] = range.split('/');
  const bitsMax = { 0: 0, 4: 32, 6: 128 }[isIP(ip)] ?? 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax;
}

import { InvalidArgumentError, Option } from 'commander';
import { type PlainDate, parseDate } from '../../domain/calendar.ts';

/** The options of a command by their names in its code: `clientId` is `--client-id`. */
export type Options = Readonly<Record<string, OptionOf<unknown>>>;

/** What a command is given for them. */
export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name] extends OptionOf<infer Value> ? Value : never;
};

interface OptionOf<Value> {
  readonly make: (flag: string) => Option;
  /** What turns it off again. */
  readonly not?: string;
  /** Only a type. */
  readonly value?: Value;
}

export function optionsOf(declared: Options): readonly Option[] {
  return Object.entries(declared).flatMap(([name, { make, not }]) => {
    const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [make(`--${words}`), ...(not === undefined ? [] : [new Option(`--no-${words}`, not)])];
  });
}

/** Never null, which commander would replace by an empty text. */
type Read<Value extends NonNullable<unknown>> = (text: string) => Value;

export function option(argument: string, text: string): OptionOf<string | undefined>;
export function option<Value extends NonNullable<unknown>>(
  argument: string,
  text: string,
  read: Read<Value>,
): OptionOf<Value | undefined>;
export function option(
  argument: string,
  text: string,
  read: Read<NonNullable<unknown>> = (given) => given,
): OptionOf<unknown> {
  return { make: (flag) => new Option(`${flag} ${argument}`, text).argParser(read) };
}

export function required(argument: string, text: string): OptionOf<string>;
export function required<Value extends NonNullable<unknown>>(
  argument: string,
  text: string,
  read: Read<Value>,
): OptionOf<Value>;
export function required(argument: string, text: string, read?: Read<NonNullable<unknown>>): OptionOf<unknown> {
  const { make } = option(argument, text, read!);
  return { make: (flag) => make(flag).makeOptionMandatory() };
}

/** Takes one word or more. */
export function words(argument: string, text: string): OptionOf<readonly string[] | undefined> {
  return { make: (flag) => new Option(`${flag} ${argument}`, text) };
}

export function optionOr(argument: string, text: string, fallback: string): OptionOf<string> {
  return { make: (flag) => new Option(`${flag} ${argument}`, text).default(fallback) };
}

export function choice<const Word extends string>(
  argument: string,
  text: string,
  words: readonly Word[],
): OptionOf<Word | undefined> {
  return { make: (flag) => new Option(`${flag} ${argument}`, text).choices(words) };
}

export function choiceOr<const Word extends string>(
  argument: string,
  text: string,
  words: readonly Word[],
  fallback: NoInfer<Word>,
): OptionOf<Word> {
  const { make } = choice(argument, text, words);
  return { make: (flag) => make(flag).default(fallback) };
}

export function requiredChoice<const Word extends string>(
  argument: string,
  text: string,
  words: readonly Word[],
): OptionOf<Word> {
  const { make } = choice(argument, text, words);
  return { make: (flag) => make(flag).makeOptionMandatory() };
}

export function flag(text: string): OptionOf<true | undefined> {
  return { make: (flag) => new Option(flag, text) };
}

/** A flag, and the same with `no-` in front. */
export function toggle(text: string, not: string): OptionOf<boolean | undefined> {
  return { make: (flag) => new Option(flag, text), not };
}

export const reason = optionOr('<text>', 'why; recorded with who did it', '');
export const requiredReason = required('<text>', 'why; recorded with who did it');
/** For a command that asks before it acts. */
export const yes = flag('do it without prompts');
export const out = option('<file>', 'into this new file, which only you can read, instead of the standard output');

export function day(text: string): PlainDate {
  const date = parseDate(text);
  if (date === null) throw new InvalidArgumentError('Write a day as 2026-11-15.');
  return date;
}

/** `one,two` or `one, two`. */
export function wordsIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

import { type Language, languages } from '../language.ts';
import type { BilingualName } from '../quote/vocabulary.ts';
import { unbroken } from '../unbroken.ts';
import { fillText, type TextsByName } from './customer-texts.ts';

/**
 * Where texts stand that an operator may replace: the name of each, its path in the words of a language, and the names
 * of what its function is given, in their order. A function of one object names its properties.
 */
export type TextPlaces = Readonly<Record<string, readonly [path: string, ...fields: string[]]>>;

/** Returns the built-in texts, with the names of what they are given in double braces. */
export function builtInTexts(words: Readonly<Record<Language, object>>, places: TextPlaces): TextsByName {
  return Object.fromEntries(
    Object.entries(places).map(([name, [path, ...fields]]) => [
      name,
      Object.fromEntries(
        languages.map((language) => [language, templateOf(find(words[language], path.split('.')), fields)]),
      ) as unknown as BilingualName,
    ]),
  );
}

function find(words: unknown, path: readonly string[]): unknown {
  return path.reduce((node, name) => (node as Record<string, unknown>)[name], words);
}

function templateOf(word: unknown, fields: readonly string[]): string {
  if (typeof word !== 'function') return String(word);
  const named = fields.map((field) => `{{${field}}}`);
  const isByName = word.length === 1 && fields.length > 1;
  return isByName ? word(Object.fromEntries(fields.map((field, at) => [field, named[at]]))) : word(...named);
}

/** Returns the words with the operator's own in their places. */
export function replaceWords<Words extends object>(
  words: Words,
  places: TextPlaces,
  language: Language,
  own: TextsByName | null,
): Words {
  return Object.entries(own ?? {}).reduce((changed, [name, text]) => {
    const place = Object.hasOwn(places, name) ? places[name] : undefined;
    if (place === undefined) return changed;
    const [path, ...fields] = place;
    const template = unbroken(text[language], language);
    return put(changed, path.split('.'), (word) => wordOf(template, word, fields)) as Words;
  }, words);
}

function put(node: unknown, [name = '', ...rest]: readonly string[], make: (word: unknown) => unknown): object {
  const copy = Array.isArray(node) ? [...node] : { ...(node as object) };
  const before = Reflect.get(copy, name);
  Reflect.set(copy, name, rest.length === 0 ? make(before) : put(before, rest, make));
  return copy;
}

function wordOf(template: string, word: unknown, fields: readonly string[]): unknown {
  if (typeof word !== 'function') return template;
  return (...given: readonly unknown[]) =>
    fillText(template, (typeof given[0] === 'object' ? given[0] : byName(fields, given)) as Record<string, string>);
}

function byName(fields: readonly string[], given: readonly unknown[]): object {
  return Object.fromEntries(fields.map((field, at) => [field, given[at]]));
}

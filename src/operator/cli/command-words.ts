import type { Answer, FileAnswer, Given, OpenLine, Prompts, Values } from './command-kit.ts';
import type { Shown } from './table.ts';

/**
 * The words of a command. Its route of the operator's API says what it takes, and which of it must be given:
 *
 *   command<WireSeller>('show <username>', 'one seller', {
 *     route: 'GET /api/sellers/:id',
 *     args: { username: seller },
 *     shows: ({ username }) => facts({ Username: username }),
 *   })
 *
 * Every property of the request is an option of the same name, with its words in `options`; or it is an argument,
 * fixed, or not offered (`without`). `--json` prints what the route sends. `run` is for what is more than one call: a
 * question before an act, files, a loop.
 */
export interface Words<Sent = unknown> {
  readonly usage: string;
  readonly about: string;
  readonly route?: string;
  /** The property that an argument is, if it has another name, and how it is read. */
  readonly args?: Readonly<Record<string, string | Reader>>;
  readonly options?: Readonly<Record<string, string | OptionWords>>;
  readonly without?: readonly string[];
  /** If only these are. */
  readonly offers?: readonly string[];
  /** Options that are no property: flags, or with an argument. */
  readonly extra?: Readonly<Record<string, string | Pick<OptionWords, 'text' | 'isRequired'>>>;
  readonly fixed?: Values;
  /** What its route uses beside the database: it takes settings that other commands do without. */
  readonly needs?: 'webhooks' | 'links' | 'printer';
  /** A route that sends a file takes `--out`. These words stand before “in the file”: `The acts are`. */
  readonly file?: string;
  readonly help?: string;
  adjust?(values: Values, line: OpenLine, given: Given): Values | Promise<Values>;
  shows?(sent: Sent, given: Given): Shown | Promise<Shown>;
  exitCode?(sent: Sent): number;
  run?(line: OpenLine, values: Values, given: Given): Promise<Answer | FileAnswer>;
  /** Instead of `run`, without a database. */
  runOffline?(prompts: Prompts, given: Given): Promise<Answer>;
}

/** A property that is given in another way: a name instead of an id, a file instead of its content. */
export interface Reader {
  readonly property: string;
  read(text: string, line: OpenLine): unknown;
}

export interface OptionWords {
  /** Its help; before it its name, if it is not the property's, and its argument: `--on <date> the first day`. */
  readonly text: string;
  readonly fallback?: string;
  readonly none?: string;
  /** The help of `--no-…`, where the flag can be turned off again. */
  readonly not?: string;
  /** Whether the flag says the opposite of the property. */
  readonly isReversed?: true;
  /** What a text that is not like the route's pattern should look like. */
  readonly example?: string;
  /** The words that a property takes which is text in the API. */
  readonly choices?: readonly string[];
  /** Whether it must be given; by default as the route says. */
  readonly isRequired?: boolean;
  read?(text: string, line: OpenLine, values: Values): unknown;
}

export function readWords(text: string) {
  const [, name, argument, help = ''] = /^(?:--([a-z-]+) )?(?:(<[^>]+>) )?(.*)$/.exec(text) ?? [];
  return { name, argument, help };
}

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly (Words | Group)[];
}

export function command<Sent>(usage: string, about: string, words: Omit<Words<Sent>, 'usage' | 'about'>): Words {
  return { usage, about, ...words };
}

export function group(name: string, about: string, commands: readonly (Words | Group)[]): Group {
  return { name, about, commands };
}

export const yes = { yes: 'do it without prompts' };

/** A reason that the API wants and a command may leave out. */
export const anyReason = { reason: { text: 'why; recorded with who did it', fallback: '' } };

/** Shows what is shown this once, by the names under which a partner uses it. */
export function shownOnce(what: string, shown: Shown): Shown {
  return [shown, `The ${what} is shown this once.`];
}

interface Disabled<Sent> {
  readonly about: Readonly<Record<'disable' | 'enable', string>>;
  readonly options?: NonNullable<Words['options']>;
  shows(sent: Sent, given: Parameters<NonNullable<Words['shows']>>[1], isDisabled: boolean): Shown;
}

/** `disable` and `enable` of what the argument names. */
export function disabling<Sent>(
  argument: string,
  reader: Reader,
  route: string,
  { about, options = {}, shows }: Disabled<Sent>,
): readonly Words[] {
  return (['disable', 'enable'] as const).map((verb) =>
    command<Sent>(`${verb} <${argument}>`, about[verb], {
      route,
      args: { [argument]: reader },
      offers: ['reason'],
      options,
      fixed: { isDisabled: verb === 'disable' },
      shows: (sent, given) => shows(sent, given, verb === 'disable'),
    }),
  );
}

export function definedOf(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

import { type Command, Option } from 'commander';
import {
  allOf,
  isOperatorRefusal,
  type OperatorRefusal,
  operatorRefusals,
} from '../../domain/operator/operator-refusal.ts';
import { refusalOf } from '../kit/accepted.ts';
import { definitionOf, openRoutes } from './call-route.ts';
import {
  type Answer,
  CommandFault,
  type CommandLine,
  exitCodes,
  type FileAnswer,
  type Given,
  type OpenLine,
  type Prompts,
  type Values,
} from './command-kit.ts';
import { type Group, readWords, type Words } from './command-words.ts';
import { writeTo } from './out-file.ts';
import { kebab, type SchemaOption, schemaOptions } from './schema-options.ts';
import { render, type Shown } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface CommandParts {
  readonly open: () => Promise<CommandLine>;
  readonly terminal: Terminal;
}

export function addCommands(parent: Command, table: readonly (Words | Group)[], parts: CommandParts): void {
  for (const one of table) {
    if ('commands' in one) addCommands(parent.command(one.name).description(one.about), one.commands, parts);
    else addCommand(parent.command(one.usage).description(one.about), one, parts);
  }
}

const out = '<file> into this new file, which only you can read, instead of the standard output';

function addCommand(command: Command, words: Words, { open, terminal }: CommandParts): void {
  const args = command.registeredArguments.map((one) => one.name());
  const fromSchema = addOptions(command, words);
  if (words.help !== undefined) command.addHelpText('after', words.help);
  command.action(async () => {
    const typed = command.optsWithGlobals<Record<string, unknown>>();
    const given: Given = {
      words: Object.fromEntries(args.map((name, i) => [name, command.processedArgs[i] as string])),
      flags: new Set(Object.keys(typed).filter((name) => typed[name] === true)),
      texts: typed as Given['texts'],
    };
    const prompts: Prompts = {
      confirm: (question) => confirm(terminal, given, question),
      progress: (done, total) => terminal.progress(done, total),
    };
    const work = async (): Promise<Answer | FileAnswer> => {
      if (words.runOffline !== undefined) return words.runOffline(prompts, given);
      const opened = await open();
      const line: OpenLine = { ...opened, ...prompts, call: await openRoutes(opened, words.needs) };
      const values = await readValues(words, line, { given, typed, fromSchema });
      return words.run === undefined ? callRoute(words, line, values, given) : words.run(line, values, given);
    };
    terminal.beginProgress();
    const answer = await work().catch(refusalOf);
    if ('lines' in answer) await terminal.printLines(answer.lines);
    terminal.endProgress();
    if (!('lines' in answer)) terminal.setExitCode(print(terminal, answer, given.flags.has('json')));
  });
}

/** Those of the route's schemas, which are returned, and those that are no property. */
function addOptions(command: Command, words: Words): readonly SchemaOption[] {
  const taken = new Set(command.registeredArguments.map((one) => propertyOf(words, one.name())));
  const fromSchema = words.route === undefined ? [] : schemaOptions(definitionOf(words.route), words, taken);
  for (const { options } of fromSchema) for (const option of options) command.addOption(option);
  const extra: NonNullable<Words['extra']> = { ...(words.file !== undefined && { out }), ...words.extra };
  for (const [name, one] of Object.entries(extra)) {
    const { text, isRequired = false } = typeof one === 'string' ? { text: one } : one;
    const { argument, help } = readWords(text);
    const option = new Option(`--${kebab(name)}${argument === undefined ? '' : ` ${argument}`}`, help);
    command.addOption(option.makeOptionMandatory(isRequired));
  }
  return fromSchema;
}

function propertyOf({ args }: Words, name: string): string {
  const as = args?.[name] ?? camel(name);
  return typeof as === 'string' ? as : as.property;
}

interface Typed {
  readonly given: Given;
  readonly typed: Readonly<Record<string, unknown>>;
  readonly fromSchema: readonly SchemaOption[];
}

async function readValues(words: Words, line: OpenLine, { given, typed, fromSchema }: Typed): Promise<Values> {
  const values: Record<string, unknown> = { ...words.fixed };
  if (words.route !== undefined)
    for (const [name, text] of Object.entries(given.words)) {
      if (text === undefined) continue;
      const as = words.args?.[name];
      values[propertyOf(words, name)] = typeof as === 'object' ? await as.read(text, line) : text;
    }
  for (const { path, attribute, read } of fromSchema) values[path] = await read(typed[attribute], line, values);
  return words.adjust === undefined ? values : words.adjust(values, line, given);
}

async function callRoute(words: Words, line: OpenLine, values: Values, given: Given): Promise<Answer | FileAnswer> {
  if (words.file !== undefined) {
    const begin = () => line.call<AsyncIterable<string> | Buffer>(words.route!, values);
    return writeTo(given.texts.out, begin, words.file, line, words.fixed);
  }
  const sent = await line.call(words.route!, values);
  return {
    json: sent,
    text: (await words.shows?.(sent, given)) ?? 'Done.',
    ...(words.exitCode !== undefined && { exitCode: words.exitCode(sent) }),
  };
}

async function confirm(terminal: Terminal, { flags }: Given, question: Shown): Promise<void> {
  if (flags.has('yes')) return;
  terminal.endProgress();
  const asked = render(question, terminal.width);
  const reply = await terminal.ask(`${asked} [y/N] `);
  if (reply === null) throw new CommandFault(`${asked} Say so with --yes: nobody can be asked here.`, exitCodes.usage);
  if (!/^y(es)?$/i.test(reply.trim())) throw new CommandFault('Nothing was changed.', exitCodes.refused);
  terminal.beginProgress();
}

function print(terminal: Terminal, answer: OperatorRefusal | Answer, isJson: boolean): number {
  if (!isOperatorRefusal(answer)) {
    terminal.print(isJson ? JSON.stringify(answer.json, null, 2) : render(answer.text, terminal.width));
    return answer.exitCode ?? exitCodes.ok;
  }
  const refusals = allOf(answer);
  const errors = refusals.map(({ code, field, details }) => ({
    code,
    field,
    message: operatorRefusals[code],
    details,
  }));
  terminal.printError(isJson ? JSON.stringify({ errors }) : refusals.map(sentenceOf).join('\n'));
  return answer.code === 'NotFound' ? exitCodes.notFound : exitCodes.refused;
}

/** The message with its details: `There is nothing of that name. (seller: ontaro)` */
function sentenceOf({ code, field, details = {} }: OperatorRefusal): string {
  const about = [
    ...(field === '' ? [] : [field]),
    ...Object.entries(details).map(([name, value]) => `${name}: ${value}`),
  ];
  return about.length === 0 ? operatorRefusals[code] : `${operatorRefusals[code]} (${about.join(', ')})`;
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

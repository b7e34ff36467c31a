import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Clock, type PlainDate, parseDate } from '../../domain/calendar.ts';
import type { Mode } from '../../domain/mode.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, operatorRefusals } from '../../domain/operator/operator-refusal.ts';
import type { RetentionPeriods } from '../../domain/person/retention.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import type { SecretBox } from '../../flows/credential/secret-box.ts';
import type { DocumentParts } from '../../flows/document/fetch-document.ts';
import type { WebhookEndpointParts } from '../../flows/event/webhook-endpoints.ts';
import type { ActorAndReason } from '../../flows/operator/actor-and-reason.ts';
import type { Database } from '../../store/database.ts';
import { refusalOf } from '../kit/accepted.ts';
import { type Options, optionsOf, type ValuesOf } from './options.ts';
import type { Terminal } from './terminal.ts';

/**
 * How a command of the command line is written:
 *
 *   seller.add('show <username>', 'one seller').run(async (line, _options, username) => {
 *     const found = await sellerOf(line, username);
 *     return { json: found, text: facts({ Username: found.username }) };
 *   });
 *
 * A command returns its result for scripts (`json`) and for people (`text`); the kit prints one of them and sets the
 * exit code. What a flow refuses is thrown by `accepted`, and printed likewise.
 */
export interface Commands {
  /** The group of that name; the first call creates it. */
  readonly group: (name: string, about: string) => Commands;
  readonly add: <Declared extends Options = Record<never, never>>(
    usage: string,
    about: string,
    options?: Declared,
  ) => AddedCommand<Declared>;
}

interface AddedCommand<Declared extends Options> {
  /** Opens the database, runs `work`, prints the result and sets the exit code. */
  readonly run: (work: Work<OpenLine, Declared>) => Command;
  readonly runWithoutDatabase: (work: Work<Prompts, Declared>) => Command;
}

type Work<Line, Declared extends Options> = (
  line: Line,
  options: ValuesOf<Declared>,
  ...given: string[]
) => Promise<Answer>;

export type Answer = TextAnswer | FileAnswer;

interface TextAnswer {
  /** For `--json`, in the shape that the operator's API returns. */
  readonly json: unknown;
  /** For people. */
  readonly text: string;
  /** Not 0 for a file with faults or a check that failed. */
  readonly exitCode?: number;
}

/** An answer that is a file, for scripts and people alike. */
interface FileAnswer {
  readonly lines: AsyncIterable<string>;
}

/** What commands work with. Opened when a command runs, not for its help. */
export interface CommandLine {
  readonly database: Database;
  /** The database's mode is the same one. */
  readonly mode: Mode;
  readonly clock: Clock;
  /** The address under which partners and customers reach the service. */
  readonly publicUrl: string;
  /** The person at this terminal, by the name of the system's user. */
  readonly actor: Actor;
  /** The vehicles that a VIN may be. */
  readonly decodeVin: (vin: string) => readonly VehicleConfiguration[];
  /** Hashes a password or secret for keeping. */
  readonly hash: (secret: string, beside?: string) => Promise<string>;
  /** What webhook endpoints are made with; needs the service's `SECRET_KEY`. */
  readonly openWebhooks: () => Promise<Pick<WebhookEndpointParts, 'webhooks' | 'webhookBox'>>;
  /** What payment links are made with; likewise. */
  readonly openLinkBox: () => Promise<SecretBox>;
  /** How long personal data is kept. */
  readonly retention: RetentionPeriods;
  /** Prints in the issuer's name, so it needs all settings of the service. */
  readonly openPrinter: () => Promise<DocumentParts['printer']>;
}

export interface CommandParts {
  readonly open: () => Promise<CommandLine>;
  readonly terminal: Terminal;
}

export const exitCodes = { ok: 0, fault: 1, usage: 2, refused: 3, notFound: 4 } as const;

/** A fault that the operator can fix, in one sentence. */
export class CommandFault extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number = exitCodes.fault) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** For the wrong use of a command. */
export function misuse(sentence: string): never {
  throw new CommandFault(sentence, exitCodes.usage);
}

/** What a command may ask and show at the terminal. */
interface Prompts {
  /** Throws unless the operator says yes or gave `--yes`, which a script must. */
  readonly confirm: (question: string) => Promise<void>;
  /** A bar, when there is a terminal. */
  readonly progress: (done: number, total: number) => void;
}

/** The command line while a command runs. */
export interface OpenLine extends CommandLine, Prompts {
  /** The actor, the reason that was given, and the moment. */
  readonly by: ActorAndReason & { readonly now: Date };
}

interface SharedOptions {
  readonly json?: true;
  readonly yes?: true;
  readonly reason?: string;
}

export function commandsOf(command: Command, parts: CommandParts): Commands {
  return {
    group: (name, about) => {
      const there = command.commands.find((one) => one.name() === name);
      return commandsOf(there ?? command.command(name).description(about), parts);
    },
    add: (usage, about, options) => addCommand(command.command(usage).description(about), parts, options),
  };
}

function addCommand<Declared extends Options>(
  command: Command,
  { open, terminal }: CommandParts,
  declared?: Declared,
): AddedCommand<Declared> {
  for (const option of optionsOf(declared ?? {})) command.addOption(option);
  const given = () => command.optsWithGlobals<ValuesOf<Declared> & SharedOptions>();
  const runWithoutDatabase: AddedCommand<Declared>['runWithoutDatabase'] = (work) =>
    command.action(async () => {
      const prompts: Prompts = {
        confirm: (question) => confirm(terminal, given(), question),
        progress: (done, total) => terminal.progress(done, total),
      };
      const answer = await work(prompts, given(), ...(command.processedArgs as string[])).catch(refusalOf);
      terminal.endProgress();
      if ('lines' in answer) return terminal.printLines(answer.lines);
      terminal.setExitCode(print(terminal, answer, given().json === true));
    });
  const run: AddedCommand<Declared>['run'] = (work) =>
    runWithoutDatabase(async (prompts, options, ...words) => {
      const line = await open();
      const by = { actor: line.actor, reason: given().reason ?? '', now: line.clock() };
      return work({ ...line, ...prompts, by }, options, ...words);
    });
  return { run, runWithoutDatabase };
}

async function confirm(terminal: Terminal, { yes }: SharedOptions, question: string): Promise<void> {
  if (yes === true) return;
  const reply = await terminal.ask(`${question} [y/N] `);
  if (reply === null)
    throw new CommandFault(`${question} Say so with --yes: nobody can be asked here.`, exitCodes.usage);
  if (!/^y(es)?$/i.test(reply.trim())) throw new CommandFault('Nothing was changed.', exitCodes.refused);
}

function print(terminal: Terminal, answer: OperatorRefusal | TextAnswer, isJson: boolean): number {
  if (!isOperatorRefusal(answer)) {
    terminal.print(isJson ? JSON.stringify(answer.json, null, 2) : answer.text);
    return answer.exitCode ?? exitCodes.ok;
  }
  const { code, field, details } = answer;
  const message = operatorRefusals[code];
  terminal.printError(isJson ? JSON.stringify({ errors: [{ code, field, message, details }] }) : sentenceOf(answer));
  return code === 'NotFound' ? exitCodes.notFound : exitCodes.refused;
}

/** The message with its details: `There is nothing of that name. (seller: ontaro)` */
function sentenceOf({ code, field, details = {} }: OperatorRefusal): string {
  const about = [
    ...(field === '' ? [] : [field]),
    ...Object.entries(details).map(([name, value]) => `${name}: ${value}`),
  ];
  return about.length === 0 ? operatorRefusals[code] : `${operatorRefusals[code]} (${about.join(', ')})`;
}

export function readDay(text: string): PlainDate {
  const day = text.length === 10 ? parseDate(text) : null;
  return day ?? misuse(`${text} is not a day: write YYYY-MM-DD.`);
}

/** A file that the command names. */
export async function readGivenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    return misuse(`${path} can't be read: ${(error as Error).message}`);
  }
}

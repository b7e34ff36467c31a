import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Clock, type PlainDate, parseDate } from '../../domain/calendar/calendar.ts';
import type { Mode } from '../../domain/mode.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, operatorRefusals } from '../../domain/operator/refusal.ts';
import type { RetentionPeriods } from '../../domain/personal-data/retention.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import type { DocumentParts } from '../../flows/fetch-document.ts';
import type { WebhookEndpointParts } from '../../flows/webhook-endpoints.ts';
import type { Database } from '../../store/database.ts';
import type { Terminal } from './terminal.ts';

/**
 * How a command of the command line is written:
 *
 *   seller.command('show <username>').description('…').action(commandAction(parts, async ({ database }, options,
 * username) => {     const found = await showSeller({ database }, username);     return isOperatorRefusal(found) ?
 * found : { json: found, text: facts({ Username: found.username }) };   }));
 *
 * A command returns its result for scripts (`json`) and for people (`text`); the kit prints one of them and sets the
 * exit code.
 */
export type CommandAnswer = OperatorRefusal | Answer | FileAnswer;

export interface Answer {
  /** For `--json`, in the shape that the operator's API returns. */
  readonly json: unknown;
  /** For people. */
  readonly text: string;
  /** Not 0 for a file with faults or a check that failed. */
  readonly exitCode?: number;
}

/** An answer that is a file, for scripts and people alike. */
export interface FileAnswer {
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
  /** How long personal data is kept. */
  readonly retention: RetentionPeriods;
  /** Prints in the issuer's name, so it needs all settings of the service. */
  readonly openPrinter: () => Promise<DocumentParts['printer']>;
}

export type Open = () => Promise<CommandLine>;

export interface CommandParts {
  readonly open: Open;
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

interface SharedOptions {
  readonly json?: true;
  readonly yes?: true;
}

/** What a command may ask and show at the terminal. */
export interface Prompts {
  /** Throws unless the operator says yes or gave `--yes`, which a script must. */
  readonly confirm: (question: string) => Promise<void>;
  /** A bar, when there is a terminal. */
  readonly progress: (done: number, total: number) => void;
}

/** The action of a command: opens the database, runs `work`, prints the result and sets the exit code. */
export function commandAction<Options extends object>(
  { open, terminal }: CommandParts,
  work: (line: CommandLine & Prompts, options: Options, ...given: string[]) => Promise<CommandAnswer>,
): (...given: unknown[]) => Promise<void> {
  return actionWithoutDatabase<Options>({ terminal }, async (prompts, options, ...given) =>
    work({ ...(await open()), ...prompts }, options, ...given),
  );
}

export function actionWithoutDatabase<Options extends object>(
  { terminal }: Pick<CommandParts, 'terminal'>,
  work: (prompts: Prompts, options: Options, ...given: string[]) => Promise<CommandAnswer>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & SharedOptions>();
    const prompts: Prompts = {
      confirm: (question) => confirm(terminal, options, question),
      progress: (done, total) => terminal.progress(done, total),
    };
    const answer = await work(prompts, options, ...(command.processedArgs as string[]));
    terminal.endProgress();
    if ('lines' in answer) return terminal.printLines(answer.lines);
    terminal.setExitCode(print(terminal, answer, options.json === true));
  };
}

async function confirm(terminal: Terminal, { yes }: SharedOptions, question: string): Promise<void> {
  if (yes === true) return;
  const reply = await terminal.ask(`${question} [y/N] `);
  if (reply === null)
    throw new CommandFault(`${question} Say so with --yes: nobody can be asked here.`, exitCodes.usage);
  if (!/^y(es)?$/i.test(reply.trim())) throw new CommandFault('Nothing was changed.', exitCodes.refused);
}

function print(terminal: Terminal, answer: OperatorRefusal | Answer, isJson: boolean): number {
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

/** The group of that name; the first call creates it. */
export function commandGroup(program: Command, name: string, description: string): Command {
  return program.commands.find((one) => one.name() === name) ?? program.command(name).description(description);
}

export function withReason(command: Command, isRequired = false): Command {
  const text = 'why; recorded with who did it';
  return isRequired ? command.requiredOption('--reason <text>', text) : command.option('--reason <text>', text, '');
}

/** For a command that asks before it acts. */
export function withConfirmation(command: Command): Command {
  return command.option('--yes', 'do it without prompts');
}

export function readDay(text: string): PlainDate {
  const day = text.length === 10 ? parseDate(text) : null;
  if (day === null) throw new CommandFault(`${text} is not a day: write YYYY-MM-DD.`, exitCodes.usage);
  return day;
}

/** A file that the command names. */
export async function readGivenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandFault(`${path} can't be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

export interface ReasonOption {
  readonly reason: string;
}

import type { Command } from 'commander';
import type { Clock } from '../../domain/calendar/calendar.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, operatorRefusals } from '../../domain/operator/refusal.ts';
import type { Database } from '../../store/database.ts';
import type { Terminal } from './terminal.ts';

/**
 * How a command of the command line is written:
 *
 *   seller.command('show <username>').description('…').action(answering(open, async ({ database }, options, username) => {
 *     const found = await showSeller({ database }, username);
 *     return isOperatorRefusal(found) ? found : { json: found, text: facts({ Username: found.username }) };
 *   }));
 *
 * It says what was found or done once for scripts (`json`) and once for people (`text`); the kit prints the one that was
 * asked for and sets the exit code.
 */
export type CommandAnswer = OperatorRefusal | Answer | FileAnswer;

export interface Answer {
  /** For `--json`: the same shape as the operator's API answers. */
  readonly json: unknown;
  /** For people. */
  readonly text: string;
  /** Other than 0 when what was found is itself bad: a file with faults, a check that failed. */
  readonly exitCode?: number;
}

/** An answer that is a file, for scripts and people alike. */
export interface FileAnswer {
  readonly lines: AsyncIterable<string>;
}

/** What commands work with: opened when a command runs, not when its help is read. */
export interface CommandLine {
  readonly database: Database;
  readonly clock: Clock;
  /** The person at this terminal, by the name of the system's user. */
  readonly actor: Actor;
  /** Hashes a password or secret for keeping. */
  readonly hash: (secret: string) => Promise<string>;
}

export type Open = () => Promise<CommandLine>;

export interface Doors {
  readonly open: Open;
  readonly terminal: Terminal;
}

export const exitCodes = { ok: 0, fault: 1, usage: 2, refused: 3, notFound: 4 } as const;

/** A fault that a person can mend, in one sentence. */
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

/** What a command may ask of the person and show meanwhile. */
export interface Asking {
  /** Goes on only after a yes; `--yes` gives it beforehand, and a script must. */
  readonly confirm: (question: string) => Promise<void>;
  /** A bar on the terminal; nothing where nobody looks. */
  readonly progress: (done: number, total: number) => void;
}

/** Makes the action of a command out of what it does: opens, runs, prints, sets the exit code. */
export function answering<Options extends object>(
  { open, terminal }: Doors,
  work: (line: CommandLine & Asking, options: Options, ...given: string[]) => Promise<CommandAnswer>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & SharedOptions>();
    const asking: Asking = {
      confirm: (question) => confirm(terminal, options, question),
      progress: (done, total) => terminal.progress(done, total),
    };
    const answer = await work({ ...(await open()), ...asking }, options, ...(command.processedArgs as string[]));
    terminal.endProgress();
    if ('lines' in answer) return terminal.pour(answer.lines);
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
  terminal.complain(isJson ? JSON.stringify({ errors: [{ code, field, message, details }] }) : sentenceOf(answer));
  return code === 'NotFound' ? exitCodes.notFound : exitCodes.refused;
}

/** The sentence of a refusal, with what it is about: `There is nothing of that name. (seller: ontaro)` */
function sentenceOf({ code, field, details = {} }: OperatorRefusal): string {
  const about = [
    ...(field === '' ? [] : [field]),
    ...Object.entries(details).map(([name, value]) => `${name}: ${value}`),
  ];
  return about.length === 0 ? operatorRefusals[code] : `${operatorRefusals[code]} (${about.join(', ')})`;
}

/** The group of that name, whichever file comes to it first. */
export function commandGroup(program: Command, name: string, description: string): Command {
  return program.commands.find((one) => one.name() === name) ?? program.command(name).description(description);
}

/** For a command that changes something: why, which is kept with who did it. */
export function withReason(command: Command, isRequired = false): Command {
  const text = 'why; recorded with who did it';
  return isRequired ? command.requiredOption('--reason <text>', text) : command.option('--reason <text>', text, '');
}

/** For a command that asks before it acts. */
export function withConfirmation(command: Command): Command {
  return command.option('--yes', 'do it without asking');
}

export interface ReasonOption {
  readonly reason: string;
}

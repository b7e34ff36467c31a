#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { Northbind } from '../northbind.ts';
import { listen } from './listen.ts';
import { logs } from './logs.ts';
import { type ListenCommand, type LogsCommand, readCommand, type TriggerCommand, UsageError } from './read-command.ts';

/** The partner's command line: `listen`, `trigger` and `logs`. It keeps nothing on disk. */
async function main(): Promise<number> {
  try {
    const command = readCommand(process.argv.slice(2), process.env);
    if (command.kind === 'help') print(command.text);
    else if (command.kind === 'listen') await runListen(command);
    else if (command.kind === 'logs') await runLogs(command);
    else await runTrigger(command);
    return 0;
  } catch (error) {
    // The errors of the client contain nothing of a request.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.fault;
  }
}

/** The operator's command line has the same codes. */
const exitCodes = { fault: 1, usage: 2 } as const;

async function runListen({ connection, secret, ...command }: ListenCommand): Promise<void> {
  const signal = untilStopped();
  print(`Forwarding the events at ${connection.baseUrl} to ${command.forwardTo}`);
  const used = secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  if (secret === undefined) print(`They are signed with this secret, made for this run: ${used}`);
  const northbind = new Northbind(connection);
  const last = await listen({ ...command, northbind, secret: used, signal, print, pollMs: 1_000 });
  print(last === undefined ? 'Stopped.' : `Stopped. To go on where it ended: --after ${last}`);
}

/** Fires at Ctrl-C. */
function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

async function runLogs({ connection, ...command }: LogsCommand): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  await logs({ ...command, northbind: new Northbind(connection), signal: untilStopped(), print, say, pollMs: 2_000 });
}

async function runTrigger({ connection, type }: TriggerCommand): Promise<void> {
  const { id, policyNumber } = await new Northbind(connection).sandbox.makeEvent(type);
  print(`${type} ${policyNumber} ${id}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// A reader such as `head` may close the pipe early: nobody reads on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await main();

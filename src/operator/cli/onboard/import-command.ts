import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportResult } from '../../../domain/operator/onboard/import-line.ts';
import { type ImportKind, importFile } from '../../../flows/onboard/import-file.ts';
import { wireFault } from '../../onboard/import-routes.ts';
import type { ImportFault } from '../../wire/onboard.ts';
import {
  type Answer,
  CommandFault,
  type CommandLine,
  exitCodes,
  type Prompts,
  type ReasonOption,
} from '../command-kit.ts';
import { table } from '../table.ts';

export interface ImportCommandOptions extends ReasonOption {
  readonly dryRun?: true;
}

/** Imports a file with a progress bar; faults are printed as a table. */
export async function importCommand<Entry extends { readonly id: string }>(
  line: CommandLine & Prompts,
  kind: ImportKind<Entry>,
  path: string,
  { dryRun, reason }: ImportCommandOptions,
): Promise<Answer> {
  const size = await sizeOf(path);
  const faults: ImportFault[] = [];
  let result: ImportResult | null = null;
  const options = { isDryRun: dryRun === true, actor: line.actor, reason };
  for await (const event of importFile(line, kind, createReadStream(path), options)) {
    if (event.kind === 'progress') line.progress(event.bytesRead, size);
    else if (event.kind === 'fault') faults.push(wireFault(event));
    else result = event;
  }
  const hasFaults = result!.faultCount > 0;
  return {
    json: { ...result!, faults },
    text: hasFaults ? faultsText(faults) : doneText(kind.what, result!),
    exitCode: hasFaults ? exitCodes.fault : exitCodes.ok,
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    throw new CommandFault(`The file ${path} can't be read.`, exitCodes.usage);
  }
}

function faultsText(faults: readonly ImportFault[]): string {
  const rows = table(faults, [
    { title: 'line', of: (fault) => fault.line, align: 'right' },
    { title: 'column', of: (fault) => fault.column },
    { title: 'value', of: (fault) => fault.value },
    { title: 'error', of: (fault) => fault.message },
  ]);
  return `${rows}\n\n${faults.length === 1 ? 'One error' : `${faults.length} errors`}: nothing was changed.`;
}

function doneText(what: string, { isDryRun, rowsRead, added, changed, unchanged, linked }: ImportResult): string {
  const links = what === 'dealers' ? `, ${linked} linked` : '';
  const would = isDryRun ? 'Nothing was changed. It would be: ' : '';
  return `${would}${rowsRead} ${what} read: ${added} added, ${changed} changed, ${unchanged} unchanged${links}.`;
}

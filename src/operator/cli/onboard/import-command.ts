import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportResult } from '../../../domain/import/import-line.ts';
import { type ImportKind, importFile } from '../../../flows/import/import-file.ts';
import { wireFault } from '../../onboard/import-routes.ts';
import type { ImportFault } from '../../wire/onboard.ts';
import { type Commands, exitCodes, misuse } from '../command-kit.ts';
import { flag, reason } from '../options.ts';
import { table } from '../table.ts';

/** Adds `import`: a file with a progress bar, whose faults are printed as a table. */
export function addImport<Entry extends { readonly id: string }>(
  commands: Commands,
  kind: ImportKind<Entry>,
  columnsHelp: string,
): void {
  commands
    .add('import <file>', `add and change ${kind.what} by a CSV file; all of it or nothing`, {
      reason,
      dryRun: flag('list every fault and what would change; nothing is changed'),
    })
    .run(async (line, { dryRun }, path) => {
      const { size } = await stat(path).catch(() => misuse(`The file ${path} can't be read.`));
      const faults: ImportFault[] = [];
      let result: ImportResult | null = null;
      const options = { isDryRun: dryRun === true, ...line.by };
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
    })
    .addHelpText('after', columnsHelp);
}

function faultsText(faults: readonly ImportFault[]): string {
  const rows = table(faults, { line: { right: 'line' }, column: 'column', value: 'value', error: 'message' });
  return `${rows}\n\n${faults.length === 1 ? 'One error' : `${faults.length} errors`}: nothing was changed.`;
}

function doneText(what: string, { isDryRun, rowsRead, added, changed, unchanged, linked }: ImportResult): string {
  const links = what === 'dealers' ? `, ${linked} linked` : '';
  const would = isDryRun ? 'Nothing was changed. It would be: ' : '';
  return `${would}${rowsRead} ${what} read: ${added} added, ${changed} changed, ${unchanged} unchanged${links}.`;
}

import type { Command } from 'commander';
import { lienHolderImport } from '../../../flows/onboard/import-lien-holders.ts';
import { listLienHolders } from '../../../store/onboard/lien-holder.ts';
import { type CommandParts, commandAction, withReason } from '../command-kit.ts';
import { type ImportCommandOptions, importCommand } from './import-command.ts';
import { answerNameList, type NameListOptions, withNameList } from './name-list-command.ts';

export function lienHoldersCommands(lienHolders: Command, parts: CommandParts): void {
  withReason(
    lienHolders.command('import <file>').description('add and change lienholders by a CSV file; all of it or nothing'),
  )
    .option('--dry-run', 'list every fault and what would change; nothing is changed')
    .addHelpText('after', '\nThe first line names the columns: id, name, addressLine1, city, postalCode.\n')
    .action(
      commandAction<ImportCommandOptions>(parts, (line, options, file = '') =>
        importCommand(line, lienHolderImport, file, options),
      ),
    );

  withNameList(lienHolders.command('list').description('lienholders, by name'), 'id').action(
    commandAction<NameListOptions>(parts, ({ database }, options) =>
      answerNameList(options, {
        ids: 'text',
        read: (query) => listLienHolders(database, query),
        columns: [
          { title: 'id', of: (row) => row.id },
          { title: 'name', of: (row) => row.name },
          { title: 'city', of: (row) => row.city },
          { title: 'postal code', of: (row) => row.postalCode },
        ],
        nothing: 'No lienholder. Import them: npx northbind lienholders import <file>',
      }),
    ),
  );
}

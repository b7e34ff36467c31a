import { lienHolderImport } from '../../../flows/import/import-lien-holders.ts';
import { listLienHolders } from '../../../store/lienholder/lien-holder.ts';
import type { Commands } from '../command-kit.ts';
import { pageAnswer } from '../table.ts';
import { addImport } from './import-command.ts';
import { nameListOptions, pageQueryOf } from './name-list-options.ts';

export function lienHoldersCommands(program: Commands): void {
  const lienHolders = program.group('lienholders', 'who leases and finances vehicles');
  addImport(
    lienHolders,
    lienHolderImport,
    '\nThe first line names the columns: id, name, addressLine1, city, postalCode.\n',
  );
  lienHolders.add('list', 'lienholders, by name', nameListOptions('id')).run(async ({ database }, options) => {
    const page = await listLienHolders(database, pageQueryOf(options, 'text'));
    const nothing = 'No lienholder. Import them: npx northbind lienholders import <file>';
    return pageAnswer(page, nothing, { id: 'id', name: 'name', city: 'city', 'postal code': 'postalCode' });
  });
}

import { dealerImport } from '../../../flows/import/import-dealers.ts';
import { linkDealer, unlinkDealer } from '../../../flows/partner/dealers.ts';
import { listDealers } from '../../../store/partner/dealer.ts';
import { accepted } from '../../kit/accepted.ts';
import type { Commands } from '../command-kit.ts';
import { option, reason } from '../options.ts';
import { pageAnswer } from '../table.ts';
import { sellerOf } from './find-by-name.ts';
import { addImport } from './import-command.ts';
import { nameListOptions, pageQueryOf } from './name-list-options.ts';

export function dealersCommands(program: Commands): void {
  const dealers = program.group('dealers', 'dealers and who sells through them');
  addImport(dealers, dealerImport, columnsHelp);

  dealers
    .add('list', 'dealers, by name', {
      ...nameListOptions('id'),
      seller: option('<username>', 'only those that this seller is linked to'),
    })
    .run(async (line, { seller, ...options }) => {
      const sellerId = seller === undefined ? null : (await sellerOf(line, seller)).id;
      const query = { ...pageQueryOf(options, 'text'), sellerId, visibleIntegrations: null };
      const nothing = 'No dealer. Import them: npx northbind dealers import <file>';
      return pageAnswer(await listDealers(line.database, query), nothing, {
        id: 'id',
        name: 'name',
        city: 'city',
        province: 'province',
        'postal code': 'postalCode',
        sellers: { right: 'sellerCount' },
      });
    });

  for (const [verb, change, meaning, now] of [
    ['link', linkDealer, 'let a seller sell Plus through a dealer', 'may sell'],
    ['unlink', unlinkDealer, 'end the link of a seller to a dealer', 'no longer sells'],
  ] as const)
    dealers.add(`${verb} <username> <dealer-id>`, meaning, { reason }).run(async (line, _options, name, dealerId) => {
      const { id: sellerId } = await sellerOf(line, name);
      accepted(await change(line, { sellerId, dealerId }, line.by));
      return { json: {}, text: `${name} ${now} through ${dealerId}.` };
    });
}

const columnsHelp = `
The first line names the columns: id, name, addressLine1, city, postalCode, province and, if wanted, sellers:
the usernames to link the dealer to, with spaces between (client_id/username where two integrations have the same).
Also, if wanted, licenceNumber, licenceClass and licenceExpiresOn: the dealer's licence in its province.
`;

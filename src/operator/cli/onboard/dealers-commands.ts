import type { Command } from 'commander';
import { isOperatorRefusal } from '../../../domain/operator/refusal.ts';
import { linkDealer, unlinkDealer } from '../../../flows/onboard/dealers.ts';
import { dealerImport } from '../../../flows/onboard/import-dealers.ts';
import { listDealers } from '../../../store/onboard/dealer.ts';
import {
  type CommandAnswer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  withReason,
} from '../command-kit.ts';
import { sellerOf } from './find-by-name.ts';
import { type ImportCommandOptions, importCommand } from './import-command.ts';
import { answerNameList, type NameListOptions, withNameList } from './name-list-command.ts';

export function dealersCommands(dealers: Command, parts: CommandParts): void {
  withReason(dealers.command('import <file>').description('add and change dealers by a CSV file; all of it or nothing'))
    .option('--dry-run', 'list every fault and what would change; nothing is changed')
    .addHelpText('after', columnsHelp)
    .action(
      commandAction<ImportCommandOptions>(parts, (line, options, file = '') =>
        importCommand(line, dealerImport, file, options),
      ),
    );

  withNameList(dealers.command('list').description('dealers, by name'), 'id')
    .option('--seller <username>', 'only those that this seller is linked to')
    .action(commandAction<NameListOptions & { seller?: string }>(parts, list));

  for (const [verb, change, meaning] of [
    ['link', linkDealer, 'let a seller sell Plus through a dealer'],
    ['unlink', unlinkDealer, 'end the link of a seller to a dealer'],
  ] as const)
    withReason(dealers.command(`${verb} <username> <dealer-id>`).description(meaning)).action(
      commandAction<ReasonOption>(parts, (line, { reason }, name = '', dealerId = '') =>
        changeLink(line, change, name, dealerId, reason),
      ),
    );
}

const columnsHelp = `
The first line names the columns: id, name, addressLine1, city, postalCode, province and, if wanted, sellers:
the usernames to link the dealer to, with spaces between (client_id/username where two integrations have the same).
Also, if wanted, licenceNumber, licenceClass and licenceExpiresOn: the dealer's licence in its province.
`;

async function list(
  { database }: CommandLine,
  { seller: name, ...options }: NameListOptions & { seller?: string },
): Promise<CommandAnswer> {
  const seller = name === undefined ? null : await sellerOf(database, name);
  if (isOperatorRefusal(seller)) return seller;
  return answerNameList(options, {
    ids: 'text',
    read: (query) => listDealers(database, { ...query, sellerId: seller?.id ?? null, visible: null }),
    columns: [
      { title: 'id', of: (row) => row.id },
      { title: 'name', of: (row) => row.name },
      { title: 'city', of: (row) => row.city },
      { title: 'province', of: (row) => row.province },
      { title: 'postal code', of: (row) => row.postalCode },
      { title: 'sellers', of: (row) => row.sellerCount, align: 'right' },
    ],
    nothing: 'No dealer. Import them: npx northbind dealers import <file>',
  });
}

async function changeLink(
  line: CommandLine,
  change: typeof linkDealer,
  name: string,
  dealerId: string,
  reason: string,
): Promise<CommandAnswer> {
  const seller = await sellerOf(line.database, name);
  if (isOperatorRefusal(seller)) return seller;
  const refusal = await change(line, { sellerId: seller.id, dealerId }, { actor: line.actor, reason });
  const text =
    change === linkDealer ? `${name} may sell through ${dealerId}.` : `${name} no longer sells through ${dealerId}.`;
  return refusal ?? { json: {}, text };
}

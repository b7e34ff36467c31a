import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ImportFault, ImportLine, ImportResult, WireDealer, WireLienHolder } from '../../wire/onboard.ts';
import { type Answer, exitCodes, misuse, type OpenLine, type Values } from '../command-kit.ts';
import { command, group, type Words } from '../command-words.ts';
import { seller } from '../names.ts';
import { type Shown, shownRows, table } from '../table.ts';
import { searchedBy } from './integration.ts';

/** An import sends a line for each fault and step, and the result last. */
async function importFile(line: OpenLine, route: string, values: Values, path: string): Promise<Answer> {
  const { size } = await stat(path).catch(() => misuse(`The file ${path} can't be read.`));
  const sent = await line.call<AsyncIterable<string>>(route, { ...values, file: createReadStream(path) });
  const faults: ImportFault[] = [];
  let result: ImportResult | null = null;
  for await (const text of createInterface({ input: Readable.from(sent) })) {
    const told = JSON.parse(text) as ImportLine;
    if (told.kind === 'progress') line.progress(told.bytesRead, size);
    else if (told.kind === 'fault') faults.push(told);
    else result = told;
  }
  const hasFaults = result!.faultCount > 0;
  return {
    json: { ...result!, faults },
    text: hasFaults ? importFaults(faults) : importDone(route.includes('dealers') ? 'dealers' : 'lienholders', result!),
    exitCode: hasFaults ? exitCodes.fault : exitCodes.ok,
  };
}

function importFaults(faults: readonly ImportFault[]): Shown {
  const rows = table(faults, ['line', 'column', 'value', { error: 'message' }]);
  return [rows, `${faults.length === 1 ? 'One error' : `${faults.length} errors`}: nothing was changed.`];
}

function importDone(what: string, { isDryRun, rowsRead, added, changed, unchanged, linked }: ImportResult): string {
  const links = what === 'dealers' ? `, ${linked} linked` : '';
  const would = isDryRun ? 'Nothing was changed. It would be: ' : '';
  return `${would}${rowsRead} ${what} read: ${added} added, ${changed} changed, ${unchanged} unchanged${links}.`;
}

function importing(route: string, what: string, help: string): Words {
  return command('import <file>', `add and change ${what} by a CSV file; all of it or nothing`, {
    route,
    options: { dryRun: 'list every fault and what would change; nothing is changed' },
    help,
    run: (line, { file: _, ...values }, { words }) => importFile(line, route, values, words.file!),
  });
}

function linking(method: 'PUT' | 'DELETE', verb: string, about: string, now: string): Words {
  return command(`${verb} <username> <dealer-id>`, about, {
    route: `${method} /api/sellers/:id/dealers/:dealerId`,
    args: { username: seller },
    shows: (_sent, { words }) => `${words.username} ${now} through ${words['dealer-id']}.`,
  });
}

const dealerColumns = ['id', 'name', 'city', 'province', 'postalCode', { sellers: 'sellerCount' }] as const;

export const dealersWords = group('dealers', 'dealers and who sells through them', [
  importing(
    'POST /api/dealers/import',
    'dealers',
    `
The first line names the columns: id, name, addressLine1, city, postalCode, province and, if wanted, sellers:
the usernames to link the dealer to, with spaces between (client_id/username where two integrations have the same).
Also, if wanted, licenceNumber, licenceClass and licenceExpiresOn: the dealer's licence in its province.
`,
  ),
  command('list', 'dealers, by name', {
    route: 'GET /api/dealers',
    options: searchedBy('id'),
    extra: { seller: '<username> only those that this seller is linked to' },
    run: async (line, values, { texts }) => {
      const page = await (texts.seller === undefined
        ? line.call('GET /api/dealers', values)
        : line.call('GET /api/sellers/:id/dealers', { ...values, id: await seller.read(texts.seller, line) }));
      const nothing = 'No dealer. Import them: npx northbind dealers import <file>';
      return { json: page, text: shownRows<WireDealer>(dealerColumns, nothing)(page as { rows: WireDealer[] }) };
    },
  }),
  linking('PUT', 'link', 'let a seller sell Plus through a dealer', 'may sell'),
  linking('DELETE', 'unlink', 'end the link of a seller to a dealer', 'no longer sells'),
]);

export const lienHoldersWords = group('lienholders', 'who leases and finances vehicles', [
  importing(
    'POST /api/lien-holders/import',
    'lienholders',
    '\nThe first line names the columns: id, name, addressLine1, city, postalCode.\n',
  ),
  command('list', 'lienholders, by name', {
    route: 'GET /api/lien-holders',
    options: searchedBy('id'),
    shows: shownRows<WireLienHolder>(
      ['id', 'name', 'city', 'postalCode'],
      'No lienholder. Import them: npx northbind lienholders import <file>',
    ),
  }),
]);

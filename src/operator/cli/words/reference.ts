import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { dateIn } from '../../../domain/calendar/calendar.ts';
import { readProvince } from '../../../domain/operator/onboard/judge-entry.ts';
import { refuse } from '../../kit/accepted.ts';
import type { WireLicence, WireRequirement } from '../../wire/licences.ts';
import type { ImportFault, ImportLine, ImportResult, WireDealer, WireLienHolder } from '../../wire/onboard.ts';
import type { WireUnresolvedVin, WireVinPattern } from '../../wire/vehicles.ts';
import { type Answer, exitCodes, type Given, misuse, type OpenLine, type Values } from '../command-kit.ts';
import { command, definedOf, group, type Words } from '../command-words.ts';
import { bySeller, seller } from '../names.ts';
import { minute, type Shown, shownRows, table } from '../table.ts';
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
  const rows = table(faults, { line: { right: 'line' }, column: 'column', value: 'value', error: 'message' });
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

const dealerColumns = {
  id: 'id',
  name: 'name',
  city: 'city',
  province: 'province',
  'postal code': 'postalCode',
  sellers: { right: 'sellerCount' },
} as const;

const dealersWords = group('dealers', 'dealers and who sells through them', [
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

const lienHoldersWords = group('lienholders', 'who leases and finances vehicles', [
  importing(
    'POST /api/lien-holders/import',
    'lienholders',
    '\nThe first line names the columns: id, name, addressLine1, city, postalCode.\n',
  ),
  command('list', 'lienholders, by name', {
    route: 'GET /api/lien-holders',
    options: searchedBy('id'),
    shows: shownRows<WireLienHolder>(
      { id: 'id', name: 'name', city: 'city', 'postal code': 'postalCode' },
      'No lienholder. Import them: npx northbind lienholders import <file>',
    ),
  }),
]);

const holder = { seller: '<username> of this seller', dealer: '<id> of this dealer' };

/** One of the two has to be named. */
async function holderOf(line: OpenLine, { texts }: Given) {
  if ((texts.seller === undefined) === (texts.dealer === undefined)) misuse('Name either --seller or --dealer.');
  return texts.dealer === undefined
    ? { path: '/api/sellers/:id/licences', id: await seller.read(texts.seller!, line) }
    : { path: '/api/dealers/:id/licences', id: texts.dealer };
}

const licenceName = {
  province: '<code> where it is valid, such as AB',
  class: '<class> its class, as the province calls it',
};

function requiring(verb: string, isNeeded: boolean, about: string): Words {
  return command<WireRequirement>(`${verb} <province>`, about, {
    route: 'POST /api/licence-requirements',
    options: { fromDay: { text: '--from the first day: YYYY-MM-DD; today if left out', isRequired: false } },
    fixed: { isNeeded },
    adjust: (values, { clock }): Values => {
      const province = readProvince(String(values.province)) ?? refuse('ProvinceInvalid', 'province');
      return { fromDay: dateIn(province, clock()), ...definedOf(values), province };
    },
    shows: ({ province, fromDay }) =>
      `In ${province} ${isNeeded ? 'a licence is' : 'no licence is'} needed from ${fromDay} on.`,
  });
}

/** Licences of sellers and dealers, and where they are needed. */
const licenceWords = group('licence', 'licences of sellers and dealers, and where they are needed', [
  command('list', 'licences, the first to expire first', {
    route: 'GET /api/licences',
    options: {
      sellerId: bySeller('of this seller'),
      dealerId: '--dealer <id> of this dealer',
      withinDays: '--within <days> only those that expire within so many days, or have expired',
    },
    shows: shownRows<WireLicence>(
      {
        expires: 'expiresOn',
        'days left': { right: 'daysLeft' },
        province: 'province',
        class: 'class',
        number: 'number',
        of: (row) => `${row.holder.kind} ${row.holder.name}`,
      },
      'No licence.',
    ),
  }),
  command('set', 'add a licence, or change the one of that class and province', {
    route: 'PUT /api/sellers/:id/licences',
    without: ['id'],
    options: {
      ...licenceName,
      number: '<number> its number',
      expiresOn: '--expires <date> its last day: YYYY-MM-DD',
    },
    extra: holder,
    run: async (line, values, given) => {
      const { path, id } = await holderOf(line, given);
      const kept = await line.call<WireLicence>(`PUT ${path}`, { ...values, id });
      const what = `${kept.class}, ${kept.number}`;
      return {
        json: kept,
        text: `${kept.holder.name} has a licence in ${kept.province} (${what}) to ${kept.expiresOn}.`,
      };
    },
  }),
  command('remove', 'remove a licence', {
    route: 'DELETE /api/sellers/:id/licences',
    without: ['id'],
    options: licenceName,
    extra: holder,
    run: async (line, values, given) => {
      const { path, id } = await holderOf(line, given);
      return { json: await line.call(`DELETE ${path}`, { ...values, id }), text: 'The licence was removed.' };
    },
  }),
  command('required', 'where a licence is needed, and from when on', {
    route: 'GET /api/licence-requirements',
    shows: shownRows<WireRequirement>(
      { province: 'province', from: 'fromDay', licence: (row) => (row.isNeeded ? 'needed' : 'not needed') },
      'No province needs a licence.',
    ),
  }),
  requiring('require', true, 'refuse to sell in a province without a valid licence'),
  requiring('waive', false, 'need no licence in a province any more'),
]);

const described = ({ pattern, yearFrom, yearTo, make, model }: WireVinPattern): string =>
  `${pattern} (${yearFrom}-${yearTo}) as ${make} ${model}`;

const vinWords = group('vin', 'VINs that could not be read, and what you know of them', [
  command('unresolved', 'VINs that partners looked up and that could not be read, the most frequent first', {
    route: 'GET /api/unresolved-vins',
    shows: shownRows<WireUnresolvedVin>(
      {
        begins: 'beginning',
        year: 'modelYear',
        times: { right: 'seenCount' },
        'last (UTC)': (row) => minute(row.lastSeenAt),
        'returned, not confirmed': (row) => row.guess ?? '',
      },
      'Every VIN could be read.',
    ),
  }),
  command('list', 'your VIN patterns, the newest first', {
    route: 'GET /api/vin-patterns',
    shows: shownRows<WireVinPattern>(
      {
        id: 'id',
        pattern: 'pattern',
        years: (row) => `${row.yearFrom}-${row.yearTo}`,
        vehicle: (row) => [row.make, row.model, row.trim].filter((part) => part !== null).join(' '),
        fuel: 'fuelType',
      },
      'No VIN pattern. Add one: npx northbind vin add <pattern>',
    ),
  }),
  command<WireVinPattern>(
    'add <pattern>',
    'say what vehicle VINs are that begin so: eight characters, a star for any one',
    {
      route: 'POST /api/vin-patterns',
      without: ['yearFrom', 'yearTo'],
      options: {
        make: 'its make',
        model: 'its model',
        trim: 'its trim',
        bodyClass: '--body its body, such as "Sport Utility Vehicle" or Sedan',
        driveType: '--drive AWD, 4WD, FWD, RWD or 4x2',
        fuelType: '--fuel Gasoline, Hybrid, "Plug-in hybrid", Electric, ...',
        engine: 'such as "2.5 L 4-cylinder"',
      },
      extra: { years: { text: '<from-to> model years, such as 2022-2024', isRequired: true } },
      adjust: (values, _line, { texts }): Values => {
        const [, from, to = from] = /^(\d{4})(?:-(\d{4}))?$/.exec(texts.years!) ?? [];
        if (from === undefined) misuse('Write the model years like 2022-2024.');
        return { ...values, yearFrom: Number(from), yearTo: Number(to) };
      },
      shows: (created) => `Every instance reads ${described(created)} from now on.`,
    },
  ),
  command<WireVinPattern>('remove <id>', 'remove one of your VIN patterns', {
    route: 'POST /api/vin-patterns/:id/remove',
    shows: (removed) => `Removed ${described(removed)}.`,
  }),
]);

export const referenceWords = [dealersWords, licenceWords, lienHoldersWords, vinWords];

import type { WireUnresolvedVin, WireVinPattern } from '../../wire/vehicles.ts';
import { misuse, type Values } from '../command-kit.ts';
import { command, group } from '../command-words.ts';
import { minute, shownRows } from '../table.ts';

const described = ({ pattern, yearFrom, yearTo, make, model }: WireVinPattern): string =>
  `${pattern} (${yearFrom}-${yearTo}) as ${make} ${model}`;

export const vinWords = group('vin', 'VINs that could not be read, and what you know of them', [
  command('unresolved', 'VINs that partners looked up and that could not be read, the most frequent first', {
    route: 'GET /api/unresolved-vins',
    shows: shownRows<WireUnresolvedVin>(
      {
        begins: 'beginning',
        year: 'modelYear',
        times: 'seenCount',
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
    'say which vehicle the VINs with this beginning are: eight characters, a star for any one',
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

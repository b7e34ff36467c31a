import { createVinPattern, removeVinPattern } from '../../../flows/vehicle/vin-patterns.ts';
import { listUnresolvedVins } from '../../../store/vehicle/unresolved-vin.ts';
import { listVinPatterns, type VinPatternRow } from '../../../store/vehicle/vin-pattern.ts';
import { accepted } from '../../kit/accepted.ts';
import { type Commands, misuse } from '../command-kit.ts';
import { option, requiredReason as reason, required } from '../options.ts';
import { table } from '../table.ts';

const rowsMax = 100;

export function vinCommands(program: Commands): void {
  const vin = program.group('vin', 'VINs that could not be read, and what you know of them');

  vin
    .add('unresolved', `VINs that partners looked up and that could not be read, the ${rowsMax} most frequent`)
    .run(async ({ database }) => {
      const { rows } = await listUnresolvedVins(database, { after: null, limit: rowsMax });
      const columns = {
        begins: 'beginning',
        year: 'modelYear',
        times: { right: 'seenCount' },
        last: (row: (typeof rows)[number]) => row.lastSeenAt.toISOString().slice(0, 16),
        'returned, not confirmed': (row: (typeof rows)[number]) => row.guess ?? '',
      } as const;
      return { json: rows, text: table(rows, columns, 'Every VIN could be read.') };
    });

  vin.add('list', `your VIN patterns, the ${rowsMax} newest first`).run(async ({ database }) => {
    const { rows } = await listVinPatterns(database, { cursor: null, limit: rowsMax });
    const columns = {
      id: 'id',
      pattern: 'pattern',
      years: (row: VinPatternRow) => `${row.yearFrom}-${row.yearTo}`,
      vehicle: (row: VinPatternRow) => [row.make, row.model, row.trim].filter((part) => part !== null).join(' '),
      fuel: 'fuelType',
    } as const;
    return { json: rows, text: table(rows, columns, 'No VIN pattern. Add one: npx northbind vin add <pattern>') };
  });

  vin
    .add('add <pattern>', 'say what vehicle VINs are that begin so: eight characters, a star for any one', {
      reason,
      years: required('<from-to>', 'model years, such as 2022-2024'),
      make: required('<make>', 'its make'),
      model: required('<model>', 'its model'),
      trim: option('<trim>', 'its trim'),
      body: option('<body>', 'its body, such as "Sport Utility Vehicle" or Sedan'),
      drive: option('<drive>', 'AWD, 4WD, FWD, RWD or 4x2'),
      fuel: option('<fuel>', 'Gasoline, Hybrid, "Plug-in hybrid", Electric, ...'),
      engine: option('<engine>', 'such as "2.5 L 4-cylinder"'),
    })
    .run(async (line, options, pattern) => {
      const { years, make, model, trim = '', body = '', drive = '', fuel = '', engine = '' } = options;
      const [, from, to = from] = /^(\d{4})(?:-(\d{4}))?$/.exec(years) ?? [];
      if (from === undefined) misuse('Write the model years like 2022-2024.');
      const details = { trim, bodyClass: body, driveType: drive, fuelType: fuel, engine };
      const given = { pattern, yearFrom: Number(from), yearTo: Number(to), make, model, ...details };
      const created = accepted(await createVinPattern(line, given, line.by));
      return { json: created, text: `Every instance reads ${described(created)} from now on.` };
    });

  vin.add('remove <id>', 'remove one of your VIN patterns', { reason }).run(async (line, _options, id) => {
    if (!/^[\da-f-]{36}$/i.test(id)) misuse('That is not an id. See them by: npx northbind vin list');
    const removed = accepted(await removeVinPattern(line, id, line.by));
    return { json: removed, text: `Removed ${described(removed)}.` };
  });
}

function described({ pattern, yearFrom, yearTo, make, model }: VinPatternRow): string {
  return `${pattern} (${yearFrom}-${yearTo}) as ${make} ${model}`;
}

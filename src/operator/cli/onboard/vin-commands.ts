import type { Command } from 'commander';
import { isOperatorRefusal } from '../../../domain/operator/refusal.ts';
import { createVinPattern, removeVinPattern } from '../../../flows/onboard/vin-patterns.ts';
import { listUnresolvedVins } from '../../../store/onboard/unresolved-vin.ts';
import { listVinPatterns, type VinPatternRow } from '../../../store/onboard/vin-pattern.ts';
import {
  type CommandAnswer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  exitCodes,
  type ReasonOption,
  withReason,
} from '../command-kit.ts';
import { table } from '../table.ts';

const rowsMax = 100;

interface AddOptions extends ReasonOption {
  readonly years: string;
  readonly make: string;
  readonly model: string;
  readonly trim?: string;
  readonly body?: string;
  readonly drive?: string;
  readonly fuel?: string;
  readonly engine?: string;
}

export function vinCommands(vin: Command, parts: CommandParts): void {
  vin
    .command('unresolved')
    .description(`VINs that partners looked up and that could not be read, the ${rowsMax} most frequent`)
    .action(commandAction<object>(parts, ({ database }) => showUnresolved({ database })));

  vin
    .command('list')
    .description(`your VIN patterns, the ${rowsMax} newest first`)
    .action(commandAction<object>(parts, ({ database }) => showPatterns({ database })));

  withReason(
    vin
      .command('add <pattern>')
      .description('say what vehicle VINs are that begin so: eight characters, a star for any one'),
    true,
  )
    .requiredOption('--years <from-to>', 'model years, such as 2022-2024')
    .requiredOption('--make <make>', 'its make')
    .requiredOption('--model <model>', 'its model')
    .option('--trim <trim>', 'its trim')
    .option('--body <body>', 'its body, such as "Sport Utility Vehicle" or Sedan')
    .option('--drive <drive>', 'AWD, 4WD, FWD, RWD or 4x2')
    .option('--fuel <fuel>', 'Gasoline, Hybrid, "Plug-in hybrid", Electric, ...')
    .option('--engine <engine>', 'such as "2.5 L 4-cylinder"')
    .action(commandAction<AddOptions>(parts, add));

  withReason(vin.command('remove <id>').description('remove one of your VIN patterns'), true).action(
    commandAction<ReasonOption>(parts, async ({ database, actor }, { reason }, id = '') => {
      const removed = /^[\da-f-]{36}$/i.test(id)
        ? await removeVinPattern({ database }, id, { actor, reason })
        : notAnId();
      return isOperatorRefusal(removed) ? removed : { json: removed, text: `Removed ${described(removed)}.` };
    }),
  );
}

async function showUnresolved({ database }: Pick<CommandLine, 'database'>): Promise<CommandAnswer> {
  const { rows } = await listUnresolvedVins(database, { after: null, limit: rowsMax });
  const text = table(
    rows,
    [
      { title: 'begins', of: (row) => row.beginning },
      { title: 'year', of: (row) => row.modelYear },
      { title: 'times', of: (row) => row.seenCount, align: 'right' },
      { title: 'last', of: (row) => row.lastSeenAt.toISOString().slice(0, 16) },
      { title: 'returned, not confirmed', of: (row) => row.guess ?? '' },
    ],
    'Every VIN could be read.',
  );
  return { json: rows, text };
}

async function showPatterns({ database }: Pick<CommandLine, 'database'>): Promise<CommandAnswer> {
  const { rows } = await listVinPatterns(database, { cursor: null, limit: rowsMax });
  const text = table(
    rows,
    [
      { title: 'id', of: (row) => row.id },
      { title: 'pattern', of: (row) => row.pattern },
      { title: 'years', of: (row) => `${row.yearFrom}-${row.yearTo}` },
      { title: 'vehicle', of: (row) => [row.make, row.model, row.trim].filter((part) => part !== null).join(' ') },
      { title: 'fuel', of: (row) => row.fuelType },
    ],
    'No VIN pattern. Add one: npx northbind vin add <pattern>',
  );
  return { json: rows, text };
}

async function add({ database, actor }: CommandLine, options: AddOptions, pattern = ''): Promise<CommandAnswer> {
  const { years, make, model, trim = '', body = '', drive = '', fuel = '', engine = '', reason } = options;
  const [, from, to = from] = /^(\d{4})(?:-(\d{4}))?$/.exec(years) ?? [];
  if (from === undefined) throw new CommandFault('Write the model years like 2022-2024.', exitCodes.usage);
  const details = { trim, bodyClass: body, driveType: drive, fuelType: fuel, engine };
  const given = { pattern, yearFrom: Number(from), yearTo: Number(to), make, model, ...details };
  const created = await createVinPattern({ database }, given, { actor, reason });
  if (isOperatorRefusal(created)) return created;
  return { json: created, text: `Every instance reads ${described(created)} from now on.` };
}

function described({ pattern, yearFrom, yearTo, make, model }: VinPatternRow): string {
  return `${pattern} (${yearFrom}-${yearTo}) as ${make} ${model}`;
}

function notAnId(): never {
  throw new CommandFault('That is not an id. See them by: npx northbind vin list', exitCodes.usage);
}

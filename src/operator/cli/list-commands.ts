import { InvalidArgumentError } from 'commander';
import { moneyStatuses } from '../../domain/policy/money-status.ts';
import { type ExportKind, exportList } from '../../flows/list/export-list.ts';
import { type ListRequest, readFilter, seesAll } from '../../flows/list/read-filter.ts';
import { recordViews, type ViewedSale } from '../../store/audit/operator-act.ts';
import { type Listing, readList } from '../../store/list/listing.ts';
import { accepted } from '../kit/accepted.ts';
import type { CommandLine, Commands } from './command-kit.ts';
import { sellerOf } from './onboard/find-by-name.ts';
import { choice, day, option, optionOr, out, requiredReason, type ValuesOf } from './options.ts';
import { linesTo } from './out-file.ts';
import { type Columns, pageAnswer } from './table.ts';

export interface ListShown<Row> {
  readonly what: ExportKind;
  readonly listing: Listing<Row>;
  readonly columns: Columns<Row>;
}

/** Adds `list`, page by page, and `export`, the whole list as a file, with the same filters. */
export function addListCommands<Row extends ViewedSale>(
  commands: Commands,
  { what, listing, columns }: ListShown<Row>,
): void {
  commands
    .add(
      'list [search]',
      'newest first; or by policy number, id, VIN, e-mail address or name, of which a beginning is enough',
      {
        ...filtersOn(listing),
        limit: option('<count>', 'at most so many, up to 100', count),
        cursor: option('<id>', 'go on after this one'),
      },
    )
    .run(async (line, { cursor, limit, ...options }, search) => {
      const asked = { ...(await filtersOf(line, options, search)), cursor, limit };
      const page = await readList(line.database, listing, accepted(readFilter(listing, asked, seesAll(line.by.now))));
      await recordViews(line.database, line.actor, page.rows);
      return pageAnswer(page, 'None.', columns);
    });
  commands
    .add(
      'export [search]',
      'all that the list shows, as CSV: at most 100,000 rows, with personal data; it is recorded in the audit log',
      { ...filtersOn(listing), reason: requiredReason, out },
    )
    .run(async (line, { out, ...options }, search) => {
      const { database, by } = line;
      const filters = await filtersOf(line, options, search);
      const begin = () => exportList({ database }, { what, filters, visibleIntegrations: null, ...by });
      return linesTo(out, begin, `The ${what} are`, { what });
    });
}

function filtersOn({ states, hasMoneyStatus }: Pick<Listing<never>, 'states' | 'hasMoneyStatus'>) {
  const money = choice('<state>', 'whose money is in this state', moneyStatuses);
  return {
    ...(hasMoneyStatus && { money }),
    seller: option('<username>', 'of this seller'),
    state: choice('<state>', 'in this state', states),
    from: option('<date>', 'from this day on, as 2026-11-15', day),
    to: option('<date>', 'up to this day', day),
    zone: optionOr('<name>', 'whose days these are', Intl.DateTimeFormat().resolvedOptions().timeZone),
  } as const;
}

/** Commands take a seller's name, and a zone only with days. */
async function filtersOf(
  line: CommandLine,
  { seller, state, money, from, to, zone }: Partial<ValuesOf<Required<ReturnType<typeof filtersOn>>>>,
  search: string | undefined,
): Promise<Omit<ListRequest, 'cursor' | 'limit'>> {
  const sellerId = seller === undefined ? undefined : (await sellerOf(line, seller)).id;
  const isOfDays = from !== undefined || to !== undefined;
  return { search, sellerId, state, moneyStatus: money, from, to, zone: isOfDays ? zone : undefined };
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 100) throw new InvalidArgumentError('From 1 to 100.');
  return number;
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDate } from '../../domain/calendar/calendar.ts';
import { formatDollars } from '../../domain/money/money.ts';
import { type StuckKind, type StuckRow, stuckKinds } from '../../domain/operator/needs-person.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import type { PolicyRow, SaleRow } from '../../domain/operator/sale-rows.ts';
import { isUuid } from '../../domain/text/uuid.ts';
import { type LookAsked, readFilter } from '../../flows/look/read-filter.ts';
import type { Database } from '../../store/database.ts';
import type { LookFilter, Page } from '../../store/look/filter.ts';
import { policyList } from '../../store/look/list-policies.ts';
import { saleList } from '../../store/look/list-sales.ts';
import { listStuck } from '../../store/look/list-stuck.ts';
import { type Listing, readList } from '../../store/look/listing.ts';
import { readHistory } from '../../store/look/read-history.ts';
import { answering, type CommandAnswer, type CommandLine, commandGroup, type Doors } from './command-kit.ts';
import { historyText } from './history-text.ts';
import { sellerOf } from './onboard/find-by-name.ts';
import { type Column, table } from './table.ts';

/** Looking from a terminal: sales, policies, and what needs a person. */
export function lookCommands(program: Command, doors: Doors): void {
  const sale = commandGroup(program, 'sale', 'sales, from their first quote on');
  addList(sale, doors, saleList, saleColumns);
  sale
    .command('show <id>')
    .description(
      'everything about one sale; by its application id, policy number, or the id of anything that belongs to it',
    )
    .action(answering(doors, (line, _options, id = '') => show(line, id)));

  const policy = commandGroup(program, 'policy', 'policies: look at one, cancel it, mail it');
  addList(policy, doors, policyList, policyColumns);
  policy
    .command('show <policyNumber>')
    .description('everything about the sale of a policy')
    .action(answering(doors, (line, _options, policyNumber = '') => show(line, policyNumber)));

  commandGroup(program, 'stuck', 'what needs a person')
    .command('list')
    .description('what the service could not settle by itself, longest waiting first')
    .addOption(new Option('--kind <kind>', 'only this').choices(stuckKinds))
    .action(answering<{ kind?: StuckKind }>(doors, listAllStuck));
}

interface ListOptions extends Omit<LookAsked, 'search' | 'sellerId'> {
  readonly seller?: string;
}

function addList<Row>(group: Command, doors: Doors, listing: Listing<Row>, columns: readonly Column<Row>[]): void {
  group
    .command('list [search]')
    .description('newest first; or by policy number, id, VIN, e-mail address or name, of which a beginning is enough')
    .option('--seller <username>', 'of this seller')
    .addOption(new Option('--state <state>', 'in this state').choices(listing.states))
    .option('--from <date>', 'from this day on, as 2026-11-15', day)
    .option('--to <date>', 'up to this day', day)
    .option('--zone <name>', 'whose days these are', Intl.DateTimeFormat().resolvedOptions().timeZone)
    .option('--limit <count>', 'at most so many, up to 100', count)
    .option('--cursor <id>', 'go on after this one')
    .action(
      answering<ListOptions>(doors, async ({ database }, options, search): Promise<CommandAnswer> => {
        const page = await read(database, listing, options, search);
        if (isOperatorRefusal(page)) return page;
        const more = page.nextCursor === null ? '' : `\n\nThere are more: --cursor ${page.nextCursor}`;
        return { json: page, text: table(page.rows, columns, 'None.') + more };
      }),
    );
}

async function read<Row>(
  database: Database,
  listing: Listing<Row>,
  { seller, ...asked }: ListOptions,
  search: string | undefined,
): Promise<Page<Row> | OperatorRefusal> {
  const found = seller === undefined ? undefined : await sellerOf(database, seller);
  if (isOperatorRefusal(found)) return found;
  const filter = readFilter(listing, { ...asked, search, sellerId: found?.id }, false);
  if (isOperatorRefusal(filter)) return filter;
  return readList(database, listing, filter);
}

function day(text: string): string {
  const date = parseDate(text);
  if (date === null) throw new InvalidArgumentError('Write a day as 2026-11-15.');
  return date;
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 100) throw new InvalidArgumentError('From 1 to 100.');
  return number;
}

async function show({ database }: CommandLine, id: string): Promise<CommandAnswer> {
  const filter = readFilter(saleList, { search: id, limit: 1 }, false);
  const isNamed = !isOperatorRefusal(filter) && (isUuid(id) || filter.search?.kind === 'policy number');
  const [found] = isNamed ? (await readList(database, saleList, filter as LookFilter)).rows : [];
  const history = found === undefined ? null : await readHistory(database, found.applicationId);
  if (history === null) return refuseOperator('NotFound', '', { sale: id });
  return { json: history, text: historyText(history) };
}

const perKind = 50;

async function listAllStuck({ database, clock }: CommandLine, { kind }: { kind?: StuckKind }): Promise<CommandAnswer> {
  const today = clock().toISOString().slice(0, 10);
  const rows: StuckRow[] = [];
  for (const one of kind === undefined ? stuckKinds : [kind])
    rows.push(...(await listStuck(database, { kind: one, today, cursor: null, limit: perKind })).rows);
  return { json: { rows }, text: table(rows, stuckColumns, 'Nothing needs a person.') };
}

const dollars = (cents: number | null): string | null => (cents === null ? null : formatDollars(cents));
const minute = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

const saleColumns: readonly Column<SaleRow>[] = [
  { title: 'application', of: (row) => row.applicationId },
  { title: 'quoted (UTC)', of: (row) => minute(row.createdAt) },
  { title: 'seller', of: (row) => row.seller.name },
  { title: 'applicant', of: (row) => row.applicantName },
  { title: 'vehicle', of: (row) => row.vehicle },
  { title: 'state', of: (row) => row.status },
  { title: 'policy', of: (row) => row.policyNumber },
  { title: 'total', of: (row) => dollars(row.totalCents), align: 'right' },
];

const policyColumns: readonly Column<PolicyRow>[] = [
  { title: 'policy', of: (row) => row.policyNumber },
  { title: 'bound (UTC)', of: (row) => minute(row.boundAt) },
  { title: 'seller', of: (row) => row.seller.name },
  { title: 'applicant', of: (row) => row.applicantName },
  { title: 'vehicle', of: (row) => row.vehicle },
  { title: 'from', of: (row) => row.effectiveDate },
  { title: 'to', of: (row) => row.expiryDate },
  { title: 'paid by', of: (row) => row.paymentMethod },
  { title: 'total', of: (row) => dollars(row.totalCents), align: 'right' },
  { title: 'cancelled', of: (row) => row.cancelledOn },
];

const stuckColumns: readonly Column<StuckRow>[] = [
  { title: 'kind', of: (row) => row.kind },
  { title: 'id', of: (row) => row.id },
  { title: 'what', of: (row) => row.what },
  { title: 'policy', of: (row) => row.policyNumber },
  { title: 'seller', of: (row) => row.seller?.name ?? null },
  { title: 'amount', of: (row) => dollars(row.amountCents), align: 'right' },
  { title: 'since (UTC)', of: (row) => minute(row.since) },
  { title: 'count', of: (row) => row.count, align: 'right' },
  { title: 'cause', of: (row) => row.cause },
];

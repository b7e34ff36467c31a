import { type Command, Option } from 'commander';
import { formatDollars } from '../../domain/money/money.ts';
import { type StuckKind, type StuckRow, stuckKinds, stuckNames } from '../../domain/operator/needs-person.ts';
import { isOperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import type { PaymentRow, PolicyRow, SaleRow } from '../../domain/operator/sale-rows.ts';
import { readFilter, seesAll } from '../../flows/lists/read-filter.ts';
import { viewSale } from '../../flows/lists/read-on-record.ts';
import type { ListFilter } from '../../store/lists/filter.ts';
import { paymentList } from '../../store/lists/list-payments.ts';
import { policyList } from '../../store/lists/list-policies.ts';
import { saleList } from '../../store/lists/list-sales.ts';
import { listStuck } from '../../store/lists/list-stuck.ts';
import { readList } from '../../store/lists/listing.ts';
import { type CommandAnswer, type CommandLine, type CommandParts, commandAction, commandGroup } from './command-kit.ts';
import { historyText } from './history-text.ts';
import { addListCommands } from './list-commands.ts';
import { type Column, table } from './table.ts';

/** `northbind sale …`, `policy …`, `payment …` and `stuck list`: sales and what needs attention. */
export function salesCommands(program: Command, parts: CommandParts): void {
  const sale = commandGroup(program, 'sale', 'sales, from their first quote on');
  addListCommands(sale, parts, { what: 'sales', listing: saleList, columns: saleColumns });
  sale
    .command('show <id>')
    .description(
      'everything about one sale; by its application id, policy number, or the id of anything that belongs to it',
    )
    .action(commandAction(parts, (line, _options, id = '') => show(line, id)));

  const policy = commandGroup(program, 'policy', 'policies: look at one, cancel it, mail it');
  addListCommands(policy, parts, { what: 'policies', listing: policyList, columns: policyColumns });
  policy
    .command('show <policyNumber>')
    .description('everything about the sale of a policy')
    .action(commandAction(parts, (line, _options, policyNumber = '') => show(line, policyNumber)));

  const payment = commandGroup(program, 'payment', 'card payments');
  addListCommands(payment, parts, { what: 'payments', listing: paymentList, columns: paymentColumns });

  commandGroup(program, 'stuck', 'what needs attention')
    .command('list')
    .description('what the service could not settle by itself, oldest first')
    .addOption(new Option('--kind <kind>', 'only this').choices(stuckKinds))
    .action(commandAction<{ kind?: StuckKind }>(parts, listAllStuck));
}

async function show({ database, actor, clock }: CommandLine, id: string): Promise<CommandAnswer> {
  const filter = readFilter(saleList, { search: id, limit: 1 }, seesAll(clock()));
  const kind = isOperatorRefusal(filter) ? null : filter.search?.kind;
  const isNamed = kind === 'id' || kind === 'policy number';
  const [found] = isNamed ? (await readList(database, saleList, filter as ListFilter)).rows : [];
  const history = found === undefined ? null : await viewSale(database, found.applicationId, { actor, now: clock() });
  if (history === null) return refuseOperator('NotFound', '', { sale: id });
  return { json: history, text: historyText(history) };
}

const perKind = 50;

async function listAllStuck({ database, clock }: CommandLine, { kind }: { kind?: StuckKind }): Promise<CommandAnswer> {
  const today = clock().toISOString().slice(0, 10);
  const rows: StuckRow[] = [];
  for (const one of kind === undefined ? stuckKinds : [kind])
    rows.push(...(await listStuck(database, { kind: one, today, cursor: null, limit: perKind, visible: null })).rows);
  return { json: { rows }, text: table(rows, stuckColumns, 'Nothing needs attention.') };
}

const dollars = (cents: number | null): string | null => (cents === null ? null : formatDollars(cents));
const minute = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

const saleColumns: readonly Column<SaleRow>[] = [
  { title: 'application', of: (row) => row.applicationId },
  { title: 'quoted (UTC)', of: (row) => minute(row.createdAt) },
  { title: 'seller', of: (row) => row.seller.name },
  { title: 'applicant', of: (row) => row.applicantName },
  { title: 'vehicle', of: (row) => row.vehicle },
  { title: 'state', of: (row) => row.policyStatus ?? row.status },
  { title: 'money', of: (row) => row.moneyStatus },
  { title: 'policy', of: (row) => row.policyNumber },
  { title: 'total', of: (row) => dollars(row.totalCents), align: 'right' },
];

const policyColumns: readonly Column<PolicyRow>[] = [
  { title: 'policy', of: (row) => row.policyNumber },
  { title: 'bound (UTC)', of: (row) => minute(row.boundAt) },
  { title: 'seller', of: (row) => row.seller.name },
  { title: 'applicant', of: (row) => row.applicantName },
  { title: 'vehicle', of: (row) => row.vehicle },
  { title: 'state', of: (row) => row.status },
  { title: 'money', of: (row) => row.moneyStatus },
  { title: 'from', of: (row) => row.effectiveDate },
  { title: 'to', of: (row) => row.expiryDate },
  { title: 'paid by', of: (row) => row.paymentMethod },
  { title: 'total', of: (row) => dollars(row.totalCents), align: 'right' },
  { title: 'first day without coverage', of: (row) => row.cancelledOn },
];

const paymentColumns: readonly Column<PaymentRow>[] = [
  { title: 'payment', of: (row) => row.paymentId },
  { title: 'started (UTC)', of: (row) => minute(row.startedAt) },
  { title: 'seller', of: (row) => row.seller.name },
  { title: 'applicant', of: (row) => row.applicantName },
  { title: 'state', of: (row) => row.status },
  { title: 'card', of: (row) => row.maskedCardNumber },
  { title: 'total', of: (row) => dollars(row.totalCents), align: 'right' },
  { title: 'charge date', of: (row) => row.chargeDate },
  { title: 'policy', of: (row) => row.policyNumber },
];

const stuckColumns: readonly Column<StuckRow>[] = [
  { title: 'needs attention', of: (row) => stuckNames[row.kind] },
  { title: 'id', of: (row) => row.id },
  { title: 'item', of: (row) => row.what },
  { title: 'policy', of: (row) => row.policyNumber },
  { title: 'customer', of: (row) => row.customer?.name ?? null },
  { title: 'phone', of: (row) => row.customer?.phoneNumber ?? null },
  { title: 'card', of: (row) => row.customer?.card ?? null },
  { title: 'seller', of: (row) => row.seller?.name ?? null },
  { title: 'amount', of: (row) => dollars(row.amountCents), align: 'right' },
  { title: 'since (UTC)', of: (row) => minute(row.since) },
  { title: 'attempts', of: (row) => row.count, align: 'right' },
  { title: 'cause', of: (row) => row.cause },
];

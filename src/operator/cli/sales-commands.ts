import type { PaymentRow, PolicyRow, SaleRow } from '../../domain/list/sale-rows.ts';
import { isOperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import { type StuckRow, stuckKinds, stuckNames } from '../../domain/work/needs-person.ts';
import { readFilter, seesAll } from '../../flows/list/read-filter.ts';
import { viewSale, viewStuck } from '../../flows/list/read-on-record.ts';
import type { ListFilter } from '../../store/list/filter.ts';
import { paymentList } from '../../store/list/list-payments.ts';
import { policyList } from '../../store/list/list-policies.ts';
import { saleList } from '../../store/list/list-sales.ts';
import { readList } from '../../store/list/listing.ts';
import { refuse } from '../kit/accepted.ts';
import type { Answer, Commands, OpenLine } from './command-kit.ts';
import { historyText, paymentState } from './history-text.ts';
import { addListCommands } from './list-commands.ts';
import { choice } from './options.ts';
import { type Columns, dollars, minute, table } from './table.ts';

/** `northbind sale …`, `policy …`, `payment …` and `stuck list`: sales and what needs attention. */
export function salesCommands(program: Commands): void {
  const sale = program.group('sale', 'sales, from their first quote on');
  addListCommands(sale, { what: 'sales', listing: saleList, columns: saleColumns });
  sale
    .add(
      'show <id>',
      'everything about one sale; by its application id, policy number, or the id of anything that belongs to it',
    )
    .run(show);

  const policy = program.group('policy', 'policies: look at one, cancel it, mail it');
  addListCommands(policy, { what: 'policies', listing: policyList, columns: policyColumns });
  policy.add('show <policyNumber>', 'everything about the sale of a policy').run(show);

  const payment = program.group('payment', 'card payments');
  addListCommands(payment, { what: 'payments', listing: paymentList, columns: paymentColumns });

  program
    .group('stuck', 'what needs attention')
    .add('list', 'what the service could not do by itself, oldest first', {
      kind: choice('<kind>', 'only this', stuckKinds),
    })
    .run(async ({ database, by }, { kind }) => {
      const today = by.now.toISOString().slice(0, 10);
      const rows: StuckRow[] = [];
      for (const one of kind === undefined ? stuckKinds : [kind])
        rows.push(
          ...(
            await viewStuck(
              database,
              { kind: one, today, cursor: null, limit: perKind, visibleIntegrations: null },
              by.actor,
            )
          ).rows,
        );
      return { json: { rows }, text: table(rows, stuckColumns, 'Nothing needs attention.') };
    });
}

const perKind = 50;

async function show({ database, by }: OpenLine, _options: object, id: string): Promise<Answer> {
  const filter = readFilter(saleList, { search: id, limit: 1 }, seesAll(by.now));
  const kind = isOperatorRefusal(filter) ? null : filter.search?.kind;
  const isNamed = kind === 'id' || kind === 'policy number';
  const [found] = isNamed ? (await readList(database, saleList, filter as ListFilter)).rows : [];
  const history =
    (found && (await viewSale(database, found.applicationId, by))) ?? refuse('NotFound', '', { sale: id });
  return { json: history, text: historyText(history) };
}

const saleColumns: Columns<SaleRow> = {
  application: 'applicationId',
  'quoted (UTC)': (row) => minute(row.createdAt),
  seller: (row) => row.seller.name,
  applicant: 'applicantName',
  vehicle: 'vehicle',
  state: (row) => row.policyStatus ?? row.status,
  money: 'moneyStatus',
  policy: 'policyNumber',
  total: { right: (row) => dollars(row.totalCents) },
};

const policyColumns: Columns<PolicyRow> = {
  policy: 'policyNumber',
  'bound (UTC)': (row) => minute(row.boundAt),
  seller: (row) => row.seller.name,
  applicant: 'applicantName',
  vehicle: 'vehicle',
  state: 'status',
  money: 'moneyStatus',
  from: 'effectiveDate',
  to: 'expiryDate',
  'paid by': 'paymentMethod',
  total: { right: (row) => dollars(row.totalCents) },
  'first day without coverage': 'cancelledOn',
};

const paymentColumns: Columns<PaymentRow> = {
  payment: 'paymentId',
  'started (UTC)': (row) => minute(row.startedAt),
  seller: (row) => row.seller.name,
  applicant: 'applicantName',
  state: paymentState,
  card: 'maskedCardNumber',
  total: { right: (row) => dollars(row.totalCents) },
  'charge date': 'chargeDate',
  policy: 'policyNumber',
};

const stuckColumns: Columns<StuckRow> = {
  'needs attention': (row) => stuckNames[row.kind],
  id: 'id',
  item: 'what',
  policy: 'policyNumber',
  customer: (row) => row.customer?.name ?? null,
  phone: (row) => row.customer?.phoneNumber ?? null,
  card: (row) => row.customer?.card ?? null,
  seller: (row) => row.seller?.name ?? null,
  amount: { right: (row) => dollars(row.amountCents) },
  'since (UTC)': (row) => minute(row.since),
  attempts: { right: 'count' },
  cause: 'cause',
};

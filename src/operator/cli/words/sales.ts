import { namesOneSale } from '../../../domain/list/search-box.ts';
import { isOperatorRefusal } from '../../../domain/operator/operator-refusal.ts';
import { moneyStatuses } from '../../../domain/policy/money-status.ts';
import type { StuckRow } from '../../../domain/work/needs-person.ts';
import { stuckKinds, stuckNames } from '../../../domain/work/needs-person.ts';
import { readFilter, seesAll } from '../../../flows/list/read-filter.ts';
import { paymentList } from '../../../store/list/list-payments.ts';
import { policyList } from '../../../store/list/list-policies.ts';
import { saleList } from '../../../store/list/list-sales.ts';
import { type Listing, readList } from '../../../store/list/listing.ts';
import { refuse } from '../../kit/accepted.ts';
import type { Page } from '../../wire/parts.ts';
import type { PaymentRow, PolicyRow, SaleHistory, SaleRow } from '../../wire/sales.ts';
import type { Answer, OpenLine, Values } from '../command-kit.ts';
import { command, group, type OptionWords, type Words } from '../command-words.ts';
import { historyText, paymentState, saleState } from '../history-text.ts';
import { bySeller } from '../names.ts';
import { type Columns, minute, plain, shownRows, table } from '../table.ts';

type Listed = Pick<Listing<never>, 'states' | 'hasMoneyStatus'>;

/** A list is narrowed in the same way when it is shown and when it is exported. */
function filters({ states, hasMoneyStatus }: Listed): Readonly<Record<string, string | OptionWords>> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    sellerId: bySeller('of this seller'),
    state: { text: '<state> in this state', choices: states },
    ...(hasMoneyStatus && {
      moneyStatus: { text: '--money <state> whose money is in this state', choices: moneyStatuses },
    }),
    from: 'from this day on, as 2026-11-15',
    to: 'up to this day',
    zone: { text: '<name> whose days these are', fallback: zone },
  };
}

/** A zone goes only with days. */
function zoned(prefix: string) {
  return (values: Values): Values =>
    values[`${prefix}from`] === undefined && values[`${prefix}to`] === undefined
      ? { ...values, [`${prefix}zone`]: undefined }
      : values;
}

/** `list`, page by page, and `export`, the whole list as a file. */
function listing<Row>(what: string, list: Listed, columns: Columns<Row>): readonly Words[] {
  const about =
    'newest first; or by policy number, id, telephone or loan number, by the beginning of a VIN, an e-mail address or any word of a name, or by the last 4 or more characters of a policy number, VIN or telephone number';
  return [
    command('list [search]', about, {
      route: `GET /api/${what}`,
      options: filters(list),
      without: list.hasMoneyStatus ? [] : ['moneyStatus'],
      adjust: zoned(''),
      shows: shownRows(columns, 'None.'),
    }),
    command(
      'export [search]',
      'all that the list shows, as CSV: at most 100,000 rows, with personal data; it is recorded in the audit log',
      {
        route: 'POST /api/exports',
        args: { search: 'filters.search' },
        fixed: { what },
        options: Object.fromEntries(Object.entries(filters(list)).map(([name, one]) => [`filters.${name}`, one])),
        without: list.hasMoneyStatus ? [] : ['filters.moneyStatus'],
        adjust: zoned('filters.'),
        file: `The ${what} are`,
      },
    ),
  ];
}

/** Finds the sale by its id, its policy's number, or the id of anything that belongs to it. Only the one that is shown counts as viewed. */
async function show(line: OpenLine, _values: Values, { words }: { readonly words: Values }): Promise<Answer> {
  const applicationId = await findSale(line, String(Object.values(words)[0]));
  const history = await line.call<SaleHistory>('GET /api/sales/:applicationId', { applicationId });
  return { json: history, text: historyText(history) };
}

async function findSale(line: OpenLine, id: string): Promise<string> {
  const filter = readFilter(saleList, { search: id, limit: 1 }, seesAll(line.clock()));
  const isNamed = !isOperatorRefusal(filter) && filter.search !== null && namesOneSale(filter.search);
  const [found] = isNamed ? (await readList(line.database, saleList, filter)).rows : [];
  return (found ?? refuse('NotFound', '', { sale: id })).applicationId;
}

const saleColumns: Columns<SaleRow> = {
  // Either of them can be used to show it.
  sale: (row) => row.policyNumber ?? row.applicationId,
  'quoted (UTC)': (row) => minute(row.createdAt),
  seller: (row) => row.seller.name,
  applicant: 'applicantName',
  vehicle: 'vehicle',
  state: saleState,
  money: (row) => plain(row.moneyStatus),
  total: 'totalCents',
};

const policyColumns: Columns<PolicyRow> = {
  policy: 'policyNumber',
  'bound (UTC)': (row) => minute(row.boundAt),
  seller: (row) => row.seller.name,
  applicant: 'applicantName',
  vehicle: 'vehicle',
  state: (row) => plain(row.status),
  money: (row) => plain(row.moneyStatus),
  from: 'effectiveDate',
  to: 'expiryDate',
  'paid by': 'paymentMethod',
  total: 'totalCents',
  'first day without cover': 'cancelledOn',
};

const paymentColumns: Columns<PaymentRow> = {
  payment: 'paymentId',
  'started (UTC)': (row) => minute(row.startedAt),
  seller: (row) => row.seller.name,
  applicant: 'applicantName',
  state: paymentState,
  card: 'maskedCardNumber',
  total: 'totalCents',
  'charge date': 'chargeDate',
  policy: 'policyNumber',
};

const stuckColumns: Columns<StuckRow> = {
  'needs attention': (row) => stuckNames[row.kind],
  id: 'id',
  item: (row) => plain(row.what),
  policy: 'policyNumber',
  customer: (row) => row.customer?.name ?? null,
  phone: (row) => row.customer?.phoneNumber ?? null,
  card: (row) => row.customer?.card ?? null,
  seller: (row) => row.seller?.name ?? null,
  amount: 'amountCents',
  'since (UTC)': (row) => minute(row.since),
  attempts: 'count',
  failure: 'failure',
  cause: 'cause',
  'lapse noticed': 'lapseNoticedOn',
};

const needsPerson = 'GET /api/needs-person/:kind';

/** Shows the API's page of one kind, or the first page of each. */
export const stuckList = command('list', 'what the service could not do by itself, oldest first', {
  route: needsPerson,
  options: { kind: { text: '<kind> only this', isRequired: false } },
  run: async (line, values) => {
    const rows: StuckRow[] = [];
    const kinds = values.kind === undefined ? stuckKinds : [values.kind];
    let sent: object = { rows };
    for (const kind of kinds) {
      const page = await line.call<Page<StuckRow>>(needsPerson, { ...values, kind });
      rows.push(...page.rows);
      if (kinds.length === 1) sent = page;
    }
    return { json: sent, text: table(rows, stuckColumns, 'Nothing needs attention.') };
  },
});

export const saleWords = group('sale', 'sales, from their first quote on', [
  ...listing('sales', saleList, saleColumns),
  command(
    'show <id>',
    'everything about one sale; by its application id, policy number, or the id of anything that belongs to it',
    { run: show },
  ),
  command('note <id> <text>', 'keep a note on a sale, for operators; by any id of the sale', {
    route: 'POST /api/sales/:applicationId/notes',
    args: { id: { property: 'applicationId', read: (id, line) => findSale(line, id) } },
    shows: () => 'Kept. It stands in the time line of the sale.',
  }),
]);

export const policyLists = [
  ...listing('policies', policyList, policyColumns),
  command('show <policyNumber>', 'everything about the sale of a policy', { run: show }),
];

export const paymentWords = group('payment', 'card payments', [...listing('payments', paymentList, paymentColumns)]);

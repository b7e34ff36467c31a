import type { BindForm } from '../../src/domain/bind/judge-bind.ts';
import type { Difference, SettlementParty } from '../../src/domain/books/reconcile.ts';
import { addDays } from '../../src/domain/calendar/calendar.ts';
import { formatDollars } from '../../src/domain/money/money.ts';
import { isOperatorRefusal } from '../../src/domain/operator/refusal.ts';
import type { AmendmentChanges } from '../../src/domain/policy/amendment.ts';
import { bind } from '../../src/flows/bind/bind.ts';
import { reconcileFile } from '../../src/flows/books/reconcile-file.ts';
import { writeBordereau, writeStatement, writeTaxReport } from '../../src/flows/books/write-reports.ts';
import { chargeDue } from '../../src/flows/charge-due.ts';
import { amendPolicy } from '../../src/flows/correct/amend-policy.ts';
import { cancelPolicy, previewCancellation } from '../../src/flows/correct/cancel-policy.ts';
import { settleWork } from '../../src/flows/correct/correct-work.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { reverseDue } from '../../src/flows/refund/give-back.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import type { Database } from '../../src/store/database.ts';
import { countNeedsPerson } from '../../src/store/needs-person.ts';
import { readSale } from '../../src/store/sale.ts';
import { formOf, type Lane, openLane, type Sale } from './interleavings/lane.ts';
import { partsAlone } from './interleavings/preparations.ts';
import { pickFrom } from './kit/chance.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * Ten thousand sales, with everything that may become of them, leave books that balance; reports add up to them, and a
 * settlement file with planted differences is compared to find exactly those. The sales run through the service's flows
 * in this process, on a real PostgreSQL and the sandbox's parties; the HTTP between is left out, which would take half
 * an hour.
 */
export const books: Proof = {
  name: 'books',
  run: async (testbed) => {
    const sales = testbed.isQuick ? 300 : 10_000;
    const databaseUrl = await testbed.postgres.newDatabase();
    const lanes: Lane[] = [];
    for (const username of ['ontario', 'quebec', 'alberta'] as const) {
      const lane = await openLane(databaseUrl, username);
      testbed.afterwards(lane.close);
      lanes.push(lane);
    }
    const { database, now } = lanes[0]!;
    await sellAll(testbed, lanes, sales);
    await finishAll(testbed, lanes);
    const unamended = await amendSettled(testbed, lanes[0]!);
    const { rows: amended } = await database.query<{ count: number }>('SELECT count(*)::int FROM amendment');
    const found = await checkBooks(database, null);
    const unbalanced = found.unbalanced.length + found.different.length;
    const faults = [
      ...[...found.unbalanced, ...found.different].slice(0, 5).map((fault) => JSON.stringify(fault)),
      ...(await compareReports(database, lanes)),
      ...unamended,
    ];
    const planted = await reconcileBoth(testbed, database);
    const { policies, entries } = found;
    const foundAll = planted.found === plantedCount && planted.wrong.length === 0;
    return {
      did: `${sales} sales of three sellers by referral, card and loan, with refused cards, failed binds, later charges, cancellations and amendments; statements, bordereau and tax report compared with the books, and two settlement files with ${plantedCount} planted differences.`,
      counts: {
        sales,
        policies,
        amendments: amended[0]!.count,
        entries,
        unbalanced,
        'settlement lines': planted.lines,
        'planted found': planted.found,
      },
      faults: [...faults, ...unless(foundAll, `planted: ${planted.found} found, ${planted.wrong.join('; ')}`)],
      lastLine: `books: policies ${policies}, entries ${entries}, unbalanced ${unbalanced}, planted found ${planted.found} of ${plantedCount}`,
    };

    async function sellAll({ random }: Testbed, among: readonly Lane[], count: number): Promise<void> {
      const plans = Array.from({ length: count }, () => planOf(random, among));
      await atOnce(plans, (plan) => sell(plan, now));
    }
  },
};

const plantedCount = 20;
const lanesAtOnce = 6;
const context = { requestId: 'books', fault: null };
const actor = { kind: 'command line', name: 'proof' } as const;

/** All random choices of a sale, made before any of them runs: the same seed makes the same sales. */
interface Plan {
  readonly lane: Lane;
  readonly way: 'referral' | 'card' | 'later card' | 'loan';
  readonly becomes: 'policy' | 'refused' | 'failed';
  /** Before it is cancelled. */
  readonly amended: AmendmentChanges | null;
  readonly cancelled: { readonly kind: 'flat' | 'pro-rata'; readonly days: number } | null;
  readonly downPayment: number;
  readonly term: number;
  readonly optional: number;
}

function planOf(random: () => number, lanes: readonly Lane[]): Plan {
  const pick = pickFrom(random);
  const lane = pick(lanes);
  const mayBorrow = lane.seller.paymentMethods.includes('PFF');
  const way = pick(['referral', 'referral', 'card', 'card', 'later card', mayBorrow ? 'loan' : 'referral'] as const);
  const becomes = way === 'card' || way === 'loan' ? pick([...eight, 'refused', 'failed'] as const) : 'policy';
  const isCancelled = becomes === 'policy' && random() < 0.2;
  const kind = way === 'later card' ? 'flat' : pick(['flat', 'pro-rata'] as const);
  return {
    ...{ lane, way, becomes },
    amended: becomes === 'policy' && random() < 0.2 ? pick(corrections) : null,
    cancelled: isCancelled ? { kind, days: kind === 'flat' ? 0 : Math.floor(random() * 720) } : null,
    downPayment: Math.floor(random() * 200),
    term: 2 + Math.floor(random() * 4),
    optional: Math.floor(random() * 8),
  };
}

/** The second moves the policy's mails to another address. None of them changes the price. */
const corrections: readonly AmendmentChanges[] = [
  { lastName: 'Roy-Gagné' },
  { emailAddress: 'corrected@example.ca', phoneNumber: '416-555-0177' },
  { addressLine2: 'Unit 7' },
];

const eight = Array.from({ length: 8 }, () => 'policy' as const);

async function sell(plan: Plan, now: Date): Promise<void> {
  const { lane, way, becomes, amended, cancelled } = plan;
  const wish = {
    charged: way === 'later card' ? 'tomorrow' : 'today',
    payments: way.endsWith('card') ? 1 : 0,
  } as const;
  const sale = await lane.newSale(wish);
  const parts = partsAlone(lane);
  const refuse = async () => ({ kind: 'refused', reason: 'declined' }) as const;
  const refusing = { cards: { ...parts.cards, capture: refuse }, lender: { ...parts.lender, createContract: refuse } };
  const failing = {
    at: async (point: string) => {
      if (point === 'before issue') throw new IssueRefused();
    },
  };
  const changes: Partial<typeof parts> = becomes === 'refused' ? refusing : becomes === 'failed' ? failing : {};
  const asked = { seller: lane.seller, today: lane.today, now, form: await formFor(plan, sale) };
  const result = await bind({ ...parts, ...changes }, asked, context);
  if ((result.kind === 'bound') !== (becomes === 'policy'))
    throw new Error(`A ${way} sale that becomes ${becomes}: ${JSON.stringify(result).slice(0, 300)}`);
  if (result.kind !== 'bound') return;
  const { policyNumber } = result.bound.policy;
  if (amended !== null) {
    const refused = await amend(lane, policyNumber, amended);
    if (refused !== null) throw new Error(`${policyNumber}: ${refused}`);
  }
  if (cancelled !== null)
    await cancel(lane, policyNumber, {
      kind: cancelled.kind,
      cancelledOn: addDays(sale.chargeDate, cancelled.days),
    });
}

/** What is not paid by card may be any selection of the quote. */
async function formFor({ lane, way, term, optional, downPayment }: Plan, sale: Sale): Promise<BindForm> {
  if (way.endsWith('card')) return formOf.card(sale);
  const { options } = (await readSale(lane.database, lane.seller.id, sale.applicationId))!;
  const offered = options.replacement.find(({ paymentTermInYears }) => paymentTermInYears === term)!;
  const selectedProducts = offered.coverage
    .filter(({ isOptional }, place) => !isOptional || ((optional >> (place % 3)) & 1) === 1)
    .map(({ productType }) => productType);
  const choice = { ...sale.choice, paymentTermInYears: term, selectedProducts };
  const form = way === 'loan' ? formOf.loan({ ...sale, choice }) : formOf.referral({ ...sale, choice });
  return form.financing === null ? form : { ...form, financing: { ...form.financing, downPayment } };
}

/** Returns why it was refused; null if it was not. */
async function amend({ database, now }: Lane, policyNumber: string, changes: AmendmentChanges): Promise<string | null> {
  const order = { policyNumber, changes, reason: 'proof' };
  const made = await amendPolicy({ database, now, decodeVin: () => [] }, actor, order);
  return isOperatorRefusal(made) ? made.code : null;
}

async function cancel(
  { database, now }: Lane,
  policyNumber: string,
  asked: { readonly kind: 'flat' | 'pro-rata'; readonly cancelledOn: string },
): Promise<void> {
  const drafted = await previewCancellation({ database, now }, policyNumber, asked);
  if (isOperatorRefusal(drafted)) throw new Error(`${policyNumber}: ${JSON.stringify(drafted)}`);
  const { refundCents } = drafted.cancellation;
  const order = { policyNumber, ...asked, reason: 'proof', shown: { refundCents } };
  const made = await cancelPolicy({ database, now }, actor, order);
  if (isOperatorRefusal(made)) throw new Error(`${policyNumber}: ${JSON.stringify(made)}`);
}

/** The jobs run, the next day begins, some later charges are paid outside and some are refused. */
async function finishAll({ random }: Testbed, lanes: readonly Lane[]): Promise<void> {
  const [lane] = lanes as readonly [Lane];
  const { database } = lane;
  const parts = partsAlone(lane);
  const { rows } = await database.query<{ id: string }>(
    `SELECT card_payment_id AS id FROM due_charge WHERE state = 'due' ORDER BY policy_number`,
  );
  for (const { id } of rows.filter(() => random() < 0.1)) {
    const order = { kind: 'charges', id: id as never, reason: 'by transfer', reference: `T-${id}` } as const;
    const refused = await settleWork({ database, now: lane.now }, actor, order);
    if (refused !== null) throw new Error(JSON.stringify(refused));
  }
  const sellers = lanes.map(({ seller }) => seller);
  const refuseSome: typeof parts.cards.chargeSavedCard = async (...asked) =>
    random() < 0.1 ? { kind: 'refused', reason: 'declined' } : parts.cards.chargeSavedCard(...asked);
  const tomorrow = new Date(lane.now.getTime() + 86_400_000);
  const cards = { ...parts.cards, chargeSavedCard: refuseSome };
  while ((await chargeDue({ ...parts, cards }, sellers, tomorrow)) > 0);
  while ((await reverseDue(parts)) > 0);
}

/**
 * Amends some policies whose charges and refunds are over. A cancelled one is not amended any more. Returns what was
 * otherwise.
 */
async function amendSettled({ random }: Testbed, lane: Lane): Promise<readonly string[]> {
  const { rows } = await lane.database.query<{ policyNumber: string; isCancelled: boolean }>(
    `SELECT policy_number AS "policyNumber", cancellation.policy_number IS NOT NULL AS "isCancelled"
     FROM policy
     LEFT JOIN cancellation USING (policy_number)
     ORDER BY policy_number`,
  );
  const faults: string[] = [];
  for (const { policyNumber, isCancelled } of rows.filter(() => random() < 0.05)) {
    const refused = await amend(lane, policyNumber, { firstOrCompanyName: 'Anne', odometer: 24_600 });
    const expected = isCancelled ? 'PolicyAlreadyCancelled' : null;
    faults.push(...unless(refused === expected, `amendment of ${policyNumber}: ${refused} instead of ${expected}`));
  }
  return faults;
}

/** Every report, over all the days that the books have, comes to what the accounts come to. */
async function compareReports(database: Database, lanes: readonly Lane[]): Promise<readonly string[]> {
  const { rows: spans } = await database.query<{ from: string; to: string }>(
    'SELECT min(day)::text AS "from", max(day)::text AS "to" FROM journal_entry',
  );
  const period = spans[0]!;
  const booked = async (account: string, sellerId: string | null): Promise<number> => {
    const { rows } = await database.query<{ cents: number }>(
      'SELECT coalesce(sum(amount_cents), 0)::float8 AS cents FROM journal_entry WHERE account = $1 AND ($2::uuid IS NULL OR seller_id = $2)',
      [account, sellerId],
    );
    return rows[0]!.cents;
  };
  const faults: string[] = [];
  const compare = (what: string, found: number, expected: number): void =>
    void faults.push(...unless(found === expected, `${what}: ${found} cents instead of ${expected}`));
  for (const { seller } of lanes) {
    const statement = await readCsv(writeStatement(database, seller.id, period));
    compare(`premium of ${seller.username}`, total(statement, 'premium'), -(await booked('premium', seller.id)));
    compare(`tax of ${seller.username}`, total(statement, 'tax'), -(await booked('tax', seller.id)));
    compare(`collected by ${seller.username}`, total(statement, 'collected'), await booked('partner', seller.id));
    const earned = -(await booked('commission-due', seller.id));
    compare(`commission of ${seller.username}`, total(statement, 'commission'), earned);
  }
  const bordereau = await readCsv(writeBordereau(database, null, period));
  compare('bordereau premium', total(bordereau, 'premium'), -(await booked('premium', null)));
  compare('bordereau commission', total(bordereau, 'commission'), await booked('commission', null));
  const taxes = await readCsv(writeTaxReport(database, period));
  compare('tax report', total(taxes, 'amount'), -(await booked('tax', null)));
  return faults;
}

type Table = readonly (readonly string[])[];

async function readCsv(lines: AsyncIterable<string>): Promise<Table> {
  let text = '';
  for await (const line of lines) text += line;
  return text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
}

function total([titles, ...rows]: Table, title: string): number {
  const at = titles!.indexOf(title);
  return rows.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);
}

interface FileLine {
  readonly reference: string;
  readonly cents: number;
}

interface Reconciled {
  readonly lines: number;
  readonly found: number;
  readonly wrong: readonly string[];
}

/** The files come from the parties' own records, not from ours. */
async function reconcileBoth({ random }: Testbed, database: Database): Promise<Reconciled> {
  const processor = await database.query<FileLine>(processorFile);
  const lender = await database.query<FileLine>(lenderFile);
  const first = await reconcileOne(database, 'processor', spoil(random, processor.rows, 4));
  const second = await reconcileOne(database, 'lender', spoil(random, lender.rows, 1));
  const open = await countNeedsPerson(database);
  const found = first.found + second.found;
  return {
    lines: first.lines + second.lines,
    found,
    wrong: [
      ...first.wrong,
      ...second.wrong,
      ...unless(open.differences === plantedCount, `${open.differences} need a person`),
    ],
  };
}

interface Spoilt {
  readonly lines: readonly FileLine[];
  /** What must be found, as `kind reference`. */
  readonly planted: readonly string[];
}

/** Plants so many of each: a line left out, another amount, a line that is not ours, a line twice. */
function spoil(random: () => number, rows: readonly FileLine[], each: number): Spoilt {
  const lines = [...rows];
  const references = Map.groupBy(lines, ({ reference }) => reference);
  // One whose reference stands there once, so that it is known which difference comes of it.
  const single = lines.filter(({ reference }) => references.get(reference)!.length === 1);
  const take = (): FileLine => single.splice(Math.floor(random() * single.length), 1)[0]!;
  const planted: string[] = [];
  const plant = (kind: Difference['kind'], reference: string): void => void planted.push(`${kind} ${reference}`);
  for (let count = 0; count < each; count += 1) {
    const lost = take();
    lines.splice(lines.indexOf(lost), 1);
    plant('missing', lost.reference);
    const wrong = take();
    lines[lines.indexOf(wrong)] = { ...wrong, cents: wrong.cents + 1 + count };
    plant('different', wrong.reference);
    const strange = { reference: `strange-${count}`, cents: 12_345 };
    lines.push(strange);
    plant('unknown', strange.reference);
    const twice = take();
    lines.push(twice);
    plant('unknown', twice.reference);
  }
  return { lines, planted };
}

async function reconcileOne(
  database: Database,
  party: SettlementParty,
  { lines, planted }: Spoilt,
): Promise<Reconciled> {
  const text = ['Ref,Amount CAD', ...lines.map(({ reference, cents }) => `${reference},${formatDollars(cents)}`)];
  const { rows: spans } = await database.query<{ from: string; to: string }>(
    'SELECT min(day)::text AS "from", max(day)::text AS "to" FROM journal_entry',
  );
  const order = {
    party,
    fileName: `${party}.csv`,
    period: spans[0]!,
    columns: { reference: 'ref', amount: 'amount cad' },
  };
  const result = await reconcileFile(database, actor, order, bytesOf(text.join('\n')));
  if (isOperatorRefusal(result)) return { lines: lines.length, found: 0, wrong: [JSON.stringify(result)] };
  const { rows } = await database.query<{ found: string }>(
    `SELECT kind || ' ' || reference AS found FROM settlement_difference WHERE party = $1`,
    [party],
  );
  const left = rows.map(({ found }) => found);
  const found = planted.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return { lines: lines.length, found: found.length, wrong: left.map((one) => `${party}: not planted ${one}`) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const processorFile = `
  SELECT charge.reference, charge.amount_cents AS cents FROM sandbox_cards.charge
  UNION ALL
  SELECT charge.reference, -refund.amount_cents
  FROM sandbox_cards.refund
  JOIN sandbox_cards.charge USING (order_key)
  ORDER BY reference, cents`;

// A lender keeps what is used of a loan that is cancelled, and has nothing of one of which no policy came.
const lenderFile = `
  SELECT loan_number AS reference, premium_cents - down_payment_cents AS cents FROM sandbox_lender.contract
  UNION ALL
  SELECT contract.loan_number,
         -least(premium_cents - down_payment_cents, coalesce(cancellation.refund_cents, premium_cents))
  FROM sandbox_lender.contract
  LEFT JOIN cancellation ON cancellation.policy_number = contract.policy_number
  WHERE contract.cancelled_at IS NOT NULL AND cancellation.refund_cents IS DISTINCT FROM 0
  ORDER BY reference, cents`;

/** Some at a time: the machine has few cores. */
async function atOnce<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: lanesAtOnce }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
    }),
  );
}

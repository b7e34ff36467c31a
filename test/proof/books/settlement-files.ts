import type { PayoutParty } from '../../../src/domain/books/payout-line.ts';
import type { Difference } from '../../../src/domain/books/reconcile.ts';
import type { DifferenceId } from '../../../src/domain/ids.ts';
import { formatDollars } from '../../../src/domain/money.ts';
import { isOperatorRefusal } from '../../../src/domain/operator/operator-refusal.ts';
import { reconcileFile } from '../../../src/flows/books/reconcile-file.ts';
import { settleWork } from '../../../src/flows/work/settle-work.ts';
import { checkBooks } from '../../../src/store/books/check-books.ts';
import { type Database, rehearse } from '../../../src/store/database.ts';
import { countNeedsPerson } from '../../../src/store/work/needs-person.ts';
import type { Lane } from '../interleavings/lane.ts';
import { onDay } from '../interleavings/money-actors.ts';
import { partsAlone } from '../interleavings/preparations.ts';
import { unless } from '../kit/proof.ts';
import type { Testbed } from '../kit/testbed.ts';
import { lastPayDay } from './life.ts';

const spoiltLines = 20;
/** Planted beside what the lines of a file are spoilt by. */
const plantedBeside = [
  'a dispute that only the file tells',
  'a dispute of more than was charged',
  'a dispute of a file that the books lost',
  'a lost dispute of a file that nobody has recorded',
  'a fee of a file that is not booked',
] as const;
type Beside = (typeof plantedBeside)[number];
export const plantedInFiles = spoiltLines + plantedBeside.length;
const actor = { kind: 'command line', name: 'proof' } as const;

interface FileLine {
  readonly kind: string;
  readonly reference: string;
  readonly cents: number;
}

export interface Reconciled {
  readonly lines: number;
  readonly found: number;
  readonly wrong: readonly string[];
}

/** The files come from the parties' own records, not from ours. */
export async function reconcileBoth({ random }: Testbed, lane: Lane): Promise<Reconciled> {
  const { database } = lane;
  // What the daily comparison has left to a person before.
  const before = await countNeedsPerson(database);
  const disputed = await disputeUntold(database, 'told by the file alone');
  const processor = await database.query<FileLine>(processorFile);
  const lender = await database.query<FileLine>(lenderFile);
  const spoilt = spoil(random, processor.rows, 4);
  const tooMuch = await disputeUntold(database, 'with a fee in it');
  const much = { kind: 'Chargeback', reference: tooMuch.reference, cents: 0 - tooMuch.cents - 1 };
  const first = await reconcileOne(lane, 'processor', {
    lines: netLines([...spoilt.lines, much]),
    planted: [...spoilt.planted, `different ${much.reference}`],
  });
  const second = await reconcileOne(lane, 'lender', spoil(random, lender.rows, 1));
  const after = await countNeedsPerson(database);
  const open = after.differences - before.differences;
  const beside = await missedBeside(lane, { disputed, tooMuch });
  return {
    lines: first.lines + second.lines,
    // The dispute of too much is among what is planted in the lines.
    found: first.found + second.found - 1 + plantedBeside.length - beside.length,
    wrong: [...first.wrong, ...second.wrong, ...beside, ...unless(open === spoiltLines + 1, `${open} need a person`)],
  };
}

interface Charge {
  readonly reference: string;
  readonly cents: number;
  readonly policyNumber: string;
}

/** Finds the charge of a policy that is paid, and of which nothing else was told. */
async function paidCharge(database: Database): Promise<Charge> {
  const { rows } = await database.query<Charge>(
    `SELECT entry.party_reference AS reference, entry.amount_cents::integer AS cents, policy_number AS "policyNumber"
     FROM policy
     JOIN ledger_entry AS entry USING (policy_number)
     WHERE money_status = 'Paid' AND entry.kind = 'charge'
       AND EXISTS (SELECT FROM sandbox_cards.charge WHERE charge.reference = entry.party_reference)
       AND NOT EXISTS (SELECT FROM sandbox_cards.dispute JOIN sandbox_cards.charge USING (order_key)
                       WHERE charge.reference = entry.party_reference)
       AND NOT EXISTS (SELECT FROM ledger_entry AS other
                       WHERE other.policy_number = policy.policy_number AND other.kind NOT IN ('sale', 'charge'))
     ORDER BY entry.id
     LIMIT 1`,
  );
  return rows[0]!;
}

/** A bank has taken a charge back, and nobody has told us. */
async function disputeUntold(database: Database, reference: string): Promise<Charge> {
  const charge = await paidCharge(database);
  await database.query(
    `INSERT INTO sandbox_cards.dispute (order_key, reference, amount_cents, status, opened_at)
     SELECT order_key, $2, amount_cents, 'Open', now() FROM sandbox_cards.charge WHERE reference = $1`,
    [charge.reference, reference],
  );
  return charge;
}

/** With what the processor keeps and holds back, so that all comes to nothing. */
function netLines(lines: readonly FileLine[]): readonly FileLine[] {
  const charged = lines.filter(({ cents }) => cents > 0);
  const fees = charged.map(({ cents }) => ({ kind: 'Fee', reference: '', cents: 0 - Math.round(cents / 50) }));
  const held = { kind: 'Rolling reserve', reference: '', cents: -50_000 };
  const released = { kind: 'Reserve released', reference: '', cents: 20_000 };
  const all = [...lines, ...fees, held, released];
  const netCents = all.reduce((sum, { cents }) => sum + cents, 0);
  return [...all, { kind: 'Payout', reference: 'payout', cents: 0 - netCents }];
}

interface Beyond {
  readonly disputed: Charge;
  readonly tooMuch: Charge;
}

/** Returns what was planted beside the lines and not found. */
async function missedBeside(lane: Lane, { disputed, tooMuch }: Beyond): Promise<readonly Beside[]> {
  const { database } = lane;
  const statusOf = async ({ policyNumber }: Charge): Promise<string> => {
    const { rows } = await database.query<{ status: string }>(
      'SELECT money_status AS status FROM policy WHERE policy_number = $1',
      [policyNumber],
    );
    return rows[0]!.status;
  };
  const differing = await database.query<{ id: DifferenceId }>(
    `SELECT id FROM settlement_difference WHERE reference = $1 AND money_kind = 'dispute' AND given_up_at IS NOT NULL`,
    [tooMuch.reference],
  );
  const asked = { kind: 'differences', id: differing.rows[0]!.id, reason: 'its fee', reference: 'mail' } as const;
  const refused = await settleWork({ ...partsAlone(lane), now: lane.now }, actor, asked);
  const ofDay = /^(processor|lender): /;
  const faults = (await faultsAfter(database, [], [])).filter((what) => !ofDay.test(what));
  const disputeEntries = `SELECT id FROM ledger_entry WHERE kind = 'dispute-opened' AND recorded_by = 'bank file' AND party_reference = $1`;
  const lost = await faultsAfter(
    database,
    [
      `DELETE FROM settlement_match WHERE entry_id IN (${disputeEntries})`,
      `DELETE FROM ledger_posting WHERE entry_id IN (${disputeEntries})`,
      `DELETE FROM ledger_entry WHERE id IN (${disputeEntries})`,
    ],
    [disputed.reference],
  );
  const unended = await faultsAfter(
    database,
    [
      `WITH file AS (
         INSERT INTO settlement_file (party, name, sha256, from_day, to_day, lines, matched, fee_cents, reserve_cents)
         SELECT 'processor', 'planted', sha256('planted'), to_day, to_day, 1, 0, 0, 0 FROM settlement_file LIMIT 1
         RETURNING id
       )
       INSERT INTO settlement_difference (file_id, party, kind, money_kind, line, reference, settled_cents, due_at, given_up_at, failure, last_error)
       SELECT id, 'processor', 'unknown', 'dispute lost', 2, $1, -100, NULL, now(), 'unreconciled', 'planted' FROM file`,
    ],
    [disputed.reference],
  );
  const unbooked = await faultsAfter(
    database,
    [`DELETE FROM ledger_posting WHERE entry_id IN (SELECT id FROM ledger_entry WHERE kind = 'fee')`],
    [],
  );
  const found: Readonly<Record<Beside, boolean>> = {
    'a dispute that only the file tells': (await statusOf(disputed)) === 'Disputed',
    'a dispute of more than was charged':
      (await statusOf(tooMuch)) === 'Disputed' && refused === null && faults.length === 0,
    'a dispute of a file that the books lost': lost.includes('paid out by the payout file'),
    'a lost dispute of a file that nobody has recorded': unended.includes(
      `lost dispute not recorded, reference ${disputed.reference}`,
    ),
    'a fee of a file that is not booked': unbooked.includes('fees of the payout file'),
  };
  return plantedBeside.filter((one) => !found[one]);
}

/** What the check of the books says after a change that is undone again. Entries are never changed: it gets around that. */
function faultsAfter(
  database: Database,
  changes: readonly string[],
  values: readonly string[],
): Promise<readonly string[]> {
  return rehearse(database, async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const change of changes) await tx.query(change, [...values]);
    const { unbalanced, different } = await checkBooks(tx, null);
    return [...unbalanced, ...different].map(({ what }) => what);
  });
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
    const strange = { kind: 'charge', reference: `strange-${count}`, cents: 12_345 };
    lines.push(strange);
    plant('unknown', strange.reference);
    const twice = take();
    lines.push(twice);
    plant('unknown', twice.reference);
  }
  return { lines, planted };
}

/** The lender's file does not say what its lines are. */
async function reconcileOne(lane: Lane, party: PayoutParty, { lines, planted }: Spoilt): Promise<Reconciled> {
  const { database } = lane;
  const text = [
    'Ref,Kind,Amount CAD',
    ...lines.map(({ reference, kind, cents }) => `${reference},${kind},${formatDollars(cents)}`),
  ];
  const { rows: spans } = await database.query<{ from: string; to: string }>(
    'SELECT min(booked_on)::text AS "from", max(booked_on)::text AS "to" FROM ledger_entry',
  );
  const columns = { reference: 'ref', amount: 'amount cad', ...(party === 'processor' && { kind: 'kind' }) };
  const order = { party, fileName: `${party}.csv`, period: spans[0]!, columns };
  const parts = { ...partsAlone(lane), now: onDay(lane, lastPayDay + 1) };
  const result = await reconcileFile(parts, actor, order, bytesOf(text.join('\n')));
  if (isOperatorRefusal(result)) return { lines: lines.length, found: 0, wrong: [JSON.stringify(result)] };
  const { rows } = await database.query<{ found: string }>(
    `SELECT kind || ' ' || reference AS found FROM settlement_difference WHERE party = $1 AND file_id IS NOT NULL`,
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
  SELECT 'Sale' AS kind, charge.reference, charge.amount_cents AS cents FROM sandbox_cards.charge
  UNION ALL
  SELECT 'Refund', charge.reference, -refund.amount_cents
  FROM sandbox_cards.refund
  JOIN sandbox_cards.charge USING (order_key)
  UNION ALL
  SELECT 'Refund', party_reference, amount_cents::int FROM ledger_entry WHERE kind = 'refund-returned'
  UNION ALL
  SELECT 'Chargeback', charge.reference, -dispute.amount_cents
  FROM sandbox_cards.dispute
  JOIN sandbox_cards.charge USING (order_key)
  UNION ALL
  SELECT 'Chargeback reversal', charge.reference, dispute.amount_cents
  FROM sandbox_cards.dispute
  JOIN sandbox_cards.charge USING (order_key)
  WHERE status = 'Won'
  ORDER BY reference, cents`;

// What a loan's cancellation has brought the lender stands in its own records. One of which no policy came is given
// back.
const lenderFile = `
  SELECT '' AS kind, loan_number AS reference, premium_cents - down_payment_cents AS cents FROM sandbox_lender.contract
  UNION ALL
  SELECT '', loan_number, -given.cents
  FROM sandbox_lender.contract
  CROSS JOIN LATERAL (
    SELECT CASE WHEN cancelled_on IS NULL THEN premium_cents - down_payment_cents ELSE refunded_cents END AS cents
  ) AS given
  WHERE cancelled_at IS NOT NULL AND given.cents > 0
  ORDER BY reference, cents`;

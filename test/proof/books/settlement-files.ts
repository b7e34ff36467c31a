import type { PayoutParty } from '../../../src/domain/books/payout-line.ts';
import type { Difference } from '../../../src/domain/books/reconcile.ts';
import { formatDollars } from '../../../src/domain/money.ts';
import { isOperatorRefusal } from '../../../src/domain/operator/operator-refusal.ts';
import { reconcileFile } from '../../../src/flows/books/reconcile-file.ts';
import type { Database } from '../../../src/store/database.ts';
import { countNeedsPerson } from '../../../src/store/work/needs-person.ts';
import { unless } from '../kit/proof.ts';
import type { Testbed } from '../kit/testbed.ts';

export const plantedInFiles = 20;
const actor = { kind: 'command line', name: 'proof' } as const;

interface FileLine {
  readonly reference: string;
  readonly cents: number;
}

export interface Reconciled {
  readonly lines: number;
  readonly found: number;
  readonly wrong: readonly string[];
}

/** The files come from the parties' own records, not from ours. */
export async function reconcileBoth({ random }: Testbed, database: Database): Promise<Reconciled> {
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
      ...unless(open.differences === plantedInFiles, `${open.differences} need a person`),
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

async function reconcileOne(database: Database, party: PayoutParty, { lines, planted }: Spoilt): Promise<Reconciled> {
  const text = ['Ref,Amount CAD', ...lines.map(({ reference, cents }) => `${reference},${formatDollars(cents)}`)];
  const { rows: spans } = await database.query<{ from: string; to: string }>(
    'SELECT min(booked_on)::text AS "from", max(booked_on)::text AS "to" FROM ledger_entry',
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
  UNION ALL
  SELECT charge.reference, -dispute.amount_cents
  FROM sandbox_cards.dispute
  JOIN sandbox_cards.charge USING (order_key)
  UNION ALL
  SELECT charge.reference, dispute.amount_cents
  FROM sandbox_cards.dispute
  JOIN sandbox_cards.charge USING (order_key)
  WHERE status = 'Won'
  ORDER BY reference, cents`;

// What a loan's cancellation has brought the lender stands in its own records. One of which no policy came is given
// back.
const lenderFile = `
  SELECT loan_number AS reference, premium_cents - down_payment_cents AS cents FROM sandbox_lender.contract
  UNION ALL
  SELECT loan_number, -given.cents
  FROM sandbox_lender.contract
  CROSS JOIN LATERAL (
    SELECT CASE WHEN cancelled_on IS NULL THEN premium_cents - down_payment_cents ELSE refunded_cents END AS cents
  ) AS given
  WHERE cancelled_at IS NOT NULL AND given.cents > 0
  ORDER BY reference, cents`;

import { checkBooks } from '../../../src/store/books/check-books.ts';
import { type Database, rehearse, type Tx } from '../../../src/store/database.ts';
import { plantEntrySql } from '../../kit/invariants/plant-entry.ts';
import type { Lane } from '../interleavings/lane.ts';
import { compareDaily } from './daily-comparison.ts';
import { compareSale, type SaleOfSeller } from './three-records.ts';

/*
 * Differences that are made in one of the records, each in a sale that has what it takes. Each must be found by the
 * check that would find it in a service: `books check` on our own tables, the daily comparison with the parties'
 * ledgers, or the comparison with the words of letters.
 */

interface PlantedDifference {
  readonly name: string;
  /** Selects ids of applications. */
  readonly sale: string;
  /** $1 is the application's id. */
  readonly change: string;
  readonly foundBy: 'books check' | 'daily comparison' | 'letters';
  /** What the check says. */
  readonly as: RegExp;
}

const chargeOf = `order_key IN (SELECT order_key FROM sandbox_cards.payment WHERE customer_reference = $1::text)`;

/** Policies paid by card of which nothing else was told. */
const paid = `
  SELECT application_id AS id FROM policy
  WHERE money_status = 'Paid' AND payment_method = 'CC'
    AND NOT EXISTS (SELECT FROM ledger_entry AS entry WHERE entry.policy_number = policy.policy_number AND kind NOT IN ('sale', 'charge'))`;

const refunded = `
  SELECT reversal.application_id AS id
  FROM reversal
  JOIN cancellation USING (policy_number)
  JOIN policy USING (policy_number)
  WHERE reversal.payee = 'Card' AND reversal.progress = 'done' AND cancellation.kind = 'pro-rata'
    AND cancellation.in_effect_at IS NOT NULL AND cancellation.refund_cents < policy.total_cents
    AND NOT EXISTS (SELECT FROM ledger_entry AS entry
                    WHERE entry.policy_number = policy.policy_number AND kind NOT IN ('sale', 'charge', 'cancellation', 'refund'))
    AND (SELECT count(*) FROM ledger_entry AS entry WHERE entry.policy_number = policy.policy_number) = 4`;

/** Takes a policy of which the processor has no charge. */
const unpaidOr = (status: string): string => `
  SELECT policy.application_id AS id
  FROM policy
  JOIN due_charge USING (card_payment_id)
  WHERE money_status = '${status}' AND purpose = 'price' AND due_charge.charge IS NULL
    AND NOT EXISTS (SELECT FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key)
                    WHERE customer_reference = policy.application_id::text)`;

/** A charge of the policy's price that the processor has made, and nobody else knows of. */
const chargeAtProcessor = `
  WITH ordered AS (
    INSERT INTO sandbox_cards.payment (order_key, reference, customer_reference, mode, status, amount_cents, masked_card_number, card_type, created_at)
    SELECT card_payment_id || '.1', application_id, application_id, 'charge', 'captured', total_cents, '4242********4242', 'Visa', now()
    FROM policy
    WHERE application_id = $1
    RETURNING order_key, amount_cents
  )
  INSERT INTO sandbox_cards.charge (order_key, reference, amount_cents, authorization_number, charged_at)
  SELECT order_key, order_key, amount_cents, 'planted', now() FROM ordered`;

/** An entry like one that is there, with its postings. `changed`: what is otherwise, by column. */
function copyEntrySql(which: string, changed: Readonly<Record<string, string>>, sign: 1 | -1 = 1): string {
  const columns =
    'id turn application_id policy_number seller_id kind key amount_cents happened_on booked_on recorded_by party_reference party_key card_payment_id payment_entry_id dispute_id voids';
  const names = columns.split(' ');
  return `
    WITH copied AS (
      SELECT * FROM ledger_entry WHERE application_id = $1 AND ${which} ORDER BY turn DESC LIMIT 1
    ), entered AS (
      INSERT INTO ledger_entry (${names.join(', ')})
      SELECT ${names.map((name) => ({ id: 'uuidv7()', turn: `nextval('account_turn')`, key: `'planted'`, ...changed })[name] ?? name).join(', ')} FROM copied
      RETURNING id
    )
    INSERT INTO ledger_posting (entry_id, line, account, amount_cents, reference)
    SELECT entered.id, line, account, ${sign} * posting.amount_cents, reference
    FROM entered, copied JOIN ledger_posting AS posting ON posting.entry_id = copied.id`;
}

const balance = /balance of customer/;

const plantedDifferences: readonly PlantedDifference[] = [
  {
    name: 'a notice whose promise nobody keeps',
    sale: refunded,
    change: `UPDATE sandbox_cards.charge SET refunded_cents = 0 WHERE ${chargeOf}`,
    foundBy: 'letters',
    as: /the notice says/,
  },
  {
    name: 'a refund given twice',
    sale: refunded,
    change: `UPDATE sandbox_cards.charge SET refunded_cents = least(amount_cents, 2 * refunded_cents) WHERE ${chargeOf}`,
    foundBy: 'daily comparison',
    as: /^given back$/,
  },
  {
    name: 'a lender that got a cent less',
    sale: `SELECT customer_reference::uuid AS id FROM sandbox_lender.contract WHERE cancelled_on IS NOT NULL AND refunded_cents > 0`,
    change:
      'UPDATE sandbox_lender.contract SET refunded_cents = refunded_cents - 1 WHERE customer_reference = $1::text',
    foundBy: 'daily comparison',
    as: /^given back$/,
  },
  {
    name: 'a notice that denies a charge',
    sale: refunded,
    change: `UPDATE cancellation
             SET terms = jsonb_set(jsonb_set(terms::jsonb, '{plan,route}', '"not charged"'), '{plan,charge}', '"stopped"')::json
             WHERE application_id = $1`,
    foundBy: 'letters',
    as: /the notice says/,
  },
  {
    name: 'a card that is charged while its cancellation takes effect, and gets nothing back',
    sale: refunded,
    change: plantEntrySql({
      key: 'charge planted',
      sale: `
        SELECT application_id, policy_number, seller_id, cancelled_on AS day, refund_cents AS cents
        FROM cancellation
        WHERE application_id = $1`,
      debit: 'processor',
      credit: 'customer',
    }),
    foundBy: 'books check',
    as: balance,
  },
  {
    name: 'a refund of what a bank had taken back before',
    sale: refunded,
    // It came after the charge and before the refund, for which a cancellation was entered first.
    change: copyEntrySql(`kind = 'charge'`, {
      turn: 'turn + 1',
      kind: `'dispute-opened'`,
      payment_entry_id: 'id',
    }),
    foundBy: 'books check',
    as: /given back twice/,
  },
  {
    name: 'a charge of which it was told that it was never made',
    sale: unpaidOr('Unpaid'),
    change: chargeAtProcessor,
    foundBy: 'daily comparison',
    as: /^taken$/,
  },
  {
    name: 'a charge whose answer was lost, settled as paid by cheque',
    sale: unpaidOr('Paid'),
    change: chargeAtProcessor,
    foundBy: 'daily comparison',
    as: /^taken$/,
  },
  {
    name: 'a dispute that nobody has recorded',
    sale: paid,
    change: `INSERT INTO sandbox_cards.dispute (order_key, reference, amount_cents, status, opened_at)
             SELECT order_key, 'planted', amount_cents, 'Open', now() FROM sandbox_cards.charge WHERE ${chargeOf}`,
    foundBy: 'daily comparison',
    as: /^disputed$/,
  },
  {
    name: 'a returned payment that is entered twice',
    sale: `SELECT application_id AS id FROM ledger_entry WHERE kind = 'payment-returned'`,
    change: copyEntrySql(`kind = 'payment-returned'`, {}),
    foundBy: 'books check',
    as: balance,
  },
  {
    name: 'a refund that came back twice',
    sale: `SELECT application_id AS id FROM ledger_entry WHERE kind = 'refund-returned'`,
    change: copyEntrySql(`kind = 'refund-returned'`, {}),
    foundBy: 'books check',
    as: balance,
  },
  {
    name: 'a refund by hand that is told as one to the card',
    sale: `SELECT application_id AS id FROM ledger_entry WHERE kind = 'refund' AND recorded_by = 'operator'`,
    change: `UPDATE ledger_entry SET recorded_by = 'processor' WHERE application_id = $1 AND kind = 'refund'`,
    foundBy: 'letters',
    as: /the refund receipts say that cards got/,
  },
  {
    name: 'a stored status that lags behind',
    sale: refunded,
    change: `UPDATE policy SET money_status = 'RefundPending' WHERE application_id = $1`,
    foundBy: 'books check',
    as: /money status RefundPending, by its entries PartRefunded/,
  },
  {
    name: 'a payment that was taken back, and is counted as before',
    sale: unpaidOr('Paid'),
    change: copyEntrySql(`kind = 'payment'`, { kind: `'void'`, voids: 'id' }, -1),
    foundBy: 'books check',
    as: balance,
  },
  {
    name: 'a fee that the processor keeps of a charge',
    sale: paid,
    change: `UPDATE sandbox_cards.charge SET amount_cents = amount_cents - amount_cents / 50 WHERE ${chargeOf}`,
    foundBy: 'daily comparison',
    as: /^taken$/,
  },
  {
    name: 'goodwill that nobody gives',
    sale: paid,
    change: plantEntrySql({
      key: 'goodwill planted',
      kind: 'goodwill',
      sale: `SELECT application_id, policy_number, seller_id, booked_on AS day, 5000 AS cents FROM ledger_entry
             WHERE application_id = $1 AND kind = 'sale'`,
      debit: 'goodwill',
      credit: 'customer',
    }),
    foundBy: 'books check',
    as: balance,
  },
  {
    name: 'a refund in the books that was never made',
    sale: refunded,
    change: `DELETE FROM reversal WHERE application_id = $1`,
    foundBy: 'books check',
    as: /^refund /,
  },
];

export const plantedInRecords = plantedDifferences.length;

/**
 * Plants each, checks its sale again and undoes it. What the daily comparison finds is planted last, each in a sale of
 * its own, and found by one run of it. Returns the names of those that were not found.
 */
export async function missedDifferences(database: Database, lanes: readonly Lane[]): Promise<readonly string[]> {
  const missed: string[] = [];
  const isDaily = ({ foundBy }: PlantedDifference): boolean => foundBy === 'daily comparison';
  for (const planted of plantedDifferences.filter((one) => !isDaily(one))) {
    const said = await rehearse(database, (tx) => findPlanted(tx, lanes, planted));
    if (!said.some((what) => planted.as.test(what)))
      missed.push(`${planted.name}: found ${said.join('; ') || 'nothing'}`);
  }
  const sales = new Map<PlantedDifference, string>();
  for (const planted of plantedDifferences.filter(isDaily)) {
    const sale = await saleFor(database, planted, [...sales.values()]);
    if (sale === null) continue;
    await database.query(planted.change, [sale.applicationId]);
    sales.set(planted, sale.applicationId);
  }
  const found = await compareDaily(lanes[0]!);
  // What the daily comparison has found, the check of the books names.
  const { different } = await checkBooks(database, null);
  const isFound = (planted: PlantedDifference): boolean =>
    found.some(({ applicationId, kind }) => applicationId === sales.get(planted) && planted.as.test(kind)) &&
    different.some(({ where, what }) => where === sales.get(planted) && /^(processor|lender): /.test(what));
  missed.push(...plantedDifferences.filter((one) => isDaily(one) && !isFound(one)).map(({ name }) => name));
  const strange = found.filter(({ applicationId }) => ![...sales.values()].includes(applicationId));
  return [...missed, ...strange.map(({ applicationId, kind }) => `not planted: ${kind} of ${applicationId}`)];
}

async function findPlanted(tx: Tx, lanes: readonly Lane[], planted: PlantedDifference): Promise<readonly string[]> {
  const sale = await saleFor(tx, planted, []);
  if (sale === null) return ['no sale that has what it takes'];
  // Entries are never changed: what is planted gets around that.
  await tx.query('SET LOCAL session_replication_role = replica');
  await tx.query(planted.change, [sale.applicationId]);
  return planted.foundBy === 'books check' ? checkedOf(tx, sale) : comparedOf(tx, lanes, sale);
}

/** One that is not `taken` already. */
async function saleFor(tx: Tx, { sale }: PlantedDifference, taken: readonly string[]): Promise<SaleOfSeller | null> {
  const { rows } = await tx.query<SaleOfSeller>(
    `SELECT application.id AS "applicationId", application.seller_id AS "sellerId"
     FROM application
     WHERE id IN (${sale}) AND id <> ALL ($1::uuid[])
     ORDER BY id DESC
     LIMIT 1`,
    [taken],
  );
  return rows[0] ?? null;
}

/** Checks this sale, among the few whose ids are above. */
async function checkedOf(tx: Tx, { applicationId }: SaleOfSeller): Promise<readonly string[]> {
  const since = new Date(Number.parseInt(applicationId.replaceAll('-', '').slice(0, 12), 16) - 1);
  const { unbalanced, different } = await checkBooks(tx, since);
  return [...unbalanced, ...different].filter(({ where }) => where === applicationId).map(({ what }) => what);
}

async function comparedOf(tx: Tx, lanes: readonly Lane[], sale: SaleOfSeller): Promise<readonly string[]> {
  const { different, untrue } = await compareSale(tx, lanes, sale);
  return [...different, ...untrue];
}

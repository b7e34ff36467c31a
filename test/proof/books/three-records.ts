import { type BooksCheck, checkBooks } from '../../../src/store/books/check-books.ts';
import type { Database } from '../../../src/store/database.ts';
import { type Books, booksSql, brokenPromises } from '../../kit/bind-books.ts';
import { type Noticed, noticedSql, noticeText, untruthsOf } from '../../kit/notice-truth.ts';
import { plantEntrySql } from '../../kit/plant-entry.ts';
import { falselyTold, type ToldEvent, toldEventsSql } from '../../kit/told-events.ts';

/*
 * Three records of the same money that know nothing of each other: our books, the ledgers of the processor and the
 * lender, and what every customer was told in a notice.
 */

export interface Compared {
  /** Of our books and the ledgers, sale by sale. */
  readonly different: readonly string[];
  readonly notices: number;
  readonly untrueNotices: readonly string[];
}

/** `applicationId`: of one sale alone. */
export async function compareRecords(database: Database, applicationId: string | null = null): Promise<Compared> {
  const { rows: sales } = await database.query<{ id: string }>(
    'SELECT application_id AS id FROM bind WHERE $1::uuid IS NULL OR application_id = $1 ORDER BY 1',
    [applicationId],
  );
  const different: string[] = [];
  for (const { id } of sales) {
    const found = await database.query<{ books: Books }>({ name: 'read_books', text: booksSql, values: [id] });
    const { books } = found.rows[0]!;
    const events = await database.query<{ told: readonly ToldEvent[] }>({
      name: 'read_told',
      text: toldEventsSql,
      values: [id],
    });
    const faults = [...brokenPromises(books), ...falselyTold(books, events.rows[0]!.told)];
    if (faults.length > 0) different.push(`${id}: ${faults.join(', ')}`);
  }
  const { rows: noticed } = await database.query<Noticed>(
    noticedSql('($1::uuid IS NULL OR policy.application_id = $1)'),
    [applicationId],
  );
  const untrueNotices = noticed.flatMap((one) => {
    const untruths = untruthsOf(noticeText(one), one.given);
    return untruths.length === 0 ? [] : [`${one.policy.policyNumber}: the notice says ${untruths.join(' and ')}`];
  });
  return { different, notices: noticed.length, untrueNotices };
}

/** A difference that is made in one of the records, of a sale that has what it takes. */
interface PlantedDifference {
  readonly name: string;
  /** Selects an application's id. */
  readonly sale: string;
  /** $1 is the application's id. */
  readonly change: string;
  readonly isFound: (compared: Compared, checked: BooksCheck) => boolean;
}

const refunded = `
  SELECT reversal.application_id AS id
  FROM reversal
  JOIN cancellation USING (policy_number)
  WHERE reversal.kind = 'charge' AND reversal.is_refund AND reversal.state = 'done' AND cancellation.kind = 'pro-rata'
    AND cancellation.refund_cents < (SELECT total_cents FROM policy WHERE policy.policy_number = cancellation.policy_number)
  ORDER BY 1`;
const chargeOf = `order_key IN (SELECT order_key FROM sandbox_cards.payment WHERE customer_reference = $1::text)`;

const plantedDifferences: readonly PlantedDifference[] = [
  {
    name: 'a notice whose promise nobody keeps',
    sale: `${refunded} LIMIT 1`,
    change: `UPDATE sandbox_cards.charge SET refunded_cents = 0 WHERE ${chargeOf}`,
    isFound: ({ untrueNotices }) => untrueNotices.length === 1,
  },
  {
    name: 'a refund given twice',
    sale: `${refunded} OFFSET 1 LIMIT 1`,
    change: `UPDATE sandbox_cards.charge SET refunded_cents = least(amount_cents, 2 * refunded_cents) WHERE ${chargeOf}`,
    isFound: ({ different }) => different.length === 1,
  },
  {
    name: 'a lender that got a cent less',
    sale: `
      SELECT customer_reference::uuid AS id FROM sandbox_lender.contract
      WHERE cancelled_on IS NOT NULL AND refunded_cents > 0
      ORDER BY 1 LIMIT 1`,
    change:
      'UPDATE sandbox_lender.contract SET refunded_cents = refunded_cents - 1 WHERE customer_reference = $1::text',
    isFound: ({ different, untrueNotices }) => different.length === 1 && untrueNotices.length === 1,
  },
  {
    name: 'a notice that denies a charge',
    sale: `${refunded} OFFSET 2 LIMIT 1`,
    change: `UPDATE cancellation
             SET terms = jsonb_set(jsonb_set(terms::jsonb, '{plan,route}', '"not charged"'), '{plan,charge}', '"stopped"')::json
             WHERE application_id = $1`,
    isFound: ({ untrueNotices }) => untrueNotices.length === 1,
  },
  {
    name: 'a whole price that is kept of a cancelled policy',
    sale: `
      SELECT application_id AS id FROM cancellation JOIN policy USING (application_id)
      WHERE in_effect_at IS NOT NULL AND card_payment_id IS NOT NULL AND cancellation.refund_cents > 0
        AND NOT EXISTS (SELECT FROM due_charge WHERE due_charge.application_id = policy.application_id AND state = 'charging')
      ORDER BY 1 LIMIT 1`,
    change: plantEntrySql({
      key: 'charge PLANTED',
      sale: `
        SELECT application_id, policy_number, seller_id, cancelled_on AS day, refund_cents AS cents
        FROM cancellation
        WHERE application_id = $1`,
      debit: 'processor',
      credit: 'customer',
    }),
    isFound: ({ different }, checked) =>
      different.length === 1 && checked.different.some(({ what }) => what === 'balance of customer'),
  },
];

export const plantedInRecords = plantedDifferences.length;

/** Plants each and compares its sale again. Returns the names of those that were not found. */
export async function missedDifferences(database: Database): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { name, sale, change, isFound } of plantedDifferences) {
    const { rows } = await database.query<{ id: string }>(sale);
    if (rows[0] === undefined) {
      missed.push(`${name}: no sale has what it takes`);
      continue;
    }
    await database.query(change, [rows[0].id]);
    const [compared, checked] = [await compareRecords(database, rows[0].id), await checkBooks(database, null)];
    if (!isFound(compared, checked)) missed.push(name);
  }
  return missed;
}

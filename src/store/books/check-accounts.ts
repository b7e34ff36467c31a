import { checkAccount } from '../../domain/account/check-account.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { type AccountRow, cancellationSql, chargeWorkSql, recordOf } from '../account/account.ts';
import { entriesSql, refundWorkSql } from '../account/entries.ts';
import type { Tx } from '../database.ts';
import { isTwinSql } from '../partner/twin.ts';
import { currentPolicySql } from '../policy/current-policy.ts';
import { read } from '../statement.ts';
import type { BooksFault } from './books-fault.ts';

/** How many policies are in memory at once. */
const portion = 500;

/**
 * Works the account of every policy out anew, and says what does not follow from its entries, of sales quoted since then
 * (an application's id), null for all; `faultsMax` at most.
 */
export async function checkAccounts(
  tx: Tx,
  { from, faultsMax }: { readonly from: string | null; readonly faultsMax: number },
): Promise<readonly BooksFault[]> {
  const faults: BooksFault[] = [];
  for (let after: string | null = null; faults.length < faultsMax; ) {
    const rows: readonly CheckedRow[] = await readPortion(tx, { from, after, portion });
    for (const row of rows) {
      const found = checkAccount(recordOf(row.policy, row).record, row);
      faults.push(...found.map((fault) => ({ where: row.applicationId, ...fault })));
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.applicationId;
  }
  return faults.slice(0, faultsMax);
}

interface CheckedRow extends AccountRow {
  readonly applicationId: string;
  readonly policy: Policy;
  readonly moneyStatus: MoneyStatus;
  readonly today: PlainDate;
}

interface PortionAsked {
  readonly from: string | null;
  readonly after: string | null;
  readonly portion: number;
}

// A sandbox's reset has stopped charges that were owed.
const readPortion = read.allRows<CheckedRow, [asked: PortionAsked]>(
  null,
  `SELECT policy.application_id AS "applicationId", ${currentPolicySql} AS policy, policy.money_status AS "moneyStatus",
          current_date::text AS today, ${cancellationSql} AS cancellation, ${chargeWorkSql} AS charge, ${entriesSql} AS entries,
          ${refundWorkSql} AS "refundWork"
   FROM policy
   LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
   LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
   LEFT JOIN card_payment ON card_payment.id = policy.card_payment_id
   WHERE (:from::uuid IS NULL OR policy.application_id >= :from) AND (:after::uuid IS NULL OR policy.application_id > :after)
     AND NOT EXISTS (SELECT FROM seller AS twin JOIN seller ON ${isTwinSql} WHERE twin.id = policy.seller_id)
   ORDER BY policy.application_id
   LIMIT :portion`,
  ({ from, after, portion: count }) => ({ from, after, portion: count }),
);

import { csvLine } from '../../domain/csv-line.ts';
import type { Tx } from '../../store/database.ts';
import { read } from '../../store/statement.ts';

/** The first and the last day, in UTC. */
export interface PayoutDays {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes what the processor pays out for some days, as a CSV file of the net kind: charges and refunds in full, and as
 * lines of their own its fees, what disputes take and bring back, and the payout itself. They add up to nothing.
 */
export async function writePayoutFile(tx: Tx, days: PayoutDays): Promise<string> {
  const moved = await listMoved(tx, days);
  const lines = moved.flatMap((line) => {
    const feeCents = feeOf(line);
    return feeCents === 0 ? [line] : [line, { ...line, kind: 'fee' as const, amountCents: -feeCents }];
  });
  const netCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const payout = { day: days.to, kind: 'payout', reference: `payout-${days.to}`, amountCents: -netCents };
  return [
    csvLine(['Day', 'Kind', 'Reference', 'Amount']),
    ...[...lines, payout].map(({ day, kind, reference, amountCents }) =>
      csvLine([day, kind, reference, { cents: amountCents }]),
    ),
  ].join('');
}

interface Line {
  readonly day: string;
  readonly kind: 'charge' | 'refund' | 'dispute' | 'dispute won' | 'fee';
  /** The processor's reference of the charge that it is about. */
  readonly reference: string;
  readonly amountCents: number;
}

/** Two percent of a charge, and 15.00 for a dispute. */
function feeOf({ kind, amountCents }: Line): number {
  if (kind === 'charge') return Math.round(amountCents / 50);
  return kind === 'dispute' ? 1_500 : 0;
}

/** More than a test moves. */
const linesMax = 100_000;

const listMoved = read.allRows<Line, [PayoutDays]>(
  null,
  `SELECT to_char(moved.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, moved.kind, charge.reference, moved.cents AS "amountCents"
   FROM (
     SELECT order_key, 'charge' AS kind, amount_cents AS cents, charged_at AS at FROM sandbox_cards.charge
     UNION ALL
     SELECT order_key, 'refund', -amount_cents, refunded_at FROM sandbox_cards.refund
     UNION ALL
     SELECT order_key, 'dispute', -amount_cents, opened_at FROM sandbox_cards.dispute
     UNION ALL
     SELECT order_key, 'dispute won', amount_cents, decided_at FROM sandbox_cards.dispute WHERE status = 'Won'
   ) AS moved
   JOIN sandbox_cards.charge ON charge.order_key = moved.order_key
   WHERE (moved.at AT TIME ZONE 'UTC')::date BETWEEN :from AND :to
   ORDER BY moved.at, charge.reference, moved.kind
   LIMIT ${linesMax}`,
);

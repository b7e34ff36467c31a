import type { OpenCharges } from '../../domain/dashboard/dashboard.ts';
import type { Tx } from '../database.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { read } from '../statement.ts';
import type { DaysOfSeller } from './answers.ts';

/** Returns how many policies wait for their charge or are unpaid, as of now. */
export async function sumOpenCharges(
  tx: Tx,
  { sellerId, visibleIntegrations }: Pick<DaysOfSeller, 'sellerId' | 'visibleIntegrations'>,
): Promise<Readonly<Record<'Scheduled' | 'Unpaid', OpenCharges>>> {
  const rows = await sumByStatus(tx, { sellerId, visibleIntegrations });
  const of = (status: string): OpenCharges => {
    const { count = 0, amountCents = 0 } = rows.find((row) => row.status === status) ?? {};
    return { count, amountCents };
  };
  return { Scheduled: of('Scheduled'), Unpaid: of('Unpaid') };
}

const sumByStatus = read.allRows<
  OpenCharges & { readonly status: string },
  [Pick<DaysOfSeller, 'sellerId' | 'visibleIntegrations'>]
>(
  null,
  `SELECT policy.money_status AS status, count(*)::int AS count, sum(due_charge.amount_cents)::float8 AS "amountCents"
   FROM policy
   JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
   WHERE policy.money_status IN ('Scheduled', 'Unpaid') AND (:sellerId::uuid IS NULL OR policy.seller_id = :sellerId)
     AND ${isVisibleSql('policy.seller_id', ':visibleIntegrations')}
   GROUP BY policy.money_status`,
);

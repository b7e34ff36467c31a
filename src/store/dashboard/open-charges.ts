import type { OpenCharges } from '../../domain/dashboard/dashboard.ts';
import type { Tx } from '../database.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import type { DaysOfSeller } from './answers.ts';

/** Returns how many policies wait for their charge or are unpaid, as of now. */
export async function sumOpenCharges(
  tx: Tx,
  { sellerId, visibleIntegrations }: Pick<DaysOfSeller, 'sellerId' | 'visibleIntegrations'>,
): Promise<Readonly<Record<'Scheduled' | 'Unpaid', OpenCharges>>> {
  const { rows } = await tx.query<OpenCharges & { readonly status: string }>(
    `SELECT policy.money_status AS status, count(*)::int AS count, sum(due_charge.amount_cents)::float8 AS "amountCents"
     FROM policy
     JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
     WHERE policy.money_status IN ('Scheduled', 'Unpaid') AND ($1::uuid IS NULL OR policy.seller_id = $1)
       AND ${isVisibleSql('policy.seller_id', '$2')}
     GROUP BY policy.money_status`,
    [sellerId, visibleIntegrations],
  );
  const of = (status: string): OpenCharges => {
    const { count = 0, amountCents = 0 } = rows.find((row) => row.status === status) ?? {};
    return { count, amountCents };
  };
  return { Scheduled: of('Scheduled'), Unpaid: of('Unpaid') };
}

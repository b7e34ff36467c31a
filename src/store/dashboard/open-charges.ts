import type { OpenCharges } from '../../domain/dashboard/dashboard.ts';
import type { Tx } from '../database.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { moneyConditionsSql, moneyStatusSql, policyStatusJoinsSql } from '../policy/policy-status.ts';
import type { DaysOfSeller } from './answers.ts';

/** Returns how many policies wait for their charge or are unpaid, as of now. Only open charges are read. */
export async function sumOpenCharges(
  tx: Tx,
  { sellerId, visibleIntegrations }: Pick<DaysOfSeller, 'sellerId' | 'visibleIntegrations'>,
): Promise<Readonly<Record<'Scheduled' | 'Unpaid', OpenCharges>>> {
  const { rows } = await tx.query<OpenCharges & { readonly status: string }>(
    `SELECT charge.status, count(*)::int AS count, sum(charge.amount_cents)::float8 AS "amountCents"
     FROM (
       SELECT ${moneyStatusSql} AS status, due_charge.amount_cents
       FROM policy
       ${policyStatusJoinsSql}
       WHERE ${moneyConditionsSql('Unpaid').join(' AND ')} AND ($1::uuid IS NULL OR policy.seller_id = $1)
         AND ${isVisibleSql('policy.seller_id', '$2')}
     ) AS charge
     GROUP BY charge.status`,
    [sellerId, visibleIntegrations],
  );
  const of = (status: string): OpenCharges => {
    const { count = 0, amountCents = 0 } = rows.find((row) => row.status === status) ?? {};
    return { count, amountCents };
  };
  return { Scheduled: of('Scheduled'), Unpaid: of('Unpaid') };
}

import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Province } from '../../domain/province.ts';
import type { Tx } from '../database.ts';
import { allRows, allValues, onlyRow, onlyValue } from '../statement.ts';

/** What `doctor` checks of the database. */
export interface DatabaseFacts {
  readonly now: Date;
  readonly sellerCount: number;
}

export const readDatabaseFacts = onlyRow<DatabaseFacts>(
  null,
  `SELECT clock_timestamp() AS now,
          (SELECT count(*) FROM seller WHERE NOT is_disabled)::int AS "sellerCount"`,
);

const activeSellersSql = (condition: string): string => `
  SELECT seller.username
  FROM seller
  JOIN integration ON integration.id = seller.integration_id
  WHERE NOT seller.is_disabled AND NOT integration.is_disabled AND ${condition}
  ORDER BY seller.username`;

/** Returns the usernames of active sellers who may sell by one of these methods, at most `countMax`. */
export const findSellersWith = allValues<string, [methods: readonly PaymentMethod[], countMax: number]>(
  null,
  `${activeSellersSql('seller.payment_methods && $1::text[]')} LIMIT $2`,
);

/** Returns the usernames of active sellers whose binds need acknowledgements, at most `countMax`. */
export const findSellersRequiringAcknowledgements = allValues<string, [countMax: number]>(
  null,
  `${activeSellersSql('seller.requires_acknowledgements')} LIMIT $1`,
);

/** Returns the provinces in which active sellers sell, each with the ways to pay there. */
export const listProvincesSoldIn = allRows<{ readonly province: Province; readonly methods: readonly PaymentMethod[] }>(
  null,
  `SELECT seller.province, array_agg(DISTINCT method) AS methods
   FROM seller
   JOIN integration ON integration.id = seller.integration_id,
   unnest(seller.payment_methods) AS method
   WHERE NOT seller.is_disabled AND NOT integration.is_disabled
   GROUP BY seller.province
   ORDER BY seller.province`,
);

/**
 * When the job engine last ran its scheduler, which it does about once a minute; null if it never ran on this database.
 */
export async function readJobsSeenAt(tx: Tx): Promise<Date | null> {
  const engine = await tx.query<{ isThere: boolean }>(`SELECT to_regclass('pgboss.version') IS NOT NULL AS "isThere"`);
  if (!engine.rows[0]!.isThere) return null;
  const { rows } = await tx.query<{ seenAt: Date | null }>('SELECT cron_on AS "seenAt" FROM pgboss.version');
  return rows[0]?.seenAt ?? null;
}

/** How long ago each scheduled job last succeeded, on any instance; one that never did is left out. */
export async function readJobAges(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ name: string; ageMs: number }>(
    `SELECT name, (extract(epoch FROM now() - max(completed_on)) * 1000)::float8 AS "ageMs"
     FROM pgboss.job
     WHERE name = ANY ($1) AND state = 'completed'
     GROUP BY name`,
    [names],
  );
  return new Map(rows.map(({ name, ageMs }) => [name, ageMs]));
}

export const readDatabaseTime = onlyValue<Date>('read_database_time', 'SELECT clock_timestamp() AS now');

import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Province } from '../../domain/province.ts';
import { read } from '../statement.ts';

/** What `doctor` checks of the database. */
export interface DatabaseFacts {
  readonly now: Date;
  readonly sellerCount: number;
}

export const readDatabaseFacts = read.onlyRow<DatabaseFacts>(
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
export const findSellersWith = read.allValues<
  string,
  [{ readonly methods: readonly PaymentMethod[]; readonly countMax: number }]
>(null, `${activeSellersSql('seller.payment_methods && :methods::text[]')} LIMIT :countMax`);

/** Returns the usernames of active sellers whose binds need acknowledgements, at most `countMax`. */
export const findSellersRequiringAcknowledgements = read.allValues<string, [{ readonly countMax: number }]>(
  null,
  `${activeSellersSql('seller.requires_acknowledgements')} LIMIT :countMax`,
);

/** Returns the usernames of active sellers in Quebec whose binds need none, at most `countMax`. */
export const findQuebecSellersWithoutAcknowledgements = read.allValues<string, [{ readonly countMax: number }]>(
  null,
  `${activeSellersSql("seller.province = 'QC' AND NOT seller.requires_acknowledgements")} LIMIT :countMax`,
);

/** Returns the provinces in which active sellers sell, each with the ways to pay there. */
export const listProvincesSoldIn = read.allRows<{
  readonly province: Province;
  readonly methods: readonly PaymentMethod[];
}>(
  null,
  `SELECT seller.province, array_agg(DISTINCT method) AS methods
   FROM seller
   JOIN integration ON integration.id = seller.integration_id,
   unnest(seller.payment_methods) AS method
   WHERE NOT seller.is_disabled AND NOT integration.is_disabled
   GROUP BY seller.province
   ORDER BY seller.province`,
);

export const readDatabaseTime = read.onlyValue<Date>('read_database_time', 'SELECT clock_timestamp() AS now');

import { saleLinkStatusValues } from '@northbind/contract/schemas/sale-link.ts';
import { applicationStatusValues } from '@northbind/contract/vocabulary.ts';
import type pg from 'pg';
import { moneyStatuses } from '../../src/domain/policy/money-status.ts';
import { policyStatuses } from '../../src/domain/policy/policy-view.ts';

/** The filters of `GET /v1/policies`, with what a sale from the middle of the seller's has. */
export async function partnerFilters(database: pg.Pool): Promise<readonly Record<string, string>[]> {
  const { reference, vin, day } = await readMiddle(database);
  return [
    {},
    { limit: '100' },
    { partnerReference: reference },
    { partnerReference: 'nobody-has-it' },
    { vin },
    { boundFrom: day, boundTo: day },
    { boundTo: day },
    ...policyStatuses.map((status) => ({ status })),
    ...moneyStatuses.map((moneyStatus) => ({ moneyStatus })),
    ...policyStatuses.flatMap((status) => moneyStatuses.map((moneyStatus) => ({ status, moneyStatus }))),
  ];
}

/** Those of `GET /v1/applications`. */
export async function applicationFilters(database: pg.Pool): Promise<readonly Record<string, string>[]> {
  const { vin, day } = await readMiddle(database);
  const statuses = applicationStatusValues.map((status) => ({ status }));
  return [
    {},
    { partnerReference: 'nobody-has-it' },
    { vin },
    { quotedFrom: day, quotedTo: day },
    { quotedTo: day },
    ...statuses,
    ...statuses.map((status) => ({ ...status, quotedTo: day })),
  ];
}

/** Those of `GET /v1/sale-links`. */
export const saleLinkFilters: readonly Record<string, string>[] = [
  {},
  { partnerReference: 'nobody-has-it' },
  ...saleLinkStatusValues.map((status) => ({ status })),
];

async function readMiddle(database: pg.Pool) {
  const { rows } = await database.query<{ reference: string; vin: string; day: string }>(
    `WITH own AS (
       SELECT application_id, partner_reference, bound_at
       FROM policy
       WHERE seller_id = (SELECT id FROM seller WHERE username = 'ontario') AND partner_reference IS NOT NULL
     )
     SELECT own.partner_reference AS reference, application.vin, own.bound_at::date::text AS day
     FROM own
     JOIN application ON application.id = own.application_id
     ORDER BY own.bound_at
     LIMIT 1 OFFSET (SELECT count(*) / 2 FROM own)`,
  );
  return rows[0]!;
}

import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { PolicyStatus } from '../../domain/policy/policy-view.ts';
import { read, write } from '../statement.ts';
import { coversSql, policyStatusSql } from './policy-status.ts';

/** A policy that covers the vehicle, now or later. */
export interface ExistingPolicy {
  readonly policyNumber: string;
  readonly status: Extract<PolicyStatus, 'NotStarted' | 'InForce'>;
  readonly effectiveDate: PlainDate;
  readonly expiryDate: PlainDate;
}

/** More than a vehicle has; a list has an end. */
const existingMax = 20;

/**
 * The seller's policies for the VIN that are neither cancelled nor expired, as JSON of `ExistingPolicy[]`. `only`: a
 * further condition on `policy`. `IS TRUE` keeps PostgreSQL from reading all policies of the seller instead of those of
 * the vehicle, which it may do as long as it has no statistics of either.
 */
export const existingPoliciesSql = (sellerId: string, vin: string, today: string, only = 'true'): string => `
  (SELECT coalesce(json_agg(json_build_object('policyNumber', "policyNumber", 'status', status,
                                              'effectiveDate', "effectiveDate", 'expiryDate', "expiryDate")), '[]')
   FROM (SELECT policy.policy_number AS "policyNumber", ${policyStatusSql(today)} AS status,
                policy.effective_date AS "effectiveDate", policy.expiry_date AS "expiryDate"
         FROM policy
         LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
         WHERE policy.vin = ${vin} AND (policy.seller_id = ${sellerId}) IS TRUE AND ${coversSql(today)} AND ${only}
         ORDER BY policy.bound_at DESC, policy.policy_number DESC
         LIMIT ${existingMax}) AS existing)`;

/**
 * Until the transaction ends, nobody else claims a bind of this vehicle for the integration. Another vehicle with the
 * same hash only waits in vain.
 */
export const lockVehicle = write.runs<[{ readonly integrationId: string; readonly vin: string }]>(
  'lock_vehicle',
  `SELECT pg_advisory_xact_lock(hashtextextended(:integrationId::text || ' ' || :vin, 0))`,
);

/** Returns the seller's integration if it refuses a second policy for a vehicle; else null. */
export const refusesSecondPolicy = read.firstValue<string, [{ readonly sellerId: string }]>(
  'refuses_second_policy',
  `SELECT integration.id
   FROM seller
   JOIN integration ON integration.id = seller.integration_id
   WHERE seller.id = :sellerId AND integration.refuses_second_policy`,
);

/** What stands in the way of another policy for the vehicle. */
export interface Covering {
  /** Null: a bind of it is running. */
  readonly policyNumber: string | null;
  readonly sellerId: string;
}

/**
 * Returns a policy of the integration that covers the vehicle on the day or later, or else a bind of another
 * application that may end in one.
 */
export const findCovering = read.firstRow<
  Covering,
  [
    {
      readonly integrationId: string;
      readonly vin: string;
      readonly application: ApplicationId;
      readonly day: PlainDate;
      readonly sellerId: string;
    },
  ]
>(
  'find_covering',
  `SELECT sold."policyNumber", sold."sellerId"
   FROM (SELECT policy.policy_number AS "policyNumber", policy.seller_id AS "sellerId", policy.bound_at
         FROM policy
         LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
         WHERE policy.vin = :vin AND policy.application_id <> :application AND ${coversSql(':day')}
         UNION ALL
         SELECT NULL, application.seller_id, NULL
         FROM bind
         JOIN application ON application.id = bind.application_id
         WHERE bind.state = 'running' AND application.vin = :vin AND application.id <> :application) AS sold
   JOIN seller ON seller.id = sold."sellerId" AND seller.integration_id = :integrationId
   ORDER BY sold."policyNumber" IS NULL, sold."sellerId" <> :sellerId, sold.bound_at DESC
   LIMIT 1`,
);

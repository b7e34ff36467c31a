import { policyStatusJoinsSql, policyStatusSql } from '../policy/policy-status.ts';
import { sellerTodaySql, todayJoinSql } from './today.ts';

/* The columns shown of a sale, written for the tables of `saleJoinsSql` and the expression `today`. */

/** What the policy was last amended to, or else what was quoted. */
export const inputsSql = `coalesce(policy.amended -> 'inputs', application.inputs)`;

export const nameInSql = (inputs: string): string =>
  `concat_ws(' ', ${inputs} #>> '{applicant,firstOrCompanyName}', ${inputs} #>> '{applicant,lastName}')`;

export const applicantNameSql = nameInSql(inputsSql);

/** The name as it was quoted; a correction of the policy does not change it. */
export const quotedNameSql = nameInSql('application.inputs');

export const vehicleSql = `concat_ws(' ', ${inputsSql} #>> '{vehicle,year}', ${inputsSql} #>> '{vehicle,make}', ${inputsSql} #>> '{vehicle,model}')`;

export const emailAddressSql = `coalesce(policy.email_address, ${inputsSql} #>> '{applicant,emailAddress}')`;

/** The day of a card payment's charge: the one it was moved to. One that was made stays where it was. */
export const chargeDateSql = (payment: string): string =>
  `coalesce((SELECT due_on FROM due_charge WHERE due_charge.card_payment_id = ${payment}.id), ${payment}.charge_date)`;

/** The columns of a `ShownCharge`. */
export const chargeColumnsSql = `
  CASE WHEN due_charge.state = 'due' AND due_charge.tries > 1 THEN 'refused'
       WHEN due_charge.state = 'refused' AND due_charge.tries = 1 THEN 'given up'
       ELSE due_charge.state
  END AS state,
  due_charge.refused_on AS "refusedOn", CASE due_charge.state WHEN 'due' THEN due_charge.due_on END AS "nextAttemptOn"`;

export const chargeSql = (payment: string): string =>
  `(SELECT row_to_json(charge)
    FROM (SELECT ${chargeColumnsSql} FROM due_charge WHERE due_charge.card_payment_id = ${payment}.id) AS charge)`;

/** What the card has got back. */
export const refundedSql = (payment: string): string =>
  `(SELECT coalesce(sum(amount_cents), 0)::integer
    FROM ledger_entry
    WHERE ledger_entry.application_id = ${payment}.application_id AND ledger_entry.card_payment_id = ${payment}.id
      AND kind = 'refund')`;

export const sellerSql = `json_build_object('id', seller.id, 'name', seller.name, 'province', seller.province)`;

/** The cancellation notice calls the same a rescission (documents/cancellation-notice.ts). */
export const isRescindedSql = `coalesce(cancellation.kind = 'flat' AND cancellation.ground = 'Rescission', false)`;

export const saleColumnsSql = `application.id AS "applicationId", rfc3339(application.created_at) AS "createdAt", application.revision,
          ${sellerSql} AS seller, application.series, application.effective_date AS "effectiveDate", application.vin,
          ${vehicleSql} AS vehicle, ${applicantNameSql} AS "applicantName", ${emailAddressSql} AS "emailAddress",
          CASE WHEN cancellation.policy_number IS NOT NULL THEN 'cancelled'
               WHEN policy.policy_number IS NOT NULL THEN 'bound'
               WHEN bind.state = 'running' THEN 'binding'
               ELSE 'quoted'
          END AS status,
          policy.policy_number AS "policyNumber", policy.total_cents AS "totalCents",
          cancellation.cancelled_on AS "cancelledOn", ${isRescindedSql} AS "isRescinded",
          CASE WHEN policy.policy_number IS NOT NULL THEN ${policyStatusSql(sellerTodaySql)} END AS "policyStatus",
          policy.money_status AS "moneyStatus"`;

export const saleJoinsSql = `JOIN seller ON seller.id = application.seller_id
   LEFT JOIN bind ON bind.application_id = application.id
   LEFT JOIN policy ON policy.application_id = application.id
   ${policyStatusJoinsSql}
   ${todayJoinSql}`;

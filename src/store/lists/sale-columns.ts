import { moneyStatusSql, policyStatusJoins, policyStatusSql } from '../policy-status.ts';
import { sellerToday, todayJoin } from './today.ts';

/** The columns shown of a sale, written for the tables of `saleJoins` and the expression `today`. */
export const applicantNameSql = `concat_ws(' ', application.inputs #>> '{applicant,firstOrCompanyName}', application.inputs #>> '{applicant,lastName}')`;

export const vehicleSql = `concat_ws(' ', application.inputs #>> '{vehicle,year}', application.inputs #>> '{vehicle,make}', application.inputs #>> '{vehicle,model}')`;

export const emailAddressSql = `coalesce(policy.email_address, application.inputs #>> '{applicant,emailAddress}')`;

export const sellerSql = `json_build_object('id', seller.id, 'name', seller.name)`;

export const saleColumns = `application.id AS "applicationId", rfc3339(application.created_at) AS "createdAt", application.revision,
          ${sellerSql} AS seller, application.series, application.effective_date AS "effectiveDate", application.vin,
          ${vehicleSql} AS vehicle, ${applicantNameSql} AS "applicantName", ${emailAddressSql} AS "emailAddress",
          CASE WHEN cancellation.policy_number IS NOT NULL THEN 'cancelled'
               WHEN policy.policy_number IS NOT NULL THEN 'bound'
               WHEN bind.state = 'running' THEN 'binding'
               ELSE 'quoted'
          END AS status,
          policy.policy_number AS "policyNumber", policy.total_cents AS "totalCents",
          CASE WHEN policy.policy_number IS NOT NULL THEN ${policyStatusSql(sellerToday)} END AS "policyStatus",
          CASE WHEN policy.policy_number IS NOT NULL THEN ${moneyStatusSql} END AS "moneyStatus"`;

export const saleJoins = `JOIN seller ON seller.id = application.seller_id
   LEFT JOIN bind ON bind.application_id = application.id
   LEFT JOIN policy ON policy.application_id = application.id
   ${policyStatusJoins}
   ${todayJoin}`;

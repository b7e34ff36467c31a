/** The columns shown of a sale, written for `application`, `seller`, `policy`, `bind` and `cancellation`. */
/** As the policy was last amended, or else as it was quoted. */
export const inputsSql = `coalesce(policy.amended -> 'inputs', application.inputs)`;

const nameIn = (inputs: string): string =>
  `concat_ws(' ', ${inputs} #>> '{applicant,firstOrCompanyName}', ${inputs} #>> '{applicant,lastName}')`;

export const applicantNameSql = nameIn(inputsSql);

/** Of a quote that a revision replaced. */
export const quotedNameSql = nameIn('application.inputs');

export const vehicleSql = `concat_ws(' ', ${inputsSql} #>> '{vehicle,year}', ${inputsSql} #>> '{vehicle,make}', ${inputsSql} #>> '{vehicle,model}')`;

export const emailAddressSql = `coalesce(policy.email_address, ${inputsSql} #>> '{applicant,emailAddress}')`;

export const sellerSql = `json_build_object('id', seller.id, 'name', seller.name)`;

export const saleColumns = `application.id AS "applicationId", rfc3339(application.created_at) AS "createdAt", application.revision,
          ${sellerSql} AS seller, application.series, application.effective_date AS "effectiveDate", application.vin,
          ${vehicleSql} AS vehicle, ${applicantNameSql} AS "applicantName", ${emailAddressSql} AS "emailAddress",
          CASE WHEN cancellation.policy_number IS NOT NULL THEN 'cancelled'
               WHEN policy.policy_number IS NOT NULL THEN 'bound'
               WHEN bind.state = 'running' THEN 'binding'
               ELSE 'quoted'
          END AS status,
          policy.policy_number AS "policyNumber", policy.total_cents AS "totalCents"`;

export const saleJoins = `JOIN seller ON seller.id = application.seller_id
   LEFT JOIN bind ON bind.application_id = application.id
   LEFT JOIN policy ON policy.application_id = application.id
   LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number`;

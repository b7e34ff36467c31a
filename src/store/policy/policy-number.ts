import { read } from '../statement.ts';

/** Up to where numbers were drawn, and whether a policy or a bind under way has this one. */
export const readNumbersIssued = read.onlyRow<
  { readonly last: number; readonly isTaken: boolean },
  [{ readonly policyNumber: string }]
>(
  'read_policy_numbers_issued',
  `SELECT last_value::float8 AS last,
          EXISTS (SELECT FROM policy WHERE policy_number = :policyNumber)
          OR EXISTS (SELECT FROM bind WHERE policy_number = :policyNumber AND state = 'running') AS "isTaken"
   FROM policy_number_seq`,
);

/**
 * Whether a sale has the phone number with these digits, as it was quoted or as it was corrected; with or without the
 * country's 1. Ten digits are compared, as the indexes application_by_phone and policy_by_amended_phone have them; if
 * `isWhole`, all of them.
 */
export function hasPhoneSql(digits: string, { isWhole }: { readonly isWhole: boolean }): string {
  const isSame = (text: string): string => {
    const stored = withoutCountrySql(`regexp_replace(${text}, '\\D', '', 'g')`);
    const isLike = `left(${stored}, 10) = left(${withoutCountrySql(digits)}, 10)`;
    return isWhole ? `${isLike} AND ${stored} = ${withoutCountrySql(digits)}` : isLike;
  };
  return `(${isSame(`application.inputs #>> '{applicant,phoneNumber}'`)}
   OR application.id = ANY (ARRAY(
     SELECT application_id
     FROM policy
     WHERE amended IS NOT NULL AND ${isSame(`amended #>> '{inputs,applicant,phoneNumber}'`)})))`;
}

const withoutCountrySql = (digits: string): string => `regexp_replace(${digits}, '^1', '')`;

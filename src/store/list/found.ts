import type { Search } from '../../domain/list/search-box.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { paidBySql } from '../policy/policy-status.ts';
import { type ListFilter, ofSellers } from './filter.ts';
import { hasPhoneSql } from './has-phone.ts';
import { allSql, type Values } from './values.ts';

/** More conditions on the applications, written for the columns of `application`. */
export interface SaleConditions {
  /** The last sale of the previous page, as an SQL value; null for the first page. */
  readonly lastSale: string | null;
  readonly conditions: readonly (string | false)[];
}

/**
 * Selects the applications that match a search, as rows of `id` and `key`, the column that matched: name, e-mail
 * address or VIN. They are ordered by key, then newest first, so that an index is read in its own order and only as far
 * as a page needs, and exact matches come first. The last sale of the previous page is included.
 */
export function foundSql(values: Values, filter: ListFilter, { lastSale, conditions }: SaleConditions): string {
  const sellers = ofSellers(values, filter);
  const after = lastSale === null ? null : visibleSaleSql(values, filter, lastSale);
  const matches = matchesOf(values, filter.search!, filter.isWhole).map(({ key, match, countMax }) => {
    const from = after !== null && afterSaleSql(key, after);
    const select = `SELECT id, ${key} AS key FROM application WHERE ${allSql([match, ...sellers, from, ...conditions])}`;
    if (countMax === undefined || filter.isComplete) return select;
    // In order, so that the others are merged with it and are read only as far as a page needs.
    return `(SELECT id, key FROM (${select} LIMIT ${countMax}) AS inside ORDER BY key, id DESC)`;
  });
  return `${matches.join('\n       UNION ALL ')}
       ORDER BY key, id DESC`;
}

/** A cursor that names a sale which the operator may not see is one that names nothing. */
function visibleSaleSql(values: Values, { visibleIntegrations }: ListFilter, sale: string): string {
  if (visibleIntegrations === null) return sale;
  return `(SELECT id FROM application WHERE id = ${sale} AND ${isVisibleSql('seller_id', values.add(visibleIntegrations))})`;
}

/** The order of all matches: by key, then newest first. */
function afterSaleSql(key: string, lastSale: string): string {
  if (key === noKeySql) return `id <= ${lastSale}`;
  const lastKey = `(SELECT ${key} FROM application WHERE id = ${lastSale})`;
  return `${key} >= ${lastKey} AND (${key} > ${lastKey} OR id <= ${lastSale})`;
}

interface Match {
  /** The column that is matched. */
  readonly key: string;
  readonly match: string;
  /** How many are looked at: no index has them in their order, so all of them would have to be read for a page. */
  readonly countMax?: number;
}

/** Whoever types a part that more names have types more of it. */
const partsMax = 500;
const shortestPart = 3;

const noKeySql = `''::text`;
// Sorts after every continuation of a prefix: these columns are in byte order.
const highest = '\u{10ffff}';

function matchesOf(values: Values, search: Search, isWhole: boolean): readonly Match[] {
  const matchOf = (key: string, beginning: string): Match => ({
    key,
    match: isWhole
      ? `${key} = ${values.add(beginning)}`
      : `${key} >= ${values.add(beginning)} AND ${key} < ${values.add(beginning + highest)}`,
  });
  switch (search.kind) {
    case 'policy number':
      return [
        {
          key: noKeySql,
          match: `id = (SELECT application_id FROM policy WHERE policy_number = ${values.add(search.policyNumber)})`,
        },
      ];
    case 'id':
      return [{ key: noKeySql, match: `id = ANY (ARRAY(${anyIdSql(`${values.add(search.id)}::uuid`)}))` }];
    case 'vin': {
      const { key, match } = matchOf('vin', search.beginning);
      return [{ key, match: `(${match} OR ${hasLoanSql(values.add(search.beginning))})` }];
    }
    case 'phone':
      return [{ key: noKeySql, match: hasPhoneSql(`${values.add(search.digits)}::text`, { isWhole: false }) }];
    case 'email':
      return [matchOf('applicant_email', search.beginning)];
    case 'name': {
      const matches = search.beginnings.map((beginning) => matchOf('applicant_name', beginning));
      const words = search.beginnings[0]!.split(' ');
      const loan = hasLoanSql(values.add(words.join('').toUpperCase()));
      if (isWhole) return [...matches, without(matches, loan)];
      const inside = { ...without(matches, nameHasSql(values, words)), countMax: partsMax };
      return [...matches, inside, without([...matches, inside], loan)];
    }
  }
}

/** Of what the other matches have found already, nothing is found again. */
function without(matches: readonly Match[], match: string): Match {
  return { key: 'applicant_name', match: `${match} AND NOT (${matches.map((one) => one.match).join(' OR ')})` };
}

/** What is shorter is looked for at the beginnings of words alone: nearly every name has it somewhere. */
const isPart = (word: string): boolean => word.length >= shortestPart;

/**
 * Every word that was typed is in the name, wherever it stands in it. Written as the indexes of names have it; names
 * that begin with the only word are left to the other matches.
 */
function nameHasSql(values: Values, words: readonly string[]): string {
  const query = (some: readonly string[], one: (word: string) => string): string =>
    `${values.add(some.map(one).join(' & '))}::tsquery`;
  const beginningOf = (word: string): string => `'${word}':*`;
  const partOf = (word: string): string =>
    words.length === 1 ? beginningOf(word) : `(${beginningOf(word)} | '^${word}':*)`;
  const parts = words.filter(isPart);
  const short = words.filter((word) => !isPart(word));
  return allSql([
    parts.length > 0 && `name_parts(applicant_name) @@ ${query(parts, partOf)}`,
    short.length > 0 && `to_tsvector('simple', applicant_name) @@ ${query(short, beginningOf)}`,
  ]);
}

/** Whether the sale is paid by the loan of that number, in capitals and without signs. */
const hasLoanSql = (number: string): string =>
  `id = ANY (ARRAY(
     SELECT application_id
     FROM policy
     WHERE ${paidBySql('loan')}
       AND upper(regexp_replace(snapshot #>> '{payment,loan,loanNumber}', '[^A-Za-z0-9]', '', 'g')) = ${number}))`;

/** The id may be that of any part of a sale. */
const anyIdSql = (id: string): string =>
  `SELECT ${id}
   UNION SELECT application_id FROM card_payment WHERE id = ${id}
   UNION SELECT application_id FROM reversal WHERE id = ${id}
   UNION SELECT application_id FROM document JOIN policy USING (policy_number) WHERE document.id = ${id}
   UNION SELECT application_id FROM mail JOIN policy USING (policy_number) WHERE mail.id = ${id}`;

import type { Search } from '../../domain/list/search-box.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { paidBySql } from '../policy/policy-status.ts';
import { type ListFilter, ofSellers } from './filter.ts';
import { hasPhoneSql } from './has-phone.ts';
import { allSql, type Values } from './values.ts';

/** What to read of the applications that match. */
export interface FoundRows {
  /** The last sale of the previous page, as an SQL value; null for the first page. */
  readonly lastSale: string | null;
  /** More conditions on the applications, written for the columns of `application`. */
  readonly conditions: readonly (string | false)[];
  /** Selects the `id` of the only sales that can have such rows, where these may be few. */
  readonly rare?: string | null;
  /**
   * Reads the rows of each matching sale, which `sales` selects as `id` and `key`, in order: a selection of `key`,
   * `sale_id` and `id`. Null: the sales themselves.
   */
  readonly partsOf: ((sales: string) => string) | null;
}

/**
 * Writes `page`: a page of what matches a search, and one more. `key` is the column that matched: name, e-mail address
 * or VIN. What begins as was typed comes first, the rest after it (`rank`), both ordered by key, then newest first, so
 * that an index is read in its own order and only as far as a page needs. Each match has an order and a limit of its
 * own: over a union PostgreSQL reads and sorts all of it. The rest is looked for only if the page is not full.
 *
 * Where only few sales can have what is looked for, the match is looked for among them, instead of walking all sales of
 * a common name. Where they are many, a page of them is soon found on that walk.
 */
export function foundPageSql(values: Values, filter: ListFilter, rows: FoundRows): string {
  const groups = matchesOf(values, filter, filter.search!);
  const limit = values.add(filter.limit + 1);
  const sellers = ofSellers(values, filter);
  const after = rows.lastSale === null ? null : visibleSaleSql(values, filter, rows.lastSale);
  const names = groups.map((_, rank) => `found_${rank}`);
  const isFew = rows.rare ? `(SELECT count(*) FROM few) <= ${fewMax}` : 'false';
  const ctes = groups.map((matches, rank) => {
    const earlier = groups.slice(0, rank).flat();
    const branches = matches.flatMap(({ key, match, take = 'all', inName }) => {
      const isWanted = rank > 0 && `(SELECT count(*) FROM ${names[rank - 1]!}) < ${limit}::bigint`;
      const conditions = [after !== null && afterSql(key, after, { own: matches, earlier }), ...rows.conditions];
      const selectSql = (...own: readonly string[]): string =>
        `SELECT id, ${key} AS key FROM application WHERE ${allSql([...own, ...sellers, ...conditions, isWanted])}`;
      const inOrder = `ORDER BY ${key}, id DESC`;
      const isMany = `NOT ${isFew}`;
      const select = selectSql(match, isMany);
      const ofMany = {
        all: () => `${select} ${inOrder}`,
        some: () => `SELECT id, key FROM (${select} LIMIT ${partsMax}) AS inside ORDER BY key, id DESC`,
        newest: () =>
          newestInsideSql(select, {
            sellers: [...sellers, isWanted, isMany],
            conditions: [inName ?? false, ...conditions],
          }),
      }[take]();
      const ofFew = `${selectSql(isFew, 'id IN (SELECT id FROM few)', inName ?? match)} ${inOrder}`;
      return [ofMany, ...(rows.rare ? [ofFew] : [])].map((sales) =>
        rows.partsOf === null
          ? `(SELECT key, id AS sale_id, id FROM (${sales} LIMIT ${limit}) AS sale)`
          : `(${rows.partsOf(sales)} LIMIT ${limit})`,
      );
    });
    return `${names[rank]!} AS MATERIALIZED (
     SELECT key, sale_id, id
     FROM (${branches.join('\n       UNION ALL ')}) AS found
     ORDER BY key, sale_id DESC, id DESC
     LIMIT ${limit}
   )`;
  });
  const ranked = names.map((name, rank) => `SELECT ${rank} AS rank, key, sale_id, id FROM ${name}`);
  const few = `few AS MATERIALIZED (SELECT id FROM (${rows.rare}) AS rare LIMIT ${fewMax + 1})`;
  return `${[...(rows.rare ? [few] : []), ...ctes].join(', ')}, page AS (
     ${ranked.join(' UNION ALL ')}
     ORDER BY rank, key, sale_id DESC, id DESC
     LIMIT ${limit}
   )`;
}

/** A cursor that names a sale which the operator may not see is one that names nothing. */
function visibleSaleSql(values: Values, { visibleIntegrations }: ListFilter, sale: string): string {
  if (visibleIntegrations === null) return sale;
  return `(SELECT id FROM application WHERE id = ${sale} AND ${isVisibleSql('seller_id', values.add(visibleIntegrations))})`;
}

/** What follows the last sale: in its own group by key, then newest first; all of a later group, none of an earlier. */
function afterSql(
  key: string,
  lastSale: string,
  { own, earlier }: { readonly own: readonly Match[]; readonly earlier: readonly Match[] },
): string {
  const isLastIn = (matches: readonly Match[]): string =>
    `EXISTS (SELECT FROM application WHERE id = ${lastSale} AND (${matches.map(({ match }) => match).join(' OR ')}))`;
  const lastKey = `(SELECT ${key} FROM application WHERE id = ${lastSale})`;
  const follows =
    key === noKeySql ? `id <= ${lastSale}` : `${key} >= ${lastKey} AND (${key} > ${lastKey} OR id <= ${lastSale})`;
  return earlier.length === 0
    ? `${follows} AND ${isLastIn(own)}`
    : `(${isLastIn(earlier)} OR (${follows} AND ${isLastIn(own)}))`;
}

/**
 * Some of the sales with that part in their name, in order. The index of parts gives all of them or none, and of ten
 * million names a million may have it. So a common part is looked for in the newest names; a rare one, by that index.
 */
function newestInsideSql(
  select: string,
  { sellers, conditions }: Readonly<Record<'sellers' | 'conditions', readonly (string | false)[]>>,
): string {
  const newest = `SELECT id, applicant_name, seller_id FROM application WHERE ${allSql(sellers)} ORDER BY id DESC`;
  const insideOf = (count: number): string =>
    `SELECT id, applicant_name AS key FROM (${newest} LIMIT ${count}) AS application WHERE ${allSql(conditions)} LIMIT ${partsMax}`;
  const hasMoreThan = (count: number): string => `EXISTS (${newest} OFFSET ${count} LIMIT 1)`;
  return `
      WITH rare AS MATERIALIZED (
        SELECT (SELECT count(*) FROM (${insideOf(sampled)}) AS one) < ${commonIn} AND ${hasMoreThan(sampled)} AS is_so
      ), common AS MATERIALIZED (
        SELECT id, key FROM (${insideOf(newestMax)}) AS one WHERE NOT (SELECT is_so FROM rare)
      ), enough AS MATERIALIZED (
        SELECT NOT (SELECT is_so FROM rare)
               AND ((SELECT count(*) FROM common) = ${partsMax} OR NOT ${hasMoreThan(newestMax)}) AS is_so
      )
      SELECT id, key
      FROM (SELECT id, key FROM common WHERE (SELECT is_so FROM enough)
            UNION ALL (${select} AND NOT (SELECT is_so FROM enough) LIMIT ${partsMax})) AS inside
      ORDER BY key, id DESC`;
}

/** So many are looked up one by one in well under a tenth of a second. */
const fewMax = 20_000;
/** If more names than this match, the operator types more letters. */
const partsMax = 250;
/** A part is common if so many of the newest have it. */
const [commonIn, sampled] = [50, 10_000];
const newestMax = 100_000;

interface Match {
  /** The column that is matched. */
  readonly key: string;
  readonly match: string;
  /** How many of those that match: parts of names have no index in the order of a list. */
  readonly take?: 'all' | 'some' | 'newest';
  /** The same of a name by itself, for the newest. */
  readonly inName?: string;
}

const shortestPart = 3;

const noKeySql = `''::text`;
// Sorts after every continuation of a prefix: these columns are in byte order.
const highest = '\u{10ffff}';

/** In groups: what begins as was typed, then the rest. */
function matchesOf(values: Values, filter: ListFilter, search: Search): readonly (readonly Match[])[] {
  const { isWhole, isComplete, visibleIntegrations, sellerId } = filter;
  const matchOf = (key: string, beginning: string): Match => ({
    key,
    match: isWhole
      ? `${key} = ${values.add(beginning)}`
      : `${key} >= ${values.add(beginning)} AND ${key} < ${values.add(beginning + highest)}`,
  });
  switch (search.kind) {
    case 'policy number':
      return [
        [
          {
            key: noKeySql,
            match: `id = (SELECT application_id FROM policy WHERE policy_number = ${values.add(search.policyNumber)})`,
          },
        ],
      ];
    case 'id':
      return [[{ key: noKeySql, match: `id = ANY (ARRAY(${anyIdSql(`${values.add(search.id)}::uuid`)}))` }]];
    case 'vin': {
      const begins = matchOf('vin', search.beginning);
      return [[begins], [without([begins], hasLoanSql(values.add(search.beginning)))]];
    }
    case 'phone':
      return [[{ key: noKeySql, match: hasPhoneSql(`${values.add(search.digits)}::text`, { isWhole: false }) }]];
    case 'email':
      return [[matchOf('applicant_email', search.beginning)]];
    case 'name': {
      const matches = search.beginnings.map((beginning) => matchOf('applicant_name', beginning));
      const words = search.beginnings[0]!.split(' ');
      const loan = hasLoanSql(values.add(words.join('').toUpperCase()));
      if (isWhole) return [matches, [without(matches, loan)]];
      const inside = without(matches, nameHasSql(values, words));
      const rest = without([...matches, inside], loan);
      if (isComplete) return [matches, [inside, rest]];
      // No index has the newest names of some integrations.
      if (visibleIntegrations !== null && sellerId === null) return [matches, [{ ...inside, take: 'some' }, rest]];
      const inName = without(matches, inNameSql(values, words)).match;
      return [matches, [{ ...inside, take: 'newest', inName }, rest]];
    }
  }
}

/** Of what the other matches have found already, nothing is found again. */
function without(matches: readonly Match[], match: string): Match {
  return { key: matches[0]!.key, match: `${match} AND NOT (${matches.map((one) => one.match).join(' OR ')})` };
}

/**
 * Every word that was typed is in the name, wherever it stands in it. Written as the index of names has it: every end
 * of a word, of three letters or more, and each word as a whole with a mark. Names that begin with the only word are
 * left to the other matches. What is shorter than a part is looked for at the beginnings of words alone: nearly every
 * name has it somewhere.
 */
function nameHasSql(values: Values, words: readonly string[]): string {
  const partOf = (word: string): string => {
    const inside = word.length >= shortestPart ? `'${word}':*` : `'_${word}':*`;
    return words.length === 1 ? inside : `(${inside} | '^${word}':*)`;
  };
  return `name_parts(applicant_name) @@ ${values.add(words.map(partOf).join(' & '))}::tsquery`;
}

/** The same for each name by itself. */
function inNameSql(values: Values, words: readonly string[]): string {
  const partOf = (word: string): string =>
    word.length >= shortestPart
      ? `strpos(applicant_name, ${values.add(word)}) > 0`
      : `strpos(' ' || applicant_name, ${values.add(` ${word}`)}) > 0`;
  return allSql(words.map(partOf));
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

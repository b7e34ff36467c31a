import type { Search } from '../../domain/list/search-box.ts';
import type { Tx } from '../database.ts';
import { sendRead } from '../statement.ts';
import { idAt, type ListFilter, ofSellers } from './filter.ts';
import { allSql, Values } from './values.ts';

/** Through so many sales a page of a list looks for rows that match its other filters, too. */
export const lookedThroughMax = 250;

export interface SaleSearch {
  readonly search: Search;
  readonly filter: Omit<ListFilter, 'search'>;
  /** A condition on `application_id`: only sales that can have rows after the cursor. */
  readonly isBeforeCursor: ((values: Values, cursor: string) => string) | null;
  readonly countMax: number;
}

/** So many of the newest sales are looked through for the words, before the index of words is asked. */
const walkedMax = 10_000;

/** Returns the newest sales that match, of the asked seller and of sellers whom the operator may see. */
export async function findSales(tx: Tx, asked: SaleSearch, walked = walkedMax): Promise<readonly string[]> {
  const { text, values } = findSalesSql(asked, walked);
  const { rows } = await sendRead<{ id: string }>(tx, text, values);
  return rows.map(({ id }) => id);
}

/**
 * Each way in which a sale may match is asked by itself. OFFSET 0 keeps PostgreSQL from walking all sales from the newest
 * on until it has enough.
 */
export function findSalesSql({ search, filter, isBeforeCursor, countMax }: SaleSearch, walked = walkedMax) {
  const values = new Values();
  const { cursor, until } = filter;
  const isAsked = allSql([
    ...ofSellers(values, { ...filter, visibleIntegrations: null }),
    // Every part of a sale is newer than its first quote.
    until !== null && `application_id < ${values.add('endId', idAt(until))}`,
    isBeforeCursor !== null && cursor !== null && isBeforeCursor(values, cursor),
  ]);
  const isVisible = allSql(ofSellers(values, { ...filter, sellerId: null }));
  const newest = `ORDER BY id DESC LIMIT ${values.add('countMax', countMax)}`;
  const found = matchesOf(values, search).map(
    (match) => `
     (SELECT id
      FROM (SELECT application_id AS id FROM ${match} AND ${isAsked} AND ${isVisible} OFFSET 0) AS matching
      ${newest})`,
  );
  if (search.words.length > 0) {
    values.add('words', wordsQuery(search.words));
    values.add('walkedMax', walked);
    found.push(byWordsSql({ isAsked, isVisible, newest }));
  }
  return { text: `SELECT id FROM (${found.join('\n     UNION')}) AS found ${newest}`, values: values.named };
}

/**
 * The newest sales are walked first: if a word is common, enough of them have it. If they have not, it is rare enough to
 * read from the index all sales that have it, and to sort them. Whether the operator may see the
 * seller is asked of what was walked, so that the walk ends after so many sales whosever they are.
 *
 * With a million sales the name that a tenth of them have is found in 310 pages; all sales that have it are on 25,000.
 */
function byWordsSql(sale: { readonly isAsked: string; readonly isVisible: string; readonly newest: string }): string {
  const hasWords = 'words @@ :words::tsquery';
  return `
     (WITH walked AS MATERIALIZED (
        SELECT application_id AS id, ${hasWords} AND ${sale.isVisible} AS is_match
        FROM application_words
        WHERE ${sale.isAsked}
        ORDER BY application_id DESC
        LIMIT :walkedMax
      )
      SELECT id FROM walked WHERE is_match
      UNION
      SELECT id
      FROM (
        SELECT application_id AS id
        FROM application_words
        WHERE ${hasWords} AND ${sale.isAsked} AND ${sale.isVisible}
          AND (SELECT count(*) = :walkedMax AND count(*) FILTER (WHERE is_match) < :countMax FROM walked)
        OFFSET 0
      ) AS matching
      ${sale.newest})`;
}

/** Each a table with `application_id` and `seller_id`, and what of it matches other than by words. */
function matchesOf(values: Values, { id, policyNumberEnd, loanNumber }: Search): readonly string[] {
  const matches: string[] = [];
  if (policyNumberEnd !== null) {
    const begins = values.add('numberBackwards', `${[...policyNumberEnd].reverse().join('')}%`);
    matches.push(`policy WHERE (reverse(policy_number) COLLATE "C") LIKE ${begins}`);
  }
  if (loanNumber !== null) matches.push(`policy WHERE loan_number = ${values.add('loanNumber', loanNumber)}`);
  const sale = '(SELECT id AS application_id, seller_id FROM application) AS sale';
  if (id !== null) matches.push(`${sale} WHERE application_id = ANY (ARRAY(${saleOfSql(values.add('id', id))}))`);
  return matches;
}

/** Written as PostgreSQL's `tsquery`. */
export function wordsQuery(words: Search['words']): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}'`;
  const all = (some: Search['words'][number]): string =>
    some.map(({ text, isBeginning }) => `${quoted(text)}${isBeginning ? ':*' : ''}`).join(' & ');
  return words.map((some) => `(${all(some)})`).join(' | ');
}

/** The id may be that of any part of a sale. */
const saleOfSql = (id: string): string =>
  `SELECT ${id}::uuid
   UNION SELECT application_id FROM card_payment WHERE id = ${id}
   UNION SELECT application_id FROM reversal WHERE id = ${id}
   UNION SELECT application_id FROM document JOIN policy USING (policy_number) WHERE document.id = ${id}
   UNION SELECT application_id FROM mail JOIN policy USING (policy_number) WHERE mail.id = ${id}`;

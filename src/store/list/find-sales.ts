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

/** Returns the newest sales that match, of the asked seller and of sellers whom the operator may see. */
export async function findSales(tx: Tx, asked: SaleSearch): Promise<readonly string[]> {
  const { text, values } = findSalesSql(asked);
  const { rows } = await sendRead<{ id: string }>(tx, text, values);
  return rows.map(({ id }) => id);
}

/**
 * All matches are read from the index and sorted: with a million sales, 0.27 s for the most common name on a busy
 * machine. OFFSET 0 keeps PostgreSQL from walking the sales from the newest on until it has enough of a common name.
 * That is quick while the matches are new and of everybody, and passes nearly all sales where they are not: with 300,000
 * sales 0.3 to 0.5 s for the common name of one seller or of old sales, instead of 0.02 to 0.1 s.
 */
export function findSalesSql({ search, filter, isBeforeCursor, countMax }: SaleSearch) {
  const values = new Values();
  const { cursor, until } = filter;
  const conditions = allSql([
    ...ofSellers(values, filter),
    // Every part of a sale is newer than its first quote.
    until !== null && `application_id < ${values.add('endId', idAt(until))}`,
    isBeforeCursor !== null && cursor !== null && isBeforeCursor(values, cursor),
  ]);
  const newest = `ORDER BY id DESC LIMIT ${values.add('countMax', countMax)}`;
  const found = matchesOf(values, search).map(
    (match) => `
     (SELECT id FROM (SELECT application_id AS id FROM ${match} AND ${conditions} OFFSET 0) AS matching ${newest})`,
  );
  return { text: `SELECT id FROM (${found.join('\n     UNION')}) AS found ${newest}`, values: values.named };
}

/** Each a table with `application_id` and `seller_id`, and what of it matches. */
function matchesOf(values: Values, { id, words, policyNumberEnd, loanNumber }: Search): readonly string[] {
  const matches: string[] = [];
  if (words.length > 0)
    matches.push(`application_words WHERE words @@ ${values.add('words', wordsQuery(words))}::tsquery`);
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

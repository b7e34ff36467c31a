import type { Search } from '../../domain/operator/search-box.ts';
import type { ListFilter } from './filter.ts';
import { all, type Values } from './values.ts';

/** More that a list asks of the applications, written for the columns of `application`. */
export interface SaleConditions {
  /** The sale with which the last page ended, as text of a value; null for the first page. */
  readonly lastSale: string | null;
  readonly conditions: readonly (string | false)[];
}

/**
 * The applications that a search means, as rows of `id` and `key`, what they were found by: the name, the address, the
 * VIN. They come by the key, and then from the newest on. So an index is read in its own order and only as far as a
 * page goes, however many match; and what was typed in full comes first. The last sale of the page before is among
 * them.
 */
export function foundSql(values: Values, filter: ListFilter, { lastSale, conditions }: SaleConditions): string {
  const seller = filter.sellerId !== null && `seller_id = ${values.add(filter.sellerId)}`;
  const matches = matchesOf(values, filter.search!, filter.isWhole).map(({ key, match }) => {
    const from = lastSale !== null && afterSale(key, lastSale);
    return `SELECT id, ${key} AS key FROM application WHERE ${all([match, seller, from, ...conditions])}`;
  });
  return `${matches.join('\n       UNION ALL ')}
       ORDER BY key, id DESC`;
}

/** One order of all: by the key, and of equal ones the newest first. */
function afterSale(key: string, lastSale: string): string {
  if (key === noKey) return `id <= ${lastSale}`;
  const lastKey = `(SELECT ${key} FROM application WHERE id = ${lastSale})`;
  return `${key} >= ${lastKey} AND (${key} > ${lastKey} OR id <= ${lastSale})`;
}

interface Match {
  /** The column that is searched. */
  readonly key: string;
  readonly match: string;
}

const noKey = `''::text`;
// Sorts after everything that can follow a beginning: these columns are in the order of bytes.
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
          key: noKey,
          match: `id = (SELECT application_id FROM policy WHERE policy_number = ${values.add(search.policyNumber)})`,
        },
      ];
    case 'id':
      return [{ key: noKey, match: `id = ANY (ARRAY(${anyIdSql(`${values.add(search.id)}::uuid`)}))` }];
    case 'vin':
      return [{ ...matchOf('vin', search.beginning) }];
    case 'email':
      return [matchOf('applicant_email', search.beginning)];
    case 'name':
      return search.beginnings.map((beginning) => matchOf('applicant_name', beginning));
  }
}

/** An id may be that of anything that belongs to a sale. */
const anyIdSql = (id: string): string =>
  `SELECT ${id}
   UNION SELECT application_id FROM card_payment WHERE id = ${id}
   UNION SELECT application_id FROM reversal WHERE id = ${id}
   UNION SELECT application_id FROM document JOIN policy USING (policy_number) WHERE document.id = ${id}
   UNION SELECT application_id FROM mail JOIN policy USING (policy_number) WHERE mail.id = ${id}`;

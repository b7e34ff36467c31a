import { emailWord, phoneEndWord } from '../../domain/list/sale-words.ts';
import type { PersonKey } from '../../domain/person/person-key.ts';
import type { Tx } from '../database.ts';
import { wordsQuery } from '../list/find-sales.ts';
import {
  applicantNameSql,
  emailAddressSql,
  inputsSql,
  nameInSql,
  sellerSql,
  vehicleSql,
} from '../list/sale-columns.ts';
import { read, sendRead, write } from '../statement.ts';
import { erasableSaleColumnsSql, erasableSaleJoinsSql, type LockedSale, type PersonNames } from './erasure.ts';

/** A sale of a person, as it is shown before it is exported or erased. */
export interface PersonSale extends LockedSale {
  readonly createdAt: string;
  readonly seller: { readonly id: string; readonly name: string };
  readonly applicantName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly vehicle: string;
}

/** Returns the sales that have this e-mail address, telephone number or policy number, newest first. */
export async function findSalesOf(tx: Tx, { by, value }: PersonKey, countMax: number): Promise<readonly PersonSale[]> {
  const { rows } = await sendRead<PersonSale>(
    tx,
    `SELECT application.id AS "applicationId", rfc3339(application.created_at) AS "createdAt", ${sellerSql} AS seller,
            ${applicantNameSql} AS "applicantName", ${emailAddressSql} AS "emailAddress",
            application.inputs #>> '{applicant,phoneNumber}' AS "phoneNumber", ${vehicleSql} AS vehicle,
            ${erasableSaleColumnsSql}
     FROM application
     JOIN seller ON seller.id = application.seller_id
     ${erasableSaleJoinsSql}
     WHERE ${by === 'policy number' ? 'policy.policy_number = :value' : hasWordSql}
     ORDER BY application.id DESC
     LIMIT :countMax`,
    { value: valueFor[by](value), ...(by !== 'policy number' && { word: wordOf[by](value) }), countMax },
  );
  return rows;
}

// A link's page may name somebody else than its quote does: who was filled in first.
const hasWordSql = `application.id = ANY (ARRAY(
  SELECT application_id FROM application_words WHERE words @@ :value::tsquery
  UNION
  SELECT application_id FROM sale_link WHERE words @> ARRAY[:word] AND application_id IS NOT NULL))`;

const hasWordQuery = (text: string): string => wordsQuery([[{ text, isBeginning: false }]]);

const wordOf: Readonly<Record<Exclude<PersonKey['by'], 'policy number'>, (value: string) => string>> = {
  'e-mail address': emailWord,
  'phone number': phoneEndWord,
};

const valueFor: Readonly<Record<PersonKey['by'], (value: string) => string>> = {
  'e-mail address': (address) => hasWordQuery(emailWord(address)),
  'phone number': (digits) => hasWordQuery(phoneEndWord(digits)),
  'policy number': (policyNumber) => policyNumber,
};

/** A sale link by which nothing was quoted: it has what its seller or the customer has filled in. */
export interface PersonLink {
  readonly linkId: string;
  readonly createdAt: string;
  readonly seller: { readonly id: string; readonly name: string };
  readonly sale: object;
}

const linkColumnsSql = `sale_link.id AS "linkId", rfc3339(sale_link.created_at) AS "createdAt", ${sellerSql} AS seller, sale_link.sale`;

/** Returns the links without a quote that name this e-mail address or telephone number, newest first. */
export async function findLinksOf(tx: Tx, { by, value }: PersonKey, countMax: number): Promise<readonly PersonLink[]> {
  return by === 'policy number' ? [] : listLinksWith(tx, { word: wordOf[by](value), countMax });
}

const listLinksWith = read.allRows<PersonLink, [{ readonly word: string; readonly countMax: number }]>(
  null,
  `SELECT ${linkColumnsSql}
   FROM sale_link
   JOIN seller ON seller.id = sale_link.seller_id
   WHERE sale_link.words @> ARRAY[:word] AND sale_link.application_id IS NULL
   ORDER BY sale_link.id DESC
   LIMIT :countMax`,
);

/** Locks those links that are without a quote still, until the transaction ends: a page that is open then quotes nothing. */
export const lockLinks = write.allRows<PersonLink, [{ readonly linkIds: readonly string[] }]>(
  null,
  `SELECT ${linkColumnsSql}
   FROM sale_link
   JOIN seller ON seller.id = sale_link.seller_id
   WHERE sale_link.id = ANY (:linkIds::uuid[]) AND sale_link.application_id IS NULL
   ORDER BY sale_link.id
   FOR UPDATE OF sale_link`,
);

/** Nobody can open them any more: whoever has the address would see what was filled in. */
export const eraseLinks = write.runs<[{ readonly linkIds: readonly string[] }]>(
  null,
  `UPDATE sale_link
   SET sale = '{}', words = '{}', partner_reference = NULL, revision = revision + 1,
       withdrawn_at = coalesce(withdrawn_at, now())
   WHERE id = ANY (:linkIds::uuid[])`,
);

/** Everything that is kept about a link, as `readSaleTables` tells it of a sale. */
export const readLinkRow = read.firstValue<object, [{ readonly linkId: string }]>(
  null,
  `SELECT to_json(part)
   FROM (SELECT id, seller_id, created_at, valid_until, withdrawn_at, partner_reference, language, payment_methods, sale, state
         FROM sale_link
         WHERE id = :linkId) AS part`,
);

/** Rows of one table about a sale. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly object[];
}

/**
 * Returns everything that is kept about a sale, table by table: every table with a column that leads to it, by the
 * catalog, so that none is forgotten. Without bytes, secrets and what only the service's own work needs.
 */
export async function readSaleTables(tx: Tx, applicationId: string): Promise<readonly TableRows[]> {
  const found: TableRows[] = [];
  for (const { table, columns, key } of await findSaleTables(tx)) {
    const { rows } = await sendRead<{ row: object }>(
      tx,
      `SELECT to_json(part) AS row
       FROM (SELECT ${columns.join(', ')} FROM ${table} WHERE ${keys[key]} LIMIT ${rowsMax}) AS part`,
      { applicationId },
    );
    if (rows.length > 0) found.push({ table, rows: rows.map(({ row }) => row) });
  }
  return found;
}

const rowsMax = 10_000;

const keys = {
  id: 'id = :applicationId',
  application_id: 'application_id = :applicationId',
  policy_number: 'policy_number = (SELECT policy_number FROM policy WHERE application_id = :applicationId)',
  document_id: `document_id IN (
    SELECT id FROM document
    WHERE policy_number = (SELECT policy_number FROM policy WHERE application_id = :applicationId))`,
  entry_id: 'entry_id IN (SELECT id FROM ledger_entry WHERE application_id = :applicationId)',
} as const;

interface SaleTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: keyof typeof keys;
}

/** What is no fact about the person: leases, and the token of a card that is saved at the processor. */
const leftOut = ['owner', 'sender', 'lease_until', 'card_token'];

const findSaleTables = read.allRows<SaleTable>(
  null,
  `SELECT quote_ident(table_name) AS table,
          array_agg(quote_ident(column_name) ORDER BY ordinal_position)
            FILTER (WHERE data_type <> 'bytea' AND column_name <> ALL (:leftOut::text[])) AS columns,
          CASE WHEN table_name = 'application' THEN 'id'
               WHEN bool_or(column_name = 'application_id') THEN 'application_id'
               WHEN bool_or(column_name = 'policy_number') THEN 'policy_number'
               WHEN bool_or(column_name = 'document_id') THEN 'document_id'
               ELSE 'entry_id'
          END AS key
   FROM information_schema.columns
   JOIN information_schema.tables USING (table_schema, table_name)
   WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
   GROUP BY table_name
   HAVING table_name = 'application' OR bool_or(column_name IN ('application_id', 'policy_number', 'document_id', 'entry_id'))
   ORDER BY table_name`,
  () => ({ leftOut }),
);

/** A person is named as quoted, and as the policy was last amended. */
export const readPeople = read.allRows<PersonNames, [{ readonly applicationIds: readonly string[] }]>(
  null,
  `SELECT DISTINCT lower(${nameInSql('known.inputs')}) AS "fullName",
          lower(known.inputs #>> '{applicant,emailAddress}') AS "emailAddress",
          known.inputs #>> '{applicant,phoneNumber}' AS "phoneNumber"
   FROM application
   LEFT JOIN policy ON policy.application_id = application.id
   CROSS JOIN LATERAL (VALUES (application.inputs), (${inputsSql})) AS known (inputs)
   WHERE application.id = ANY (:applicationIds::uuid[])`,
);

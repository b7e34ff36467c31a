import type pg from 'pg';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { readPage } from '../list/listing.ts';
import { allSql, type Values } from '../list/values.ts';

/** Pages a list by name. A page starts after the name and id of the last row, so every page costs the same. */
export interface PageQuery {
  /** Null for the first page. */
  readonly after: PlaceInList | null;
  readonly limit: number;
  /** The beginning of a word of the name, ignoring case, or all of another column of the list; empty for all. */
  readonly search: string;
}

export interface PlaceInList {
  readonly name: string;
  readonly id: string;
}

export interface NameList {
  readonly table: 'dealer' | 'integration' | 'lien_holder' | 'seller';
  /** Another column to search for an exact match: an id, a username. */
  readonly key: string;
  readonly select: string;
  readonly conditions?: readonly (string | false)[];
  /** Those of the texts above. */
  readonly values: Values;
}

/**
 * The first page has no start condition: with an empty one, PostgreSQL would scan the whole index up to the name.
 */
export function readNamePage<Row extends PlaceInList & pg.QueryResultRow>(
  tx: Tx,
  { after, limit, search }: PageQuery,
  { table, key, select, conditions = [], values }: NameList,
): Promise<Page<Row>> {
  const name = `lower(${table}.name) COLLATE "C"`;
  const beginning = search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');
  const isAsked = allSql([
    ...conditions,
    beginning !== '' &&
      `(${name} LIKE ${values.add('beginning', `${beginning}%`)} OR ${name} LIKE ${values.add('wordBeginning', `% ${beginning}%`)}
        OR ${table}.${key} = ${values.add('typed', search.trim())})`,
    after !== null &&
      `(${name}, ${table}.id) > (lower(${values.add('afterName', after.name)}) COLLATE "C", ${values.add('afterId', after.id)})`,
  ]);
  const text = `${select}
     WHERE ${isAsked}
     ORDER BY ${name}, ${table}.id
     LIMIT ${values.add('rowsMax', limit + 1)}`;
  return readPage<Row>(tx, { text, values: values.named, limit, cursorOf: writeCursor });
}

export function writeCursor({ name, id }: PlaceInList): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url');
}

/** Returns null for a cursor that we did not write. */
export function readCursor(cursor: string): PlaceInList | null {
  try {
    const [name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    return typeof name === 'string' && typeof id === 'string' ? { name, id } : null;
  } catch {
    return null; // Not JSON, or not an array.
  }
}

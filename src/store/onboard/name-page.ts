/** Pages a list by name. A page starts after the name and id of the last row, so every page costs the same. */
export interface PageQuery {
  /** Null for the first page. */
  readonly after: PlaceInList | null;
  readonly limit: number;
  /** A prefix of the name, ignoring case, or another searchable column of the list; empty for all. */
  readonly search: string;
}

export interface PlaceInList {
  readonly name: string;
  readonly id: string;
}

export interface NamePage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

export interface PageColumns {
  readonly name: string;
  readonly id: string;
  /** Other columns to search for an exact match: an id, a username. */
  readonly key: string;
}

export interface PageSql {
  readonly filter: string;
  readonly tail: string;
  readonly values: unknown[];
}

/**
 * Writes the WHERE, ORDER BY and LIMIT of a list; its values follow those given. The first page has no start condition:
 * with an empty one, PostgreSQL would scan the whole index up to the name.
 */
export function pageSql({ after, limit, search }: PageQuery, columns: PageColumns, given: unknown[] = []): PageSql {
  const values = [...given];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const name = `lower(${columns.name}) COLLATE "C"`;
  const beginning = search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');
  const isFound = `(${name} LIKE ${put(`${beginning}%`)} OR ${columns.key} = ${put(search.trim())})`;
  const isAfter = (place: PlaceInList): string =>
    ` AND (${name}, ${columns.id}) > (lower(${put(place.name)}) COLLATE "C", ${put(place.id)})`;
  return {
    filter: after === null ? isFound : isFound + isAfter(after),
    tail: `ORDER BY ${name}, ${columns.id} LIMIT ${put(limit + 1)}`,
    values,
  };
}

export function pageOf<Row extends PlaceInList>(rows: readonly Row[], { limit }: PageQuery): NamePage<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last !== undefined ? writeCursor(last) : null };
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

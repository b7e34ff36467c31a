/**
 * Lists by name, a page at a time. The next page begins after the last row's name and id, so that it costs the same
 * wherever it stands in the list.
 */
export interface PageQuery {
  /** Null: from the beginning. */
  readonly after: PlaceInList | null;
  readonly limit: number;
  /** The beginning of a name without regard to case, or what else the list is searched by; empty for all. */
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
  /** What else can be searched for, as it stands: an id, a username. */
  readonly key: string;
}

export interface PageSql {
  readonly filter: string;
  readonly tail: string;
  readonly values: unknown[];
}

/**
 * The filter, order and end of a list's statement, with its values behind those that are given. The first page has no
 * place to begin after: with an empty one, PostgreSQL would walk the whole index to the name that is searched for.
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

function writeCursor({ name, id }: PlaceInList): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url');
}

/** Null when it is none of ours. */
export function readCursor(cursor: string): PlaceInList | null {
  try {
    const [name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    return typeof name === 'string' && typeof id === 'string' ? { name, id } : null;
  } catch {
    return null; // Not JSON, or no list.
  }
}

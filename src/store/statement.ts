import type pg from 'pg';
import type { Tx } from './database.ts';

/*
 * A statement as a function: its text, what it takes and what it returns stand in one place.
 *
 * Its values have names in the text, `:boundOn`. They are the properties of the one object that the function takes, or
 * of the one that `values` makes of its arguments.
 *
 * It says whether it reads or writes: `read.firstRow(…)`, `write.firstRow(…)`. After a lost connection a read is sent
 * again; a write never is, as it may have been carried out. What calls a function that writes, draws a number or takes a
 * lock is a write.
 *
 * A named statement is planned once per connection: 1.4 times the throughput of plain text in our measurements. One
 * that needs a plan for its values, or runs rarely, has no name.
 *
 * A text that is put together for one call is sent by `sendRead` or `sendWrite`, and names its values, too.
 */
type Run<Given extends Arguments, Result> = ((tx: Tx, ...given: Given) => Promise<Result>) & {
  readonly statement: Statement;
};
type Sql<Given extends Arguments> = [name: string | null, text: string, values?: (...given: Given) => NamedValues];
type Arguments = readonly unknown[];
/** Values by the names that they have in the text. */
export type NamedValues = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly name: string | null;
  /** The text that PostgreSQL takes: `$1` is the first of `valueNames`. */
  readonly text: string;
  readonly valueNames: readonly string[];
  /** Makes its values of what its function takes; null: they are the properties of the one object that it takes. */
  readonly values: ((...given: never) => NamedValues) | null;
  readonly isRead: boolean;
  /** What its function answers, so that a test can compare the columns with the declared type. */
  readonly returns: Returns;
}

type Returns = 'rows' | 'row' | 'values' | 'value' | 'nothing';

/** Every statement of the files that are loaded, to be looked at as a whole. */
export const statements: Statement[] = [];

function statementsThat(isRead: boolean) {
  const define = <Row extends pg.QueryResultRow, Given extends Arguments, Result>(
    returns: Returns,
    sql: Sql<Given>,
    resultOf: (result: pg.QueryResult<Row>) => Result,
  ): Run<Given, Result> => defineStatement({ isRead, returns }, sql, resultOf);
  return {
    /** Returns every row. */
    allRows: <Row extends pg.QueryResultRow, Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<Row, Given, readonly Row[]>('rows', sql, ({ rows }) => rows),

    /** Returns the first row, or null if there is none. */
    firstRow: <Row extends pg.QueryResultRow, Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<Row, Given, Row | null>('row', sql, ({ rows }) => rows[0] ?? null),

    /** Returns the row of a statement that always has one. */
    onlyRow: <Row extends pg.QueryResultRow, Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<Row, Given, Row>('row', sql, ({ rows }) => rows[0]!),

    /** Returns the only column of every row. */
    allValues: <Value, Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<pg.QueryResultRow, Given, readonly Value[]>('values', sql, ({ rows }) => rows.map(onlyColumn<Value>)),

    /** Returns the only column of the first row, or null if there is no row. */
    firstValue: <Value, Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<pg.QueryResultRow, Given, Value | null>('value', sql, ({ rows: [row] }) =>
        row === undefined ? null : onlyColumn<Value>(row),
      ),

    /** Returns the only column of the row of a statement that always has one. */
    onlyValue: <Value, Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<pg.QueryResultRow, Given, Value>('value', sql, ({ rows }) => onlyColumn<Value>(rows[0]!)),

    /** Returns whether a row was there to be read or changed. */
    findsRow: <Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<pg.QueryResultRow, Given, boolean>('nothing', sql, ({ rowCount }) => rowCount !== 0),

    /** Returns how many rows were read or changed. */
    countsRows: <Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<pg.QueryResultRow, Given, number>('nothing', sql, ({ rowCount }) => rowCount ?? 0),

    /** Returns nothing. */
    runs: <Given extends Arguments = []>(...sql: Sql<Given>) =>
      define<pg.QueryResultRow, Given, void>('nothing', sql, () => undefined),
  };
}

export const read = statementsThat(true);
export const write = statementsThat(false);

function defineStatement<Row extends pg.QueryResultRow, Given extends Arguments, Result>(
  { isRead, returns }: Pick<Statement, 'isRead' | 'returns'>,
  [name, namedText, values]: Sql<Given>,
  resultOf: (result: pg.QueryResult<Row>) => Result,
): Run<Given, Result> {
  const { text, valueNames } = numberValues(namedText);
  const statement: Statement = { name, text, valueNames, values: values ?? null, isRead, returns };
  const config = name === null ? { text, isRead } : { name, text, isRead };
  statements.push(statement);
  const valuesOf = values ?? ((...given: Given): NamedValues => (given[0] ?? {}) as NamedValues);
  const run = async (tx: Tx, ...given: Given): Promise<Result> => {
    const named = valuesOf(...given);
    return resultOf(await tx.query<Row>({ ...config, values: valuesIn(valueNames, named) }));
  };
  return Object.assign(run, { statement });
}

/** Sends a text that only reads, put together for this call: after a lost connection it is sent again. */
export function sendRead<Row extends pg.QueryResultRow>(
  tx: Tx,
  namedText: string,
  values: NamedValues = {},
  limits: AnswerLimit = {},
): Promise<pg.QueryResult<Row>> {
  return send(tx, { ...limits, isRead: true }, namedText, values);
}

/** Sends a text that writes or locks, put together for this call. */
export function sendWrite<Row extends pg.QueryResultRow>(
  tx: Tx,
  namedText: string,
  values: NamedValues = {},
): Promise<pg.QueryResult<Row>> {
  return send(tx, { isRead: false }, namedText, values);
}

/** How long its answer may take, in milliseconds, if not as long as every other's: as `pg` calls it. */
interface AnswerLimit {
  readonly query_timeout?: number;
}

function send<Row extends pg.QueryResultRow>(
  tx: Tx,
  config: AnswerLimit & { readonly isRead: boolean },
  namedText: string,
  named: NamedValues,
): Promise<pg.QueryResult<Row>> {
  const { text, valueNames } = numberValues(namedText);
  return tx.query<Row>({ ...config, text, values: valuesIn(valueNames, named) } as pg.QueryConfig);
}

const valuesIn = (names: readonly string[], given: NamedValues): unknown[] =>
  names.map((name) => givenValue(given, name));

/** One that is missing would be sent as NULL, and the statement would change other rows, or none. */
function givenValue(named: NamedValues, value: string): unknown {
  if (value in named) return named[value];
  throw new Error(`A statement was given no ${value}.`);
}

/**
 * Replaces each name by its number: `:boundOn` by `$3`. A cast (`::date`) has two colons, and what else has one in SQL
 * (`12:30`, `'HH24:MI'`, `':*'`) is not followed by a small letter.
 */
export function numberValues(namedText: string): Pick<Statement, 'text' | 'valueNames'> {
  if (/\$\d/.test(namedText)) throw new Error(`A statement names its values: ${namedText}`);
  const valueNames: string[] = [];
  const text = namedText.replaceAll(/(?<![:\w]):([a-z]\w*)/g, (_, valueName: string) => {
    if (!valueNames.includes(valueName)) valueNames.push(valueName);
    return `$${valueNames.indexOf(valueName) + 1}`;
  });
  return { text, valueNames };
}

const onlyColumn = <Value>(row: pg.QueryResultRow): Value => Object.values(row)[0] as Value;

/**
 * Makes the commit of a statement not wait for the disk; it stands in the statement's FROM. It is for what a later commit
 * makes sure, since the log is written in order, and for what can be made again.
 */
export const flushedLaterSql = `(SELECT set_config('synchronous_commit', 'off', true)) AS flushed_later`;

/** Returns an array for each of these properties, for a statement that writes many rows: `unnest(:id, :kind)`. */
export function columnsOf<Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): Readonly<Record<Name, readonly unknown[]>> {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as unknown as Readonly<
    Record<Name, readonly unknown[]>
  >;
}

import type pg from 'pg';
import { statement, type Tx } from './database.ts';

/**
 * A statement as a function: its text, what it takes (`$1` is the first of `Given`, and so on) and what it returns
 * stand in one place. Where a caller's object has to be taken apart first, a function around it does that.
 */
type Run<Given extends readonly unknown[], Result> = (tx: Tx, ...given: Given) => Promise<Result>;

/** Returns every row. */
export function allRows<Row extends pg.QueryResultRow, Given extends readonly unknown[] = []>(
  name: string,
  text: string,
): Run<Given, readonly Row[]> {
  return define<Row, Given, readonly Row[]>(name, text, ({ rows }) => rows);
}

/** Returns the first row, or null if there is none. */
export function firstRow<Row extends pg.QueryResultRow, Given extends readonly unknown[] = []>(
  name: string,
  text: string,
): Run<Given, Row | null> {
  return define<Row, Given, Row | null>(name, text, ({ rows }) => rows[0] ?? null);
}

/** Returns the row of a statement that always has one. */
export function onlyRow<Row extends pg.QueryResultRow, Given extends readonly unknown[] = []>(
  name: string,
  text: string,
): Run<Given, Row> {
  return define<Row, Given, Row>(name, text, ({ rows }) => rows[0]!);
}

/** Returns whether a row was there to be read or changed. */
export function findsRow<Given extends readonly unknown[] = []>(name: string, text: string): Run<Given, boolean> {
  return define<pg.QueryResultRow, Given, boolean>(name, text, ({ rowCount }) => rowCount !== 0);
}

/** Returns nothing. */
export function runs<Given extends readonly unknown[] = []>(name: string, text: string): Run<Given, void> {
  return define<pg.QueryResultRow, Given, void>(name, text, () => undefined);
}

function define<Row extends pg.QueryResultRow, Given extends readonly unknown[], Result>(
  name: string,
  text: string,
  resultOf: (result: pg.QueryResult<Row>) => Result,
): Run<Given, Result> {
  const prepare = statement(name, text);
  return async (tx, ...given) => resultOf(await tx.query<Row>(prepare(...given)));
}

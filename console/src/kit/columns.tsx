import type { ReactNode } from 'react';
import type { Column } from './data-table.tsx';
import type { Format } from './format.ts';

type Of<Row, Value> = (row: Row) => Value | null;

/** Columns of the usual kinds. Null is shown as `none`. */
export function makeColumns(format: Format, none: string) {
  function column<Row, Value>(
    header: string,
    of: Of<Row, Value>,
    write: (value: Value) => ReactNode,
    kind: Partial<Column<Row>>,
  ): Column<Row> {
    const cell = (row: Row): ReactNode => {
      const value = of(row);
      return value === null ? none : write(value);
    };
    return { header, cell, ...kind };
  }
  const number = { isNumber: true };
  const oneLine = { isOneLine: true };
  return {
    /** The one that names the row. */
    name: <Row,>(header: string, cell: Column<Row>['cell']): Column<Row> => ({ header, cell, isName: true }),
    money: <Row,>(header: string, of: Of<Row, number>) => column(header, of, format.money, number),
    count: <Row,>(header: string, of: Of<Row, number>) => column(header, of, format.number, number),
    percent: <Row,>(header: string, of: Of<Row, number>) => column(header, of, format.percent, number),
    change: <Row,>(header: string, of: Of<Row, number>) => column(header, of, format.change, number),
    date: <Row,>(header: string, of: Of<Row, string>) => column(header, of, format.date, oneLine),
    time: <Row,>(header: string, of: Of<Row, string>) => column(header, of, format.time, oneLine),
    code: <Row,>(header: string, of: Of<Row, string>) => column(header, of, (text) => <code>{text}</code>, oneLine),
  };
}

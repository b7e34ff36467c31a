import type { ReactNode } from 'react';
import type { Column } from './data-table.tsx';
import type { Format } from './format.ts';

/** Columns of the usual kinds. Null is shown as `none`. */
export function makeColumns(format: Format, none: string) {
  const kindOf =
    <Value,>(write: (value: Value) => ReactNode, kind: Pick<Column<unknown>, 'isNumber' | 'isOneLine'>) =>
    <Row,>(header: string, of: (row: Row) => Value | null): Column<Row> => {
      const cell = (row: Row): ReactNode => {
        const value = of(row);
        return value === null ? none : write(value);
      };
      return { header, cell, ...kind };
    };
  return {
    /** The one that names the row. */
    name: <Row,>(header: string, cell: Column<Row>['cell']): Column<Row> => ({ header, cell, isName: true }),
    money: kindOf(format.money, { isNumber: true }),
    count: kindOf(format.number, { isNumber: true }),
    percent: kindOf(format.percent, { isNumber: true }),
    change: kindOf(format.change, { isNumber: true }),
    date: kindOf(format.date, { isOneLine: true }),
    time: kindOf(format.time, { isOneLine: true }),
    code: kindOf((text: string) => <code>{text}</code>, { isOneLine: true }),
  };
}

import type { ReactNode } from 'react';
import type { Words } from '../words/dictionary.ts';
import type { Column } from './data-table.tsx';
import type { Format } from './format.ts';

type Kind = Pick<Column<unknown>, 'isName' | 'isNumber' | 'isBare' | 'isOneLine'>;

/** Columns of the usual kinds, by their headers and what they show of a row. A null is shown as a dash. */
export function makeColumns(format: Format, kit: Words['kit']) {
  const shown =
    (kind: Kind) =>
    <Row,>(header: string, cell: Column<Row>['cell']): Column<Row> => ({ header, cell, ...kind });
  const written =
    <Value,>(write: (value: Value) => ReactNode, kind: Kind) =>
    <Row,>(header: string, of: (row: Row) => Value | null): Column<Row> => {
      const cell = (row: Row): ReactNode => {
        const value = of(row);
        return value === null ? kit.none : write(value);
      };
      return { header, cell, ...kind };
    };
  return {
    /** The one that names the row. */
    name: shown({ isName: true }),
    text: shown({}),
    line: shown({ isOneLine: true }),
    number: shown({ isNumber: true }),
    bare: shown({ isBare: true }),
    /** What can be done with a row. */
    acts: <Row,>(cell: Column<Row>['cell']): Column<Row> => ({ header: kit.actions, cell, isBare: true }),
    money: written(format.money, { isNumber: true }),
    count: written(format.number, { isNumber: true }),
    percent: written(format.percent, { isNumber: true }),
    change: written(format.change, { isNumber: true }),
    date: written(format.date, { isOneLine: true }),
    time: written(format.time, {}),
    code: written((text: string) => <code>{text}</code>, { isOneLine: true }),
  };
}

import { Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Names the row for a screen reader. One column of a table. */
  readonly isName?: boolean;
  readonly isNumber?: boolean;
  /** The header is hidden: for a column of buttons. */
  readonly isBare?: boolean;
  readonly isOneLine?: boolean;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** Gives rows without an id a key, if they change while a button or dialog in them is in use. */
  readonly keyOf?: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly region?: RefObject<HTMLElement | null>;
  /** In a window narrower than this each row is a card, with all that it says in sight; 0: never. */
  readonly cardsBelow?: number;
}

const tabletWidth = 900;

const usualKey = (row: unknown): string => (row as { readonly id?: string }).id ?? JSON.stringify(row);

/** A table; on a narrow screen, cards. What is too wide scrolls sideways, also by keyboard. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf = usualKey,
  region,
  cardsBelow = tabletWidth,
}: DataTableProps<Row>) {
  const isCards = useMediaQuery(`screen and (width < ${cardsBelow}px)`, false, { getInitialValueInEffect: false });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={region} className={classes.scroll} aria-label={caption} tabIndex={0}>
      <Table className={classes.table} mod={{ cards: isCards }}>
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} scope="col" className={column.isNumber ? classes.number : undefined}>
                {column.isBare ? <span className="visually-hidden">{column.header}</span> : column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const className = [
    column.isNumber && classes.number,
    column.isOneLine && classes.oneLine,
    column.isName && classes.name,
    column.isBare && classes.bare,
  ]
    .filter(Boolean)
    .join(' ');
  const content = column.cell(row);
  return column.isName ? (
    <Table.Th scope="row" className={className}>
      {content}
    </Table.Th>
  ) : (
    <Table.Td className={className} data-label={column.header}>
      {content}
    </Table.Td>
  );
}

export function Below({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="div" fz={12} fw={400} c="dimmed">
      {children}
    </Text>
  );
}

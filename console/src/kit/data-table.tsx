import { Button, Skeleton, Table } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useWords } from '../words/words.tsx';
import classes from './data-table.module.css';
import { LoadFault } from './faults.tsx';
import { Empty } from './page.tsx';
import type { Pages } from './pages.ts';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Names the row for a screen reader. One column of a table. */
  readonly isName?: boolean;
  readonly isNumber?: boolean;
  /** Only for eyes: a column of buttons has its header hidden. */
  readonly isBare?: boolean;
  readonly isOneLine?: boolean;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly region?: RefObject<HTMLElement | null>;
}

/** A table that scrolls sideways by itself when the window is narrow, also by keyboard. */
export function DataTable<Row>({ caption, columns, rows, keyOf, region }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={region} className={classes.scroll} aria-label={caption} tabIndex={0}>
      <Table className={classes.table}>
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
    <Table.Td className={className}>{content}</Table.Td>
  );
}

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'region'> {
  readonly pages: Pages<Row>;
  readonly empty: ReactNode;
}

/** A list that the service pages. Who turns to another page is at its top, and hears which one it is and what is on it. */
export function PagedTable<Row>({ pages, empty, ...table }: PagedTableProps<Row>) {
  const words = useWords().kit;
  const region = useRef<HTMLElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || pages.isTurning) return;
    isAsked.current = false;
    region.current?.focus();
  });
  const turn = (to: () => void) => () => {
    isAsked.current = true;
    to();
  };
  if (pages.error !== null) {
    return (
      <div className={classes.notice}>
        <LoadFault error={pages.error} onRetry={pages.retry} />
      </div>
    );
  }
  if (pages.isLoading) return <TableSkeleton />;
  const isOnly = pages.number === 1 && !pages.hasMore;
  return (
    <>
      {pages.rows.length > 0 && <DataTable {...table} rows={pages.rows} region={region} />}
      {pages.rows.length === 0 && (pages.number === 1 ? empty : <Empty title={words.pageEmpty} />)}
      <div className={pages.rows.length === 0 && isOnly ? 'visually-hidden' : classes.foot}>
        <span aria-live="polite" className={classes.count}>
          {!isOnly && `${words.page(pages.number)}: `}
          {words.rowsShown(pages.rows.length)}
          {pages.hasMore && `, ${words.isMore}`}
        </span>
        {!isOnly && (
          <nav className={classes.turns} aria-label={words.pages(table.caption)}>
            <Button
              variant="default"
              size="xs"
              onClick={turn(pages.previous)}
              disabled={pages.number === 1 || pages.isTurning}
            >
              {words.previous}
            </Button>
            <Button variant="default" size="xs" onClick={turn(pages.next)} disabled={!pages.hasMore || pages.isTurning}>
              {words.next}
            </Button>
          </nav>
        )}
      </div>
    </>
  );
}

export function TableSkeleton() {
  const words = useWords();
  return (
    <div className={classes.notice} aria-busy="true">
      <span className="visually-hidden" role="status">
        {words.kit.loading}
      </span>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} height={16} my={14} />
      ))}
    </div>
  );
}

/** A second, quieter line in a cell. */
export function Below({ children }: { readonly children: ReactNode }) {
  return <div className={classes.below}>{children}</div>;
}

import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Panel } from './page.tsx';

interface TablePanelProps<Row> extends Omit<DataTableProps<Row>, 'caption' | 'region'> {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  /** In place of the table when it has no rows. Without one there is no panel either. */
  readonly empty?: ReactNode;
  /** Above the table. */
  readonly children?: ReactNode;
}

/** A sheet with a table from edge to edge. */
export function TablePanel<Row>({ title, aside, className, empty = null, children, ...table }: TablePanelProps<Row>) {
  const hasRows = table.rows.length > 0;
  if (!hasRows && empty === null) return null;
  return (
    <Panel title={title} aside={aside} className={className} isFlush={hasRows}>
      {children}
      {hasRows ? <DataTable caption={title} {...table} /> : empty}
    </Panel>
  );
}

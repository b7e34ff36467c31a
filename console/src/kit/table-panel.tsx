import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Panel } from './page.tsx';

interface TablePanelProps<Row> extends Omit<DataTableProps<Row>, 'caption' | 'region'> {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  /** Shown in place of a table that has no rows. If it is missing, the panel is hidden instead. */
  readonly empty?: ReactNode;
  readonly children?: ReactNode;
}

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

import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../../kit/data-table.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import classes from './today.module.css';

interface PlotPanelProps<Row> extends Omit<DataTableProps<Row>, 'caption' | 'region'> {
  readonly title: string;
  readonly caption?: string;
  readonly aside?: ReactNode;
  readonly isWide?: boolean;
  /** Hidden from screen readers. */
  readonly children: ReactNode;
}

export function PlotPanel<Row>({ title, caption = title, aside, isWide, children, ...table }: PlotPanelProps<Row>) {
  const { today: words } = useWords();
  return (
    <Panel title={title} aside={aside} className={isWide ? classes.whole : classes.half}>
      {children}
      <details className={classes.asTable}>
        <summary>{words.asTable}</summary>
        <div>
          <DataTable caption={caption} cardsBelow={0} {...table} />
        </div>
      </details>
    </Panel>
  );
}

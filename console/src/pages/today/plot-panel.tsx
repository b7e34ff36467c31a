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
  /** The plot, which is for eyes alone. */
  readonly children: ReactNode;
}

/** A plot, and its numbers for those who can't see it or want them exactly. */
export function PlotPanel<Row>({ title, caption = title, aside, isWide, children, ...table }: PlotPanelProps<Row>) {
  const { today: words } = useWords();
  return (
    <Panel title={title} aside={aside} className={isWide ? classes.whole : classes.half}>
      {children}
      <details className={classes.asTable}>
        <summary>{words.asTable}</summary>
        <div>
          <DataTable caption={caption} {...table} />
        </div>
      </details>
    </Panel>
  );
}

/** For eyes alone: the table below a plot is for everybody else. */
export const seen = { accessibilityLayer: false };

import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../words/words.tsx';
import type { Query } from './api.ts';
import classes from './data-table.module.css';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { LoadFault } from './faults.tsx';
import { Empty, Page, Panel, Toolbar } from './page.tsx';
import { usePages } from './pages.ts';
import { SearchBox, useFilter } from './search-box.tsx';

export interface ListWords {
  readonly caption: string;
  readonly empty: string;
  readonly emptyText?: string;
  readonly nothing?: string;
  readonly nothingText?: string;
}

export interface ListProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'keyOf'> {
  readonly path: string;
  readonly filters?: Query;
  readonly words: ListWords;
  /** The last column shows what can be done with a row, if anything. */
  readonly rowActions?: false | ((row: Row) => ReactNode);
  readonly head?: (rows: readonly Row[]) => ReactNode;
}

interface ListPageProps<Row> extends Omit<ListProps<Row>, 'head'> {
  readonly words: ListWords & { readonly title: string; readonly lead: string };
  readonly actions?: ReactNode;
  /** What can be searched for by name; without, there is no search. */
  readonly searched?: string;
  readonly toolbar?: ReactNode;
  readonly head?: ReactNode;
  readonly children?: ReactNode;
}

/** A page with one list, its filters and what can be added. */
export function ListPage<Row>({ actions, searched, head, children, ...list }: ListPageProps<Row>) {
  const { onboard } = useWords();
  const [search] = useFilter('search');
  const toolbar = searched ? <SearchBox label={onboard.search} placeholder={searched} /> : list.toolbar;
  return (
    <Page title={list.words.title} lead={list.words.lead} actions={actions}>
      {head}
      <Panel isFlush>
        {toolbar && <Toolbar>{toolbar}</Toolbar>}
        <List {...list} {...(searched && { filters: { search } })} />
      </Panel>
      {children}
    </Page>
  );
}

interface ListPanelProps<Row> extends ListProps<Row> {
  readonly words: ListWords & { readonly title: string };
  readonly aside?: ReactNode;
}

export function ListPanel<Row>({ aside, ...list }: ListPanelProps<Row>) {
  return (
    <Panel title={list.words.title} isFlush aside={aside}>
      <List {...list} />
    </Panel>
  );
}

/** A list that the service pages. Turning the page scrolls to its top and announces it to screen readers. */
export function List<Row>({ path, filters = {}, words, rowActions, head, ...table }: ListProps<Row>) {
  const { kit, column } = useWords();
  const columns = rowActions ? [...table.columns, column.acts(rowActions)] : table.columns;
  const pages = usePages<Row>(path, filters);
  const region = useRef<HTMLElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || pages.isTurning) return;
    isAsked.current = false;
    region.current?.focus();
  });
  if (pages.error !== null) {
    return (
      <div className={classes.notice}>
        <LoadFault error={pages.error} onRetry={pages.retry} />
      </div>
    );
  }
  if (pages.isLoading) return <ListSkeleton />;
  const { rows, number, hasMore, isCut, isTurning } = pages;
  const isOnly = number === 1 && !hasMore;
  const isBare = rows.length === 0 && isOnly && !isCut;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const [none, noneText] =
    isFiltered && words.nothing !== undefined ? [words.nothing, words.nothingText] : [words.empty, words.emptyText];
  const turn = (label: string, to: () => void, isPossible: boolean): ReactNode => (
    <Button
      variant="default"
      size="xs"
      disabled={!isPossible || isTurning}
      onClick={() => {
        isAsked.current = true;
        to();
      }}
    >
      {label}
    </Button>
  );
  return (
    <>
      {head?.(rows)}
      {rows.length > 0 && (
        <DataTable {...table} columns={columns} rows={rows} region={region} caption={words.caption} />
      )}
      {rows.length === 0 && number > 1 && <Empty title={kit.pageEmpty} />}
      {rows.length === 0 && number === 1 && <Empty title={none}>{noneText}</Empty>}
      <div className={isBare ? 'visually-hidden' : classes.foot}>
        <span aria-live="polite" className={classes.count}>
          {!isOnly && `${kit.page(number)}: `}
          {kit.rowsShown(rows.length)}
          {hasMore && `, ${kit.isMore}`}
          {isCut && `. ${kit.isCut}`}
        </span>
        {!isOnly && (
          <nav className={classes.turns} aria-label={kit.pages(words.caption)}>
            {turn(kit.previous, pages.previous, number > 1)}
            {turn(kit.next, pages.next, hasMore)}
          </nav>
        )}
      </div>
    </>
  );
}

function ListSkeleton() {
  const { kit } = useWords();
  return (
    <div className={classes.notice} aria-busy="true">
      <span className="visually-hidden" role="status">
        {kit.loading}
      </span>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} height={16} my={14} />
      ))}
    </div>
  );
}

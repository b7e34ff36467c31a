import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import type { RateBookAnswer } from '../../../../src/operator/wire/tariff.ts';
import { api } from '../../kit/api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { ActivateModal } from './activate-modal.tsx';
import { BookDates, BookState } from './book-state.tsx';

const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

export function RateBook() {
  const { version = '' } = useParams();
  const query = useQuery({
    queryKey: ['/api/rate-books', version],
    queryFn: () => api.get<RateBookAnswer>(`/api/rate-books/${encodeURIComponent(version)}`),
  });
  return <Loaded query={query}>{(book) => <RateBookPage book={book} />}</Loaded>;
}

function RateBookPage({ book }: { readonly book: RateBookAnswer }) {
  const { tariff, shell, kit } = useWords();
  const words = tariff.books;
  const format = useFormat();
  const mayChange = useMay('admin');
  const mayCompare = useMay('support');
  const [isActivating, activating] = useDisclosure(false);
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(book.document, null, 2))}`;
  return (
    <Page
      title={book.version}
      badge={<BookState state={book.state} />}
      back={{ to: '/rate-books', label: shell.pages.rateBooks }}
      actions={
        <>
          <Button variant="default" component="a" href={file} download={`${book.version}.json`}>
            {words.download}
          </Button>
          {mayChange && <Button onClick={activating.open}>{words.activate}</Button>}
        </>
      }
    >
      <Panel title={words.state}>
        <Facts
          facts={[
            [words.dates, <BookDates key="dates" book={book} />],
            [words.activeFrom, book.activeFrom === null ? kit.none : format.date(book.activeFrom)],
            [words.loadedAt, format.time(book.loadedAt)],
          ]}
        />
      </Panel>
      {mayCompare && book.state !== 'in force' && (
        <Suspense fallback={<Skeleton height={300} />}>
          <Comparison asked={{ version: book.version }} />
        </Suspense>
      )}
      <Decisions book={book} />
      <ActivateModal version={book.version} opened={isActivating} onClose={activating.close} />
    </Page>
  );
}

function Decisions({ book }: { readonly book: RateBookAnswer }) {
  const words = useWords().tariff.books;
  const format = useFormat();
  const isNone = book.activations.length === 0;
  return (
    <Panel title={words.decisions} isFlush={!isNone}>
      {isNone ? (
        <p>{words.decisionsNone}</p>
      ) : (
        <DataTable
          caption={words.decisions}
          rows={book.activations}
          keyOf={({ decidedAt }) => decidedAt}
          columns={[
            { header: words.decidedAt, isOneLine: true, cell: ({ decidedAt }) => format.time(decidedAt) },
            { header: words.version, isName: true, cell: ({ version }) => version },
            { header: words.activeFrom, isOneLine: true, cell: ({ activeFrom }) => format.date(activeFrom) },
            { header: words.by, cell: ({ actorName }) => actorName },
            { header: words.reason, cell: ({ reason }) => reason },
          ]}
        />
      )}
    </Panel>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import type { Activation, RateBookAnswer } from '../../../../src/operator/wire/tariff.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { DateInput } from '../../kit/date-input.tsx';
import { Facts } from '../../kit/facts.tsx';
import { todayHere } from '../../kit/format.ts';
import { Load } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { BookDates, BookState } from './book-state.tsx';

const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

export function RateBook() {
  const { version = '' } = useParams();
  return (
    <Load<RateBookAnswer> path={`/api/rate-books/${encodeURIComponent(version)}`}>
      {(book) => <RateBookPage book={book} />}
    </Load>
  );
}

function RateBookPage({ book }: { readonly book: RateBookAnswer }) {
  const { tariff, labels, shell, kit, format } = useWords();
  const words = tariff.books;
  const mayCompare = useMay('support');
  const activate = useMay('admin') && <ActivateButton version={book.version} />;
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
          {activate}
        </>
      }
    >
      <Panel title={labels.state}>
        <Facts
          facts={{
            [words.dates]: <BookDates book={book} />,
            [words.activeFrom]: book.activeFrom === null ? kit.none : format.date(book.activeFrom),
            [words.loadedAt]: format.time(book.loadedAt),
          }}
        />
      </Panel>
      {mayCompare && book.state !== 'in force' && (
        <Suspense fallback={<Skeleton height={300} />}>
          <Comparison asked={{ version: book.version }} />
        </Suspense>
      )}
      <Decisions book={book} />
    </Page>
  );
}

function Decisions({ book }: { readonly book: RateBookAnswer }) {
  const { tariff, kit, column } = useWords();
  const words = tariff.books;
  const isNone = book.activations.length === 0;
  return (
    <Panel title={words.decisions} isFlush={!isNone}>
      {isNone ? (
        <p>{words.decisionsNone}</p>
      ) : (
        <DataTable<RateBookAnswer['activations'][number]>
          caption={words.decisions}
          rows={book.activations}
          keyOf={({ decidedAt }) => decidedAt}
          columns={[
            column.time(words.decidedAt, ({ decidedAt }) => decidedAt),
            { header: words.version, isName: true, cell: ({ version }) => version },
            column.date(words.activeFrom, ({ activeFrom }) => activeFrom),
            { header: words.by, cell: ({ actorName }) => actorName },
            { header: kit.reason, cell: ({ reason }) => reason },
          ]}
        />
      )}
    </Panel>
  );
}

function ActivateButton({ version }: { readonly version: string }) {
  const words = useWords().tariff.books;
  return (
    <ActButton
      label={words.activate}
      title={words.activateTitle(version)}
      lead={words.activateLead}
      confirm={words.activate}
      initial={{ activeFrom: todayHere() }}
      mayConfirm={({ activeFrom }) => activeFrom !== ''}
      done={words.activated}
      send={(reason, { activeFrom }) => {
        const activation: Activation = { activeFrom, reason };
        return api.post(`/api/rate-books/${encodeURIComponent(version)}/activate`, activation);
      }}
    >
      {({ control }) => <DateInput isRequired label={words.activateFrom} {...control('activeFrom')} />}
    </ActButton>
  );
}

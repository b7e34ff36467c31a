import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { DataReader } from '../../../../src/domain/data-reader.ts';
import { readWrittenBook } from '../../../../src/domain/tariff/written-book.ts';
import type { Activation, RateBookAnswer } from '../../../../src/operator/wire/tariff.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { post } from '../../kit/api.ts';
import { Facts } from '../../kit/facts.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import { BookTables } from './book-tables.tsx';
import { Calculator } from './calculator.tsx';
import { PricesPanel } from './prices-panel.tsx';
import { ActiveFrom, BookDates, BookState, LazyComparison, operatorDay, useStanding } from './rate-books.tsx';

export const RateBook = pageOf<RateBookAnswer>('/api/rate-books', RateBookPage);

function RateBookPage({ one: book }: { readonly one: RateBookAnswer }) {
  const { tariff, labels, shell, format } = useWords();
  const words = tariff.books;
  const mayCompare = useMay('support');
  const written = useMemo(() => readWrittenBook(new DataReader(book.document)), [book.document]);
  const activate = useMay('admin') && <ActivateButton book={book} />;
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
            [words.activeFrom]: <ActiveFrom book={book} />,
            [words.loadedAt]: format.time(book.loadedAt),
          }}
        />
      </Panel>
      <PricesPanel key={book.version} book={book} written={written} />
      <Calculator path={`/api/rate-books/${encodeURIComponent(book.version)}`} />
      <BookTables written={written} />
      {mayCompare && book.state !== 'in force' && <LazyComparison asked={{ version: book.version }} />}
      <Decisions book={book} />
    </Page>
  );
}

function Decisions({ book }: { readonly book: RateBookAnswer }) {
  const { tariff, kit, format, column } = useWords();
  const words = tariff.books;
  return (
    <TablePanel<RateBookAnswer['activations'][number]>
      title={words.decisions}
      empty={
        <p>
          {book.state === 'in force' ? words.inForceByDates(format.date(book.firstEffectiveDate)) : words.decisionsNone}
        </p>
      }
      rows={book.activations}
      columns={[
        column.time(words.decidedAt, ({ decidedAt }) => decidedAt),
        column.name(words.version, ({ version }) => version),
        column.date(words.activeFrom, ({ activeFrom }) => activeFrom),
        column.text(words.by, ({ actorName }) => actorName),
        column.text(kit.reason, ({ reason }) => reason),
      ]}
    />
  );
}

/** What is in force needs it only where another one is planned, in whose place it is to stay. */
function ActivateButton({ book: { version, state } }: { readonly book: RateBookAnswer }) {
  const words = useWords().tariff.books;
  const { planned } = useStanding();
  if (state === 'in force' && planned === null) return null;
  return (
    <ActButton
      {...actTexts(words, state === 'in force' ? 'keep' : 'activate', version)}
      {...(state === 'in force' && { look: 'page' as const })}
      initial={{ activeFrom: operatorDay() }}
      required={['activeFrom']}
      to={post<Activation>(`/api/rate-books/${encodeURIComponent(version)}/activate`)}
      texts={{ activeFrom: words.activateFrom }}
      fields={{ activeFrom: 'date' }}
    />
  );
}

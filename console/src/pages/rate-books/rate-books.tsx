import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { dateIn } from '../../../../src/domain/calendar.ts';
import type * as wire from '../../../../src/operator/wire/tariff.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api, post } from '../../kit/api.ts';
import { Facts } from '../../kit/facts.tsx';
import { addButton } from '../../kit/icons.tsx';
import { ListPage } from '../../kit/list.tsx';
import { Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

export function RateBooks() {
  const { tariff, labels, column } = useWords();
  const words = tariff.books;
  const load = useMay('support') && (
    <Button component={Link} to="/rate-books/load" {...addButton}>
      {words.add}
    </Button>
  );
  return (
    <ListPage<wire.RateBookRow>
      path="/api/rate-books"
      words={words}
      actions={load}
      head={<Standing />}
      columns={[
        column.name(words.version, ({ version }) => <VersionLink version={version} />),
        column.text(labels.state, ({ state }) => <BookState state={state} />),
        column.text(words.dates, (row) => <BookDates book={row} />),
        column.line(words.activeFrom, (row) => <ActiveFrom book={row} />),
        column.time(words.loadedAt, (row) => row.loadedAt),
      ]}
    />
  );
}

/** Which book prices today's quotes, and which one from a later day on. */
function Standing() {
  const { tariff, kit, format } = useWords();
  const words = tariff.books;
  const { inForce, planned, former } = useStanding();
  const goBack = useMay('admin') && former !== null && (
    <ActButton
      label={words.goBackTo(former)}
      button={{ variant: 'default', size: 'xs' }}
      title={words.goBackTo(former)}
      lead={words.goBackLead}
      confirm={words.goBack}
      isDanger
      done={words.goneBack}
      to={post('/api/rate-books/go-back')}
    />
  );
  const later = planned && words.plannedFrom(planned.version, format.date(planned.activeFrom));
  return (
    <Panel title={words.standing} aside={goBack}>
      <Facts
        facts={{
          [words.inForce]: inForce === null ? kit.none : <VersionLink version={inForce} />,
          [words.states.planned]: later ?? words.nonePlanned,
        }}
      />
    </Panel>
  );
}

export function useStanding(): Pick<wire.RateBookPage, 'inForce' | 'planned' | 'former'> {
  const standing = useQuery({
    queryKey: ['/api/rate-books', 'standing'],
    queryFn: () => api.get<wire.RateBookPage>('/api/rate-books', { limit: 1 }),
  });
  return standing.data ?? { inForce: null, planned: null, former: null };
}

/** The service decides about prices by the day of British Columbia, where a day starts last. */
export const operatorDay = () => dateIn('BC', new Date());

function VersionLink({ version }: { readonly version: string }) {
  return <Link to={`/rate-books/${encodeURIComponent(version)}`}>{version}</Link>;
}

const tones: Readonly<Record<wire.RateBookState, Tone>> = {
  'in force': 'good',
  planned: 'waits',
  former: 'past',
  loaded: 'busy',
};

export function BookState({ state }: { readonly state: wire.RateBookState }) {
  return <StateBadge tone={tones[state]}>{useWords().tariff.books.states[state]}</StateBadge>;
}

/** If there is no activation, the book's own dates count. */
export function ActiveFrom({ book: { activeFrom, state } }: { readonly book: wire.RateBookRow }) {
  const { tariff, kit, format } = useWords();
  if (activeFrom !== null) return format.date(activeFrom);
  return state === 'in force' ? tariff.books.ownDates : kit.none;
}

export function BookDates({
  book,
}: {
  readonly book: Pick<wire.RateBookRow, 'firstEffectiveDate' | 'lastEffectiveDate'>;
}) {
  const { tariff, format } = useWords();
  const words = tariff.books;
  const from = format.date(book.firstEffectiveDate);
  return book.lastEffectiveDate === null
    ? words.datesOpen(from)
    : words.datesClosed(from, format.date(book.lastEffectiveDate));
}

const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

/** Loaded when it is shown, for its charts. */
export function LazyComparison({ asked }: { readonly asked: wire.ComparisonOrder }) {
  return (
    <Suspense fallback={<Skeleton height={300} />}>
      <Comparison asked={asked} />
    </Suspense>
  );
}

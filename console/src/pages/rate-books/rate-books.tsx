import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RateBookPage, RateBookRow } from '../../../../src/operator/wire/tariff.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { PagedTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { Empty, Page, Panel } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { BookDates, BookState } from './book-state.tsx';

export function RateBooks() {
  const { tariff, kit } = useWords();
  const words = tariff.books;
  const format = useFormat();
  const mayChange = useMay('admin');
  const mayCheck = useMay('support');
  const standing = useQuery({
    queryKey: ['/api/rate-books', 'standing'],
    queryFn: () => api.get<RateBookPage>('/api/rate-books', { limit: 1 }),
  });
  const pages = usePages<RateBookRow>('/api/rate-books');
  const [isGoingBack, goingBack] = useDisclosure(false);
  const { inForce = null, planned = null, former = null } = standing.data ?? {};
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        mayCheck && (
          <Button component={Link} to="/rate-books/load" leftSection={<PlusIcon size={16} />}>
            {words.add}
          </Button>
        )
      }
    >
      <Panel
        title={words.standing}
        aside={
          mayChange &&
          former !== null && (
            <Button variant="default" size="xs" onClick={goingBack.open}>
              {words.goBackTo(former)}
            </Button>
          )
        }
      >
        <Facts
          facts={[
            [words.inForce, inForce === null ? kit.none : <VersionLink key="inForce" version={inForce} />],
            [
              words.planned,
              planned === null
                ? words.nonePlanned
                : words.plannedFrom(planned.version, format.date(planned.activeFrom)),
            ],
          ]}
        />
      </Panel>
      <Panel isFlush>
        <PagedTable
          caption={words.caption}
          pages={pages}
          keyOf={(row) => row.version}
          empty={<Empty title={words.empty}>{words.emptyText}</Empty>}
          columns={[
            { header: words.version, isName: true, cell: ({ version }) => <VersionLink version={version} /> },
            { header: words.state, cell: ({ state }) => <BookState state={state} /> },
            { header: words.dates, cell: (row) => <BookDates book={row} /> },
            {
              header: words.activeFrom,
              isOneLine: true,
              cell: ({ activeFrom }) => (activeFrom === null ? kit.none : format.date(activeFrom)),
            },
            { header: words.loadedAt, isOneLine: true, cell: ({ loadedAt }) => format.time(loadedAt) },
          ]}
        />
      </Panel>
      <ActModal
        opened={isGoingBack}
        onClose={goingBack.close}
        title={words.goBackTo(former ?? '')}
        lead={words.goBackLead}
        confirm={words.goBack}
        isDanger
        done={words.goneBack}
        send={(reason) => api.post('/api/rate-books/go-back', { reason })}
      />
    </Page>
  );
}

function VersionLink({ version }: { readonly version: string }) {
  return <Link to={`/rate-books/${encodeURIComponent(version)}`}>{version}</Link>;
}

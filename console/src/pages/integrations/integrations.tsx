import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router';
import type { WireIntegration } from '../../../../src/operator/wire/onboard.ts';
import { PagedTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { Empty, Page, Panel } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { useWords } from '../../words/words.tsx';
import { NewIntegration } from './new-integration.tsx';

export function Integrations() {
  const { onboard } = useWords();
  const words = onboard.integrations;
  const format = useFormat();
  const [search] = useFilter('search');
  const pages = usePages<WireIntegration>('/api/integrations', { search });
  const [isAdding, adding] = useDisclosure(false);
  const mayChange = useMay('admin');
  const add = mayChange && (
    <Button leftSection={<PlusIcon size={16} />} onClick={adding.open}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      <Panel isFlush>
        <Toolbar>
          <SearchBox label={onboard.search} placeholder={onboard.searchIntegration} />
        </Toolbar>
        <PagedTable
          caption={words.caption}
          pages={pages}
          keyOf={(row) => row.id}
          empty={
            search === '' ? (
              <Empty title={words.empty}>{words.emptyText}</Empty>
            ) : (
              <Empty title={words.nothing}>{words.nothingText}</Empty>
            )
          }
          columns={[
            {
              header: onboard.name,
              isName: true,
              cell: (row) => <Link to={`/integrations/${row.id}`}>{row.name}</Link>,
            },
            { header: words.clientId, cell: (row) => <code>{row.clientId}</code> },
            { header: onboard.state, cell: (row) => <Activity isDisabled={row.isDisabled} /> },
            { header: words.sellers, isNumber: true, cell: (row) => format.number(row.sellerCount) },
            {
              header: words.rateLimit,
              isOneLine: true,
              cell: (row) =>
                row.rateLimit === null ? words.rateLimitOwn : words.rateLimitValue(format.number(row.rateLimit)),
            },
            { header: onboard.since, isOneLine: true, cell: (row) => format.date(row.createdAt) },
          ]}
        />
      </Panel>
      <NewIntegration opened={isAdding} onClose={adding.close} />
    </Page>
  );
}

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { PagedTable } from '../../kit/data-table.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { Empty, Page, Panel } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useMay } from '../../kit/session.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { useWords } from '../../words/words.tsx';
import { NewSeller } from './new-seller.tsx';
import { useSellerColumns } from './seller-columns.tsx';

export function Sellers() {
  const { onboard } = useWords();
  const words = onboard.sellers;
  const [search] = useFilter('search');
  const pages = usePages<WireSeller>('/api/sellers', { search });
  const columns = useSellerColumns({ withIntegration: true });
  const [isAdding, adding] = useDisclosure(false);
  const add = useMay('admin') && (
    <Button leftSection={<PlusIcon size={16} />} onClick={adding.open}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      <Panel isFlush>
        <Toolbar>
          <SearchBox label={onboard.search} placeholder={onboard.searchSeller} />
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
          columns={columns}
        />
      </Panel>
      <NewSeller opened={isAdding} onClose={adding.close} />
    </Page>
  );
}

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WireIntegration, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { PagedTable } from '../../kit/data-table.tsx';
import { Empty, Panel } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { NewSeller } from './new-seller.tsx';
import { useSellerColumns } from './seller-columns.tsx';

export function SellersOfIntegration({ integration }: { readonly integration: WireIntegration }) {
  const words = useWords().onboard.integrations;
  const pages = usePages<WireSeller>('/api/sellers', { integrationId: integration.id });
  const columns = useSellerColumns({ withIntegration: false });
  const [isAdding, adding] = useDisclosure(false);
  const add = useMay('admin') && (
    <Button variant="light" size="xs" onClick={adding.open}>
      {words.addSeller}
    </Button>
  );
  return (
    <Panel title={words.its} isFlush aside={add}>
      <PagedTable
        caption={words.its}
        pages={pages}
        keyOf={(row) => row.id}
        empty={<Empty title={words.noSellers}>{words.noSellersText}</Empty>}
        columns={columns}
      />
      <NewSeller opened={isAdding} onClose={adding.close} integrationId={integration.id} />
    </Panel>
  );
}

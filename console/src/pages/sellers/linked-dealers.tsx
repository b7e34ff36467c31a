import { Button, Select } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DealerPage, WireDealer, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { PagedTable } from '../../kit/data-table.tsx';
import { Empty, Panel } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { Named } from '../../kit/place-list.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

/** Through which dealers a seller may sell Plus. */
export function LinkedDealers({ seller }: { readonly seller: WireSeller }) {
  const { onboard, kit } = useWords();
  const words = onboard.sellers;
  const path = `/api/sellers/${seller.id}/dealers`;
  const pages = usePages<WireDealer>(path);
  const mayChange = useMay('support');
  const [isLinking, linking] = useDisclosure(false);
  const [ending, setEnding] = useState<WireDealer | null>(null);
  const link = mayChange && (
    <Button variant="light" size="xs" onClick={linking.open}>
      {words.link}
    </Button>
  );
  const sellsPlus = seller.series.includes('Plus');
  return (
    <Panel title={words.linked} isFlush aside={link}>
      <PagedTable
        caption={words.linkedCaption}
        pages={pages}
        keyOf={(row) => row.id}
        empty={<Empty title={words.noLinks}>{sellsPlus ? words.noLinksText : words.noPlusText}</Empty>}
        columns={[
          { header: onboard.place.name, isName: true, cell: (row) => <Named {...row} /> },
          { header: onboard.place.city, cell: (row) => `${row.city} ${row.province}` },
          {
            header: kit.actions,
            isBare: true,
            cell: (row) =>
              mayChange && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-xs"
                  onClick={() => setEnding(row)}
                  aria-label={words.unlinkTitle(row.name)}
                >
                  {words.unlink}
                </Button>
              ),
          },
        ]}
      />
      <LinkModal opened={isLinking} onClose={linking.close} path={path} />
      <ActModal
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={words.unlinkTitle(ending?.name ?? '')}
        lead={words.unlinkLead}
        confirm={words.unlink}
        isDanger
        done={words.unlinkDone}
        send={(reason) => api.delete(withQuery(`${path}/${encodeURIComponent(ending?.id ?? '')}`, { reason }))}
      />
    </Panel>
  );
}

function LinkModal({ opened, onClose, path }: { opened: boolean; onClose: () => void; path: string }) {
  const words = useWords().onboard.sellers;
  const [dealerId, setDealerId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const { data } = useQuery({
    queryKey: ['/api/dealers', 'to pick', search],
    queryFn: () => api.get<DealerPage>('/api/dealers', { search, limit: 20 }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (!opened) return;
    setDealerId(null);
    setText('');
  }, [opened]);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={words.linkTitle}
      lead={words.linkLead}
      confirm={words.linkDo}
      reason="optional"
      mayConfirm={dealerId !== null}
      done={words.linkDone}
      send={(reason) => api.put(withQuery(`${path}/${encodeURIComponent(dealerId!)}`, { reason }))}
    >
      {(faultAt) => (
        <Select
          label={words.linkPick}
          description={words.linkPickHint}
          withAsterisk
          data-autofocus
          searchable
          searchValue={text}
          onSearchChange={setText}
          // The service has searched already.
          filter={({ options }) => options}
          nothingFoundMessage={words.linkNone}
          data={(data?.rows ?? []).map(({ id, name, city, province }) => ({
            value: id,
            label: `${name}, ${city} ${province} (${id})`,
          }))}
          value={dealerId}
          onChange={setDealerId}
          error={faultAt('dealerId')}
        />
      )}
    </ActModal>
  );
}

import { Button, Group, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { LookFilters } from '../../../../src/operator/wire/look.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { DownloadIcon } from '../../kit/icons.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { PickSeller } from '../../kit/pick-seller.tsx';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useMay } from '../../kit/session.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { useWords } from '../../words/words.tsx';
import { ExportModal } from './export-modal.tsx';
import { DocumentList, PaymentList, PolicyList, SaleList } from './lists.tsx';
import { PickState, statesOf } from './pick-state.tsx';

const lists = { sales: SaleList, policies: PolicyList, payments: PaymentList, documents: DocumentList } as const;
export type ListName = keyof typeof lists;
const listNames = Object.keys(lists) as ListName[];

/** One box and a few filters over four lists. */
export function Sales() {
  const { sales: words, kit } = useWords();
  const [tab, setTab] = useFilter('list');
  const list = listNames.find((name) => name === tab) ?? 'sales';
  const [search] = useFilter('search');
  const [sellerId, setSellerId] = useFilter('sellerId');
  const [keptState, setState] = useFilter('state');
  // Another list may not know it; what both know stays when one looks from one to the other.
  const state = statesOf[list].includes(keptState) ? keptState : '';
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const [isExporting, exporting] = useDisclosure(false);
  const maySeeAll = useMay('support');
  const filters: LookFilters = {
    ...(search.length >= 2 && { search }),
    ...(sellerId !== '' && { sellerId }),
    ...(state !== '' && { state }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...((from !== '' || to !== '') && { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  };
  const List = lists[list];
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        maySeeAll && (
          <Button variant="default" leftSection={<DownloadIcon size={16} />} onClick={exporting.open}>
            {words.exportOpen}
          </Button>
        )
      }
    >
      <Panel isFlush>
        <Toolbar>
          <SearchBox label={words.search} placeholder={words.searchHint} />
          <PickSeller value={sellerId} onChange={setSellerId} />
          {statesOf[list].length > 0 && <PickState list={list} value={state} onChange={setState} />}
          <Group gap={10}>
            <DateInput isFilter label={kit.from} value={from} onChange={setFrom} max={to || undefined} />
            <DateInput isFilter label={kit.to} value={to} onChange={setTo} min={from || undefined} />
          </Group>
        </Toolbar>
        <Text size="xs" c="dimmed" px={18} pb={4}>
          {words.searchHelp} {!maySeeAll && `${words.searchHelpViewer} ${kit.masked}`}
        </Text>
        <Tabs value={list} onChange={(next) => setTab(next === 'sales' ? '' : (next ?? ''))}>
          <Tabs.List aria-label={words.tabsLabel} px={10}>
            {listNames.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {words.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={list}>
            <List filters={filters} />
          </Tabs.Panel>
        </Tabs>
      </Panel>
      <ExportModal opened={isExporting} onClose={exporting.close} what={list} filters={filters} />
    </Page>
  );
}

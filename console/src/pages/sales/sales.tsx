import { Group, NativeSelect, Tabs, Text } from '@mantine/core';
import type { ExportOrder, SalesFilters } from '../../../../src/operator/wire/sales.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { DownloadIcon } from '../../kit/icons.tsx';
import { DateInput } from '../../kit/inputs.tsx';
import { Page, Panel, Toolbar } from '../../kit/page.tsx';
import { PickSeller } from '../../kit/pick.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useMay } from '../../kit/session.tsx';
import type { Words } from '../../words/dictionary.ts';
import { useWords } from '../../words/words.tsx';
import { type ListName, listNames, SaleList } from './sale-lists.tsx';

export function Sales() {
  const { sales: words, shell, kit, labels, format } = useWords();
  const [tab, setTab] = useFilter('list');
  const list = listNames.find((name) => name === tab) ?? 'sales';
  const [search] = useFilter('search');
  const [sellerId, setSellerId] = useFilter('sellerId');
  const { states, moneyStates } = filterNames(words, list);
  const [keptState, setState] = useFilter('state');
  // A state that the other list does not know is dropped when the list changes.
  // A sale is `cancelled`, its policy `Cancelled`; a `Cancelled` card payment is another thing.
  const meant = list === 'policies' && keptState === 'cancelled' ? 'Cancelled' : keptState;
  const state = Object.hasOwn(states, meant) ? meant : '';
  const [keptMoney, setMoney] = useFilter('moneyStatus');
  const moneyStatus = Object.hasOwn(moneyStates, keptMoney) ? keptMoney : '';
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const maySeeAll = useMay('support');
  const filters: SalesFilters = {
    ...(search.length >= 2 && { search }),
    ...(sellerId !== '' && { sellerId }),
    ...(state !== '' && { state }),
    ...(moneyStatus !== '' && { moneyStatus }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...((from !== '' || to !== '') && { zone: format.zone }),
  };
  return (
    <Page
      title={shell.pages.sales}
      lead={words.lead}
      actions={maySeeAll && <ExportButton what={list} filters={filters} />}
    >
      <Panel isFlush>
        <Toolbar>
          <SearchBox label={words.search} placeholder={words.searchHint} />
          <PickSeller value={sellerId} onChange={setSellerId} />
          <PickState label={labels.state} all={words.allStates} names={states} value={state} onChange={setState} />
          <PickState
            label={words.money}
            all={words.allMoney}
            names={moneyStates}
            value={moneyStatus}
            onChange={setMoney}
          />
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
            <SaleList key={list} name={list} filters={filters} />
          </Tabs.Panel>
        </Tabs>
      </Panel>
    </Page>
  );
}

interface PickStateProps {
  readonly label: string;
  readonly all: string;
  readonly names: Names;
  readonly value: string;
  readonly onChange: (state: string) => void;
}

/**
 * Labelled like the list's badges; nothing without states. The browser's own control, for its keyboard and screen
 * reader support.
 */
function PickState({ label, all, names, value, onChange }: PickStateProps) {
  if (Object.keys(names).length === 0) return null;
  return (
    <NativeSelect
      aria-label={label}
      data={[
        { value: '', label: all },
        ...Object.entries(names).map(([state, name]) => ({ value: state, label: name })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      w={170}
    />
  );
}

type Names = Readonly<Record<string, string>>;

function filterNames(words: Words['sales'], list: ListName): { readonly states: Names; readonly moneyStates: Names } {
  const { status: sales, policyStatus: policies, paymentStatus: payments, moneyStatus } = words;
  return {
    states: { sales, policies, payments, documents: {} }[list],
    moneyStates: list === 'policies' ? moneyStatus : {},
  };
}

/** An export contains personal data, so it takes a reason and is recorded. */
function ExportButton({ what, filters }: { readonly what: ListName; readonly filters: SalesFilters }) {
  const { sales: words, facts, format } = useWords();
  return (
    <ActButton
      label={words.exportOpen}
      button={{ variant: 'default', leftSection: <DownloadIcon size={16} /> }}
      title={`${words.exportDo}${facts.colon} ${words.tabs[what]}`}
      lead={words.exportLead}
      confirm={words.exportDo}
      done={words.exportDone}
      send={(reason) => {
        const order: ExportOrder = { what, filters, reason };
        return saveFile('/api/exports', `northbind-${what}-${format.today()}.csv`, order);
      }}
    />
  );
}

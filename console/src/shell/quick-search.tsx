import { Box, Combobox, Kbd, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { WireSeller } from '../../../src/operator/wire/onboard.ts';
import type { Page } from '../../../src/operator/wire/parts.ts';
import type { PolicyRow, SaleRow } from '../../../src/operator/wire/sales.ts';
import { api } from '../kit/api.ts';
import { SearchIcon } from '../kit/icons.tsx';
import { useSession } from '../kit/session.tsx';
import { useWords } from '../words/words.tsx';
import classes from './shell.module.css';
import { useActions, useWays } from './ways.tsx';

interface Found {
  readonly name: string;
  readonly note?: string;
  readonly go: () => void;
}

/** The search on every page, and by Ctrl-K: sales and people, sellers, pages, and what can be done at once. */
export function QuickSearch() {
  const { shell, desk } = useWords();
  const isDesk = useSession().account.seller !== null;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { groups, isKnown, findNow } = useFound(text);
  useHotkeys([['mod+K', () => input.current?.focus()]], []);
  const leave = (go: () => void): void => {
    setText('');
    combobox.closeDropdown();
    input.current?.blur();
    go();
  };
  return (
    <Box
      component="form"
      flex={1}
      maw={420}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '' || combobox.getSelectedOptionIndex() >= 0) return;
        const list = () =>
          void navigate(`${isDesk ? '/policies' : '/sales'}?search=${encodeURIComponent(text.trim())}`);
        void findNow().then((only) => leave(only ?? list));
      }}
    >
      <search>
        <Combobox
          store={combobox}
          withinPortal={false}
          keepMounted={false}
          onOptionSubmit={(place) => leave(groups.flatMap(({ found }) => found)[Number(place)]!.go)}
        >
          <Combobox.Target>
            <TextInput
              ref={input}
              aria-label={shell.quickSearchLabel}
              placeholder={isDesk ? desk.search : shell.quickSearch}
              leftSection={<SearchIcon size={17} />}
              rightSection={
                text === '' && (
                  <Kbd size="xs" className={classes.keys ?? ''}>
                    Ctrl K
                  </Kbd>
                )
              }
              rightSectionWidth={58}
              value={text}
              maxLength={200}
              onFocus={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              onChange={(event) => {
                setText(event.currentTarget.value);
                combobox.openDropdown();
                combobox.resetSelectedOption();
              }}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={groups.length === 0 && !isKnown}>
            <Combobox.Options mah={420} style={{ overflowY: 'auto' }} aria-label={shell.quickSearchLabel}>
              <Groups groups={groups} />
            </Combobox.Options>
            <div role="status">
              {isKnown && groups.length === 0 && <Combobox.Empty>{shell.noMatch}</Combobox.Empty>}
            </div>
          </Combobox.Dropdown>
        </Combobox>
      </search>
    </Box>
  );
}

interface Group {
  readonly label: string;
  readonly found: readonly Found[];
}

function Groups({ groups }: { readonly groups: readonly Group[] }) {
  let place = 0;
  return groups.map(({ label, found }) => (
    <Combobox.Group key={label} label={label}>
      {found.map(({ name, note }) => (
        <Combobox.Option key={place} value={String(place++)}>
          {name}
          {note && (
            <Text span display="block" fz={12} c="dimmed">
              {note}
            </Text>
          )}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ));
}

const foundMax = 5;
const typedMin = 2;

/** What is typed finds records from two characters on; pages and actions are there at once. */
function useFound(typed: string) {
  const { shell, format } = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const text = typed.trim();
  const [search] = useDebouncedValue(text, 200);
  const isAsked = search.length >= typedMin;
  const isDesk = useSession().account.seller !== null;
  const recordsOf = isDesk ? deskRecordsOf : operatorRecordsOf;
  const records = useQuery({ ...recordsOf(search), enabled: isAsked, placeholderData: keepPreviousData });
  const [ways, actions] = [useWays(), useActions()];
  const isMeant = ({ name }: Pick<Found, 'name'>): boolean => plain(name).includes(plain(text));
  const to = (path: string) => (): void => void navigate(path);
  const groupsOf = ({ sales, sellers }: Records): readonly Group[] =>
    [
      {
        label: shell.found.sales,
        found: sales.map(({ applicantName, policyNumber, vehicle, applicationId }) => ({
          name: applicantName,
          note: [policyNumber, format.vehicle(vehicle)].filter(Boolean).join(' · '),
          go: to(isDesk ? `/policies/${policyNumber}` : `/sales/${applicationId}`),
        })),
      },
      {
        label: shell.pages.sellers,
        found: sellers.map(({ id, name, username }) => ({ name, note: username, go: to(`/sellers/${id}`) })),
      },
      {
        label: shell.navigation,
        found: ways.map((way) => ({ name: shell.pages[way.name], go: to(way.to) })).filter(isMeant),
      },
      { label: shell.found.actions, found: text === '' ? [] : actions.filter(isMeant) },
    ].filter(({ found }) => found.length > 0);
  return {
    groups: groupsOf(isAsked ? (records.data ?? none) : none),
    /** Nothing is being looked for any more. */
    isKnown: text === search && isAsked && records.isSuccess && !records.isPlaceholderData,
    /** Finds where the only hit leads, also before the list has opened. */
    findNow: async (): Promise<Found['go'] | null> => {
      const found = text.length < typedMin ? none : await queries.fetchQuery(recordsOf(text)).catch(() => none);
      const [only, ...others] = groupsOf(found).flatMap((group) => group.found);
      return only !== undefined && others.length === 0 ? only.go : null;
    },
  };
}

interface Records {
  readonly sales: readonly (Pick<SaleRow, 'applicantName' | 'policyNumber' | 'vehicle'> & {
    readonly applicationId: string;
  })[];
  readonly sellers: readonly WireSeller[];
}

const none: Records = { sales: [], sellers: [] };

async function rowsOf<Row>(path: string, search: string): Promise<readonly Row[]> {
  return (await api.get<Page<Row>>(path, { search, limit: foundMax })).rows;
}

/** At a desk there are policies alone: those of its seller. */
function deskRecordsOf(search: string) {
  return {
    queryKey: ['found at the desk', search],
    queryFn: async (): Promise<Records> => ({
      sales: await rowsOf<PolicyRow>('/api/desk/policies', search),
      sellers: [],
    }),
  };
}

function operatorRecordsOf(search: string) {
  return {
    queryKey: ['found', search],
    queryFn: async (): Promise<Records> => {
      const [sales, sellers] = await Promise.all([
        rowsOf<SaleRow>('/api/sales', search),
        rowsOf<WireSeller>('/api/sellers', search),
      ]);
      return { sales, sellers };
    },
  };
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

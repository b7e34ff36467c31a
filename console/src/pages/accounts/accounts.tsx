import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../../../../src/operator/wire/access.ts';
import { api } from '../../kit/api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { DisableModal } from '../../kit/disable-modal.tsx';
import { useFormat } from '../../kit/format.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import { useSession } from '../../kit/session.tsx';
import { Activity, StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { NewAccount, ResetPassword, RoleModal } from './account-acts.tsx';

type Doing = 'role' | 'switch' | 'password';

export function Accounts() {
  const { access } = useWords();
  const words = access.accounts;
  const query = useQuery({
    queryKey: ['/api/accounts'],
    queryFn: () => api.get<{ readonly rows: readonly Account[] }>('/api/accounts'),
  });
  const [isAdding, adding] = useDisclosure(false);
  const [chosen, setChosen] = useState<{ readonly account: Account; readonly doing: Doing } | null>(null);
  const act = (doing: Doing) => (chosen?.doing === doing ? chosen.account : null);
  const close = (): void => setChosen(null);
  const switched = act('switch');
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={adding.open}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      <Panel isFlush>
        <Loaded query={query}>
          {({ rows }) => <AccountTable rows={rows} onAct={(account, doing) => setChosen({ account, doing })} />}
        </Loaded>
      </Panel>
      <NewAccount opened={isAdding} onClose={adding.close} />
      <RoleModal account={act('role')} onClose={close} />
      <ResetPassword account={act('password')} onClose={close} />
      <DisableModal
        opened={switched !== null}
        onClose={close}
        name={switched?.name ?? ''}
        isDisabled={switched?.isDisabled ?? false}
        words={words}
        send={(change) => api.patch(`/api/accounts/${switched?.id}`, change)}
      />
    </Page>
  );
}

interface AccountTableProps {
  readonly rows: readonly Account[];
  readonly onAct: (account: Account, doing: Doing) => void;
}

function AccountTable({ rows, onAct }: AccountTableProps) {
  const { access, shell, kit } = useWords();
  const words = access.accounts;
  const format = useFormat();
  const { account: own } = useSession();
  return (
    <DataTable
      caption={words.caption}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          header: words.name,
          isName: true,
          cell: ({ name }) => (name === own.name ? `${name} (${words.you})` : name),
        },
        { header: words.role, cell: ({ role }) => shell.roles[role] },
        { header: words.state, cell: ({ isDisabled }) => <Activity isDisabled={isDisabled} /> },
        {
          header: words.totp,
          cell: ({ isTotpOn }) => (
            <StateBadge tone={isTotpOn ? 'good' : 'past'}>{isTotpOn ? access.me.totpOn : access.me.totpOff}</StateBadge>
          ),
        },
        {
          header: words.signedIn,
          isOneLine: true,
          cell: ({ signedInAt }) => (signedInAt === null ? words.never : format.time(signedInAt)),
        },
        { header: words.created, isOneLine: true, cell: ({ createdAt }) => format.date(createdAt) },
        {
          header: kit.actions,
          isBare: true,
          cell: (row) => (
            <RowMenu subject={row.name}>
              <Menu.Item onClick={() => onAct(row, 'role')}>{words.changeRole}</Menu.Item>
              <Menu.Item onClick={() => onAct(row, 'password')}>{words.resetPassword}</Menu.Item>
              <Menu.Item onClick={() => onAct(row, 'switch')}>
                {row.isDisabled ? words.enable : words.disable}
              </Menu.Item>
            </RowMenu>
          ),
        },
      ]}
    />
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Account } from '../../../../src/operator/wire/access.ts';
import { DotsIcon } from '../../kit/icons.tsx';
import { ListPage } from '../../kit/list.tsx';
import { useSession } from '../../kit/session.tsx';
import { Activity, OnOff } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { type AccountAct, AccountModal, AddAccount } from './account-acts.tsx';

export function Accounts() {
  const { access, labels, shell, kit, format, column } = useWords();
  const words = access.accounts;
  const { account: own } = useSession();
  const [chosen, setChosen] = useState<{ readonly account: Account; readonly act: AccountAct } | null>(null);
  const [isOpen, opening] = useDisclosure(false);
  const choose = (account: Account, act: AccountAct) => () => {
    setChosen({ account, act });
    opening.open();
  };
  return (
    <ListPage<Account>
      path="/api/accounts"
      words={words}
      actions={<AddAccount />}
      columns={[
        column.name(labels.name, ({ name }) => (name === own.name ? `${name} (${words.you})` : name)),
        column.text(words.role, ({ role }) => shell.roles[role]),
        column.text(words.sees, ({ integrationIds }) =>
          integrationIds === null ? words.seesAll : words.seesSome(integrationIds.length),
        ),
        column.text(labels.state, ({ isDisabled }) => <Activity isDisabled={isDisabled} />),
        column.text(words.totp, ({ isTotpOn, isFederated }) =>
          isFederated ? words.federated : <OnOff isOn={isTotpOn} on={access.me.totpOn} off={access.me.totpOff} />,
        ),
        column.line(words.signedIn, ({ signedInAt }) => (signedInAt === null ? words.never : format.time(signedInAt))),
        column.date(labels.since, (row) => row.createdAt),
      ]}
      rowActions={(row) => (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={kit.actionsFor(row.name)}>
              <DotsIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={choose(row, 'changeRole')}>{words.changeRole}</Menu.Item>
            <Menu.Item onClick={choose(row, 'limit')}>{words.limit}</Menu.Item>
            {!row.isFederated && <Menu.Item onClick={choose(row, 'resetPassword')}>{words.resetPassword}</Menu.Item>}
            <Menu.Item onClick={choose(row, 'disable')}>{row.isDisabled ? kit.enable : kit.disable}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    >
      {chosen && <AccountModal {...chosen} opened={isOpen} onClose={opening.close} />}
    </ListPage>
  );
}

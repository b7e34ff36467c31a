import { ActionIcon, Menu, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Role } from '../../../../src/domain/operator/operator.ts';
import type { AccountChanges, ListedAccount, NewPassword } from '../../../../src/operator/wire/access.ts';
import type { WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { ActButton, ActModal, actTexts } from '../../kit/act-modal.tsx';
import { api, patch, post } from '../../kit/api.ts';
import { useDisabling } from '../../kit/disabling.tsx';
import type { Control } from '../../kit/form.ts';
import { DotsIcon } from '../../kit/icons.tsx';
import { PickOne, PickSome } from '../../kit/inputs.tsx';
import { ListPage } from '../../kit/list.tsx';
import { Pick } from '../../kit/pick.tsx';
import { useSession } from '../../kit/session.tsx';
import { Activity, OnOff } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

export function Accounts() {
  const { access, labels, shell, kit, format, column } = useWords();
  const words = access.accounts;
  const { account: own } = useSession();
  const [chosen, setChosen] = useState<{ readonly account: ListedAccount; readonly act: AccountAct } | null>(null);
  const [isOpen, opening] = useDisclosure(false);
  const choose = (account: ListedAccount, act: AccountAct) => () => {
    setChosen({ account, act });
    opening.open();
  };
  return (
    <ListPage<ListedAccount>
      path="/api/accounts"
      words={words}
      actions={<AddAccount />}
      columns={[
        column.name(labels.name, ({ name }) => (name === own.name ? `${name} (${words.you})` : name)),
        column.text(words.role, ({ role, sellerName }) => (sellerName === null ? shell.roles[role] : words.desk)),
        column.text(words.sees, ({ integrationIds, sellerName }) =>
          sellerName !== null
            ? sellerName
            : integrationIds === null
              ? words.seesAll
              : words.seesSome(integrationIds.length),
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
            {row.sellerId === null && (
              <>
                <Menu.Item onClick={choose(row, 'changeRole')}>{words.changeRole}</Menu.Item>
                <Menu.Item onClick={choose(row, 'limit')}>{words.limit}</Menu.Item>
              </>
            )}
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

type Limit = ListedAccount['integrationIds'];

const accountFields = {
  role: (input: Control<Role>) => <PickRole {...input} />,
  integrationIds: (input: Control<Limit>) => <PickIntegrations {...input} />,
};

interface NewAccountForm {
  readonly name: string;
  readonly role: Role | 'desk';
  readonly integrationIds: Limit;
  readonly sellerId: string | null;
}

function AddAccount() {
  const { access, labels, shell } = useWords();
  const words = access.accounts;
  return (
    <ActButton<NewAccountForm, NewPassword>
      {...actTexts(words, 'add')}
      look="add"
      reason="none"
      initial={{ name: '', role: 'viewer', integrationIds: null, sellerId: null }}
      required={['name']}
      mayConfirm={({ role, sellerId }) => role !== 'desk' || sellerId !== null}
      send={(_reason, { role, sellerId, ...account }) =>
        api.post<NewPassword>(
          '/api/accounts',
          role === 'desk' ? { name: account.name, sellerId } : { ...account, role },
        )
      }
      shown={({ name, password }) => ({ [words.firstPassword(name)]: password })}
      texts={{ name: labels.name }}
      fields={{
        name: { autoComplete: 'off', maxLength: 100 },
        role: (input) => (
          <PickOne {...input} label={words.role} names={{ ...shell.roles, desk: words.desk }} help={words.roleHelp} />
        ),
        integrationIds: (input, { values }) => values.role !== 'desk' && <PickIntegrations {...input} />,
        sellerId: (input, { values }) =>
          values.role === 'desk' && (
            <Pick<WireSeller>
              path="/api/sellers"
              {...input}
              label={words.seller}
              description={words.sellerHint}
              withAsterisk
            />
          ),
      }}
    />
  );
}

type AccountAct = 'changeRole' | 'limit' | 'resetPassword' | 'disable';

interface AccountModalProps {
  readonly account: ListedAccount;
  readonly act: AccountAct;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function AccountModal({ account, act, ...state }: AccountModalProps) {
  const words = useWords().access.accounts;
  const { id, name, role: before, integrationIds } = account;
  const path = `/api/accounts/${id}`;
  const disabling = useDisabling({ path, item: account, words });
  if (act === 'disable') return <ActModal {...state} {...disabling} />;
  const told = { ...state, ...actTexts(words, act, name) };
  if (act === 'resetPassword') {
    const shown = ({ password }: NewPassword) => ({ [words.firstPassword(name)]: password });
    return <ActModal<object, NewPassword> {...told} to={post(`${path}/password`)} shown={shown} />;
  }
  const changes = { ...told, to: patch<AccountChanges>(path) };
  const { role, integrationIds: limit } = accountFields;
  return act === 'limit' ? (
    <ActModal {...changes} initial={{ integrationIds }} fields={{ integrationIds: limit }} />
  ) : (
    <ActModal {...changes} initial={{ role: before }} mayConfirm={(next) => next.role !== before} fields={{ role }} />
  );
}

function PickRole(control: Control<Role>) {
  const { access, shell } = useWords();
  return <PickOne label={access.accounts.role} names={shell.roles} help={access.accounts.roleHelp} {...control} />;
}

/** What an account may see: all integrations (null), or those chosen. */
function PickIntegrations({ value, onChange, error }: Control<Limit>) {
  const words = useWords().access.accounts;
  return (
    <Stack gap={10}>
      <Switch
        label={words.seesAll}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {value !== null && (
        <PickSome
          path="/api/integrations"
          label={words.sees}
          description={words.seesHint}
          value={[...value]}
          onChange={onChange}
          error={error}
        />
      )}
    </Stack>
  );
}

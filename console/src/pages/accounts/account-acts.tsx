import { Stack, Switch } from '@mantine/core';
import type { Role } from '../../../../src/domain/operator/operator.ts';
import type { Account, AccountChanges, NewPassword } from '../../../../src/operator/wire/access.ts';
import { ActButton, ActModal, actTexts } from '../../kit/act-modal.tsx';
import { api, patch, post } from '../../kit/api.ts';
import { useDisabling } from '../../kit/disabling.tsx';
import type { Control } from '../../kit/form.ts';
import { PickOne, PickSome } from '../../kit/inputs.tsx';
import { useWords } from '../../words/words.tsx';

type Limit = Account['integrationIds'];

const accountFields = {
  role: (input: Control<Role>) => <PickRole {...input} />,
  integrationIds: (input: Control<Limit>) => <PickIntegrations {...input} />,
};

export function AddAccount() {
  const { access, labels } = useWords();
  const words = access.accounts;
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look="add"
      reason="none"
      initial={{ name: '', role: 'viewer' as Role, integrationIds: null as Limit }}
      required={['name']}
      send={(_reason, account) => api.post<NewPassword>('/api/accounts', account)}
      shown={({ name, password }) => ({ [words.firstPassword(name)]: password })}
      texts={{ name: labels.name }}
      fields={{ name: { autoComplete: 'off', maxLength: 100 }, ...accountFields }}
    />
  );
}

export type AccountAct = 'changeRole' | 'limit' | 'resetPassword' | 'disable';

interface AccountModalProps {
  readonly account: Account;
  readonly act: AccountAct;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AccountModal({ account, act, ...state }: AccountModalProps) {
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
          {...{ value: [...value], onChange, error }}
        />
      )}
    </Stack>
  );
}

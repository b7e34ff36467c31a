import { Radio, Stack, TextInput } from '@mantine/core';
import { type Role, roles } from '../../../../src/domain/operator/operator.ts';
import type { Account, NewPassword } from '../../../../src/operator/wire/access.ts';
import { ActButton, ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { useDisabling } from '../../kit/disabling.ts';
import type { Control } from '../../kit/form.ts';
import { addButton } from '../../kit/icons.tsx';
import { PickIntegrations } from '../../kit/pick-integrations.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';

interface NewAccount {
  readonly name: string;
  readonly role: Role;
  readonly integrationIds: readonly string[] | null;
}

const empty: NewAccount = { name: '', role: 'viewer', integrationIds: null };

export function AddAccount() {
  const { access, labels } = useWords();
  const words = access.accounts;
  return (
    <ActButton
      label={words.add}
      button={addButton}
      title={words.addTitle}
      lead={words.addLead}
      confirm={words.create}
      reason="none"
      initial={empty}
      mayConfirm={({ name }) => name.trim() !== ''}
      done={words.created}
      send={(_reason, { name, ...terms }) => api.post<NewPassword>('/api/accounts', { name: name.trim(), ...terms })}
      result={(answer, close) => <FirstPassword answer={answer} onClose={close} />}
    >
      {({ text, control }) => (
        <>
          <TextInput
            label={labels.name}
            withAsterisk
            data-autofocus
            autoComplete="off"
            maxLength={100}
            {...text('name')}
          />
          <PickRole {...control('role')} />
          <PickIntegrations {...control('integrationIds')} />
        </>
      )}
    </ActButton>
  );
}

export type AccountAct = 'role' | 'limit' | 'password' | 'switch';

interface AccountModalProps {
  readonly account: Account;
  readonly act: AccountAct;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AccountModal({ account, act, ...state }: AccountModalProps) {
  const words = useWords().access.accounts;
  const disabling = useDisabling('/api/accounts', account, words);
  const { id, name, role: before } = account;
  switch (act) {
    case 'role':
      return (
        <ActModal
          {...state}
          title={words.changeRoleTitle(name)}
          confirm={words.changeRole}
          initial={{ role: before }}
          mayConfirm={({ role }) => role !== before}
          done={words.roleChanged}
          send={(reason, { role }) => api.patch(`/api/accounts/${id}`, { role, reason })}
        >
          {({ control }) => <PickRole {...control('role')} />}
        </ActModal>
      );
    case 'limit':
      return (
        <ActModal
          {...state}
          title={words.limitTitle(name)}
          lead={words.limitLead}
          confirm={words.limit}
          initial={{ integrationIds: account.integrationIds as readonly string[] | null }}
          done={words.limited}
          send={(reason, { integrationIds }) => api.patch(`/api/accounts/${id}`, { integrationIds, reason })}
        >
          {({ control }) => <PickIntegrations {...control('integrationIds')} />}
        </ActModal>
      );
    case 'password':
      return (
        <ActModal
          {...state}
          title={words.resetPasswordTitle(name)}
          lead={words.resetPasswordLead}
          confirm={words.resetPassword}
          done={words.wasReset}
          send={(reason) => api.post<NewPassword>(`/api/accounts/${id}/password`, { reason })}
          result={(answer, close) => <FirstPassword answer={answer} onClose={close} />}
        />
      );
    case 'switch':
      return <ActModal {...state} {...disabling} />;
  }
}

function FirstPassword({ answer, onClose }: { readonly answer: NewPassword; readonly onClose: () => void }) {
  const { firstPassword } = useWords().access.accounts;
  return <ShownOnce values={[{ label: firstPassword(answer.name), value: answer.password }]} onClose={onClose} />;
}

function PickRole(control: Control<Role>) {
  const { access, shell } = useWords();
  return (
    <Radio.Group<Role> label={access.accounts.role} {...control}>
      <Stack gap={10} mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={shell.roles[role]} description={access.accounts.roleHelp[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

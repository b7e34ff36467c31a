import { Radio, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Role, roles } from '../../../../src/domain/operator/operator.ts';
import type { Account, NewPassword } from '../../../../src/operator/wire/access.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Once } from '../../kit/once.tsx';
import { useWords } from '../../words/words.tsx';

export function NewAccount({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords().access.accounts;
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  useEffect(() => {
    if (!opened) return;
    setName('');
    setRole('viewer');
  }, [opened]);
  return (
    <ActModal<NewPassword>
      opened={opened}
      onClose={onClose}
      title={words.addTitle}
      lead={words.addLead}
      confirm={words.create}
      reason="none"
      mayConfirm={name.trim() !== ''}
      done={words.created1}
      send={() => api.post('/api/accounts', { name: name.trim(), role })}
      result={(answer, close) => (
        <Once values={[{ label: words.firstPassword(answer.name), value: answer.password }]} onClose={close} />
      )}
    >
      {(faultAt) => (
        <>
          <TextInput
            label={words.name}
            withAsterisk
            data-autofocus
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultAt('name')}
          />
          <PickRole value={role} onChange={setRole} />
        </>
      )}
    </ActModal>
  );
}

interface AccountActProps {
  /** Null: closed. */
  readonly account: Account | null;
  readonly onClose: () => void;
}

export function RoleModal({ account, onClose }: AccountActProps) {
  const words = useWords().access.accounts;
  const [role, setRole] = useState<Role>('viewer');
  useEffect(() => {
    if (account !== null) setRole(account.role);
  }, [account]);
  return (
    <ActModal
      opened={account !== null}
      onClose={onClose}
      title={words.changeRoleTitle(account?.name ?? '')}
      confirm={words.changeRole}
      mayConfirm={role !== account?.role}
      done={words.roleChanged}
      send={(reason) => api.patch(`/api/accounts/${account?.id}`, { role, reason })}
    >
      <PickRole value={role} onChange={setRole} />
    </ActModal>
  );
}

export function ResetPassword({ account, onClose }: AccountActProps) {
  const words = useWords().access.accounts;
  return (
    <ActModal<NewPassword>
      opened={account !== null}
      onClose={onClose}
      title={words.resetPasswordTitle(account?.name ?? '')}
      lead={words.resetPasswordLead}
      confirm={words.resetPassword}
      done={words.wasReset}
      send={(reason) => api.post(`/api/accounts/${account?.id}/password`, { reason })}
      result={(answer, close) => (
        <Once values={[{ label: words.firstPassword(answer.name), value: answer.password }]} onClose={close} />
      )}
    />
  );
}

function PickRole({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  const { access, shell } = useWords();
  return (
    <Radio.Group label={access.accounts.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap={10} mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={shell.roles[role]} description={access.accounts.roleHelp[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Totp } from '../../../../src/operator/wire/access.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Faults } from '../../kit/faults.tsx';
import { CopyField } from '../../kit/once.tsx';
import { Panel } from '../../kit/page.tsx';
import { QrPicture } from '../../kit/qr-picture.tsx';
import { sessionKey, useSession } from '../../kit/session.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useTellDone } from '../../kit/tell-done.ts';
import { useWords } from '../../words/words.tsx';

/** Off: can be set up. On: can be turned off, with the password. */
export function Authenticator() {
  const { me } = useWords().access;
  const { isTotpOn } = useSession().account;
  const begin = useMutation({ mutationFn: () => api.post<Totp>('/api/session/totp') });
  const [isRemoving, removing] = useDisclosure(false);
  return (
    <Panel
      title={me.totp}
      aside={<StateBadge tone={isTotpOn ? 'good' : 'past'}>{isTotpOn ? me.totpOn : me.totpOff}</StateBadge>}
    >
      <Stack gap="md" align="flex-start">
        <Text size="sm">{me.totpLead}</Text>
        <Faults error={begin.error} />
        {isTotpOn && (
          <Button variant="default" onClick={removing.open}>
            {me.totpRemove}
          </Button>
        )}
        {!isTotpOn && begin.data === undefined && (
          <Button onClick={() => begin.mutate()} loading={begin.isPending}>
            {me.totpStart}
          </Button>
        )}
        {!isTotpOn && begin.data !== undefined && <Confirm totp={begin.data} />}
      </Stack>
      <Remove opened={isRemoving} onClose={removing.close} />
    </Panel>
  );
}

/** It counts from the first right code on. */
function Confirm({ totp }: { readonly totp: Totp }) {
  const { me, signIn } = useWords().access;
  const queries = useQueryClient();
  const tellDone = useTellDone();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.put('/api/session/totp', { code: code.trim() }),
    onSuccess: async () => {
      tellDone(me.totpIsOn);
      await queries.invalidateQueries({ queryKey: sessionKey });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{me.totpScan}</Text>
        <QrPicture text={totp.uri} label={me.totpPicture} />
        <CopyField label={me.totpSecret} value={totp.secret} />
        <CopyField label={me.totpUri} value={totp.uri} />
        <TextInput
          label={signIn.code}
          description={signIn.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Faults error={confirm.error} />
        <Button type="submit" loading={confirm.isPending}>
          {me.totpConfirm}
        </Button>
      </Stack>
    </form>
  );
}

function Remove({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { me, password: words } = useWords().access;
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={me.totpRemove}
      lead={me.totpRemoveLead}
      confirm={me.totpRemove}
      isDanger
      reason="none"
      mayConfirm={password !== ''}
      done={me.totpIsOff}
      send={async () => {
        await api.delete('/api/session/totp', { password });
        setPassword('');
        await queries.invalidateQueries({ queryKey: sessionKey });
      }}
    >
      <PasswordInput
        label={words.current}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </ActModal>
  );
}

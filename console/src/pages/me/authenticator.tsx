import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Totp } from '../../../../src/operator/wire/access.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Faults } from '../../kit/faults.tsx';
import { useForm } from '../../kit/form.ts';
import { Panel } from '../../kit/page.tsx';
import { QrPicture } from '../../kit/qr-picture.tsx';
import { useSession } from '../../kit/session.tsx';
import { CopyField } from '../../kit/shown-once.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

/** Sets up the authenticator, or turns it off with the password. */
export function Authenticator() {
  const { me } = useWords().access;
  const { isTotpOn } = useSession().account;
  const begin = useMutation({ mutationFn: () => api.post<Totp>('/api/session/totp') });
  return (
    <Panel
      title={me.totp}
      aside={<StateBadge tone={isTotpOn ? 'good' : 'past'}>{isTotpOn ? me.totpOn : me.totpOff}</StateBadge>}
    >
      <Stack gap="md" align="flex-start">
        <Text size="sm">{me.totpLead}</Text>
        <Faults error={begin.error} />
        {isTotpOn && <Remove />}
        {!isTotpOn && begin.data === undefined && (
          <Button onClick={() => begin.mutate()} loading={begin.isPending}>
            {me.totpStart}
          </Button>
        )}
        {!isTotpOn && begin.data !== undefined && <Confirm totp={begin.data} />}
      </Stack>
    </Panel>
  );
}

/** It is turned on by the first right code. */
function Confirm({ totp }: { readonly totp: Totp }) {
  const { me, signIn } = useWords().access;
  const form = useForm({
    initial: { code: '' },
    send: ({ code }) => api.put('/api/session/totp', { code: code.trim() }),
    done: me.totpIsOn,
  });
  return (
    <form onSubmit={form.submit}>
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
          {...form.text('code')}
        />
        <Faults error={form.error} />
        <Button type="submit" loading={form.isSending}>
          {me.totpConfirm}
        </Button>
      </Stack>
    </form>
  );
}

function Remove() {
  const { me, password } = useWords().access;
  return (
    <ActButton
      {...actTexts(me, 'totpRemove')}
      look="page"
      isDanger
      reason="none"
      initial={{ password: '' }}
      mayConfirm={({ password }) => password !== ''}
      send={(_reason, given) => api.delete('/api/session/totp', given)}
    >
      {({ text }) => (
        <PasswordInput label={password.current} autoComplete="current-password" data-autofocus {...text('password')} />
      )}
    </ActButton>
  );
}

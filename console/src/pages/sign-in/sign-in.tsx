import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../kit/api.ts';
import { Faults } from '../../kit/faults.tsx';
import { useSignIn } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { Gate } from './gate.tsx';

/** Name and password; the code is asked for only when the account has an authenticator. */
export function SignIn() {
  const { signIn } = useWords().access;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const send = useSignIn();
  const entry = useMutation({
    mutationFn: () => send(name.trim(), password, code.trim()),
    onError: (error) => {
      if (hasCode(error, 'CodeRequired') || hasCode(error, 'CodeInvalid')) setAsksCode(true);
      setCode('');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!entry.isPending) entry.mutate();
  };
  const startAgain = (): void => {
    setAsksCode(false);
    setPassword('');
    entry.reset();
  };
  return (
    <Gate title={asksCode ? signIn.codeTitle : signIn.title} lead={asksCode ? signIn.codeLead : signIn.lead}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {asksCode ? (
            <TextInput
              key="code"
              label={signIn.code}
              description={signIn.codeHint}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoFocus
              required
            />
          ) : (
            <>
              <TextInput
                label={signIn.name}
                autoComplete="username"
                maxLength={200}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                autoFocus
                required
              />
              <PasswordInput
                label={signIn.password}
                autoComplete="current-password"
                maxLength={200}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                required
              />
            </>
          )}
          {!hasCode(entry.error, 'CodeRequired') && <Faults error={entry.error} />}
          <Button type="submit" fullWidth loading={entry.isPending}>
            {signIn.submit}
          </Button>
          {asksCode && (
            <Button variant="subtle" fullWidth onClick={startAgain}>
              {signIn.another}
            </Button>
          )}
        </Stack>
      </form>
    </Gate>
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.faults.some((fault) => fault.code === code);
}

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../kit/api.ts';
import { Faults } from '../../kit/faults.tsx';
import { useForm } from '../../kit/form.ts';
import { readIdentityProvider, useSignIn } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

/** Name and password; the code is asked for only when the account has an authenticator. */
export function SignIn() {
  const { access, labels } = useWords();
  const { signIn } = access;
  const [asksCode, setAsksCode] = useState(false);
  const send = useSignIn();
  const provider = readIdentityProvider();
  const [problem] = useState(readProblem);
  const form = useForm({
    initial: { name: '', password: '', code: '' },
    send: ({ name, password, code }) => send(name.trim(), password, code.trim()),
    onError: (error) => {
      if (hasCode(error, 'CodeRequired') || hasCode(error, 'CodeInvalid')) setAsksCode(true);
      form.set({ code: '' });
    },
  });
  const startAgain = (): void => {
    setAsksCode(false);
    form.set({ password: '' });
    form.forget();
  };
  return (
    <SignInLayout title={asksCode ? signIn.codeTitle : signIn.title} lead={asksCode ? signIn.codeLead : signIn.lead}>
      <form onSubmit={form.submit}>
        <Stack gap="md">
          {asksCode ? (
            <TextInput
              key="code"
              label={signIn.code}
              description={signIn.codeHint}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              {...form.text('code')}
              autoFocus
              required
            />
          ) : (
            <>
              <TextInput
                label={labels.name}
                autoComplete="username"
                maxLength={200}
                {...form.text('name')}
                autoFocus
                required
              />
              <PasswordInput
                label={signIn.password}
                autoComplete="current-password"
                maxLength={200}
                {...form.text('password')}
                required
              />
            </>
          )}
          {!hasCode(form.error, 'CodeRequired') && <Faults error={form.error ?? problem} />}
          <Button type="submit" fullWidth loading={form.isSending}>
            {signIn.submit}
          </Button>
          {asksCode && (
            <Button variant="subtle" fullWidth onClick={startAgain}>
              {signIn.another}
            </Button>
          )}
          {!asksCode && provider !== null && (
            <Button component="a" href="/api/session/oidc" variant="default" fullWidth>
              {signIn.byProvider(provider)}
            </Button>
          )}
        </Stack>
      </form>
    </SignInLayout>
  );
}

/** The identity provider sends the browser back with the code of a refusal when it was not signed in. */
function readProblem(): ApiError | null {
  const code = new URLSearchParams(window.location.search).get('problem');
  return code === null ? null : new ApiError(401, [{ code, field: '', message: '' }]);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.faults.some((fault) => fault.code === code);
}

import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';
import { Faults } from './faults.tsx';
import { useForm } from './form.ts';

const empty = { current: '', next: '', repeat: '' };

export function PasswordForm() {
  const { password: words } = useWords().access;
  const [isChecked, setChecked] = useState(false);
  const form = useForm({
    initial: empty,
    check: ({ next, repeat }) => {
      setChecked(true);
      return next === repeat;
    },
    send: ({ current, next }) => api.put('/api/session/password', { current, next }),
    done: words.done,
    onDone: () => {
      form.set(empty);
      setChecked(false);
    },
  });
  const { next, repeat } = form.values;
  return (
    <form onSubmit={form.submit}>
      <Stack gap="md" maw={400}>
        <PasswordInput autoComplete="current-password" required {...form.text('current', words)} />
        <PasswordInput
          autoComplete="new-password"
          minLength={12}
          maxLength={200}
          required
          {...form.text('next', words)}
        />
        <PasswordInput
          autoComplete="new-password"
          required
          {...form.text('repeat', words)}
          error={isChecked && next !== repeat ? words.differs : undefined}
        />
        <Faults error={form.error} />
        <Button type="submit" loading={form.isSending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

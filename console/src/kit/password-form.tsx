import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';
import { Faults } from './faults.tsx';
import { sessionKey } from './session.tsx';
import { useTellDone } from './tell-done.ts';

/** Changes the own password: the same form when it is wished and when it is demanded. */
export function PasswordForm() {
  const { password: words } = useWords().access;
  const queries = useQueryClient();
  const tellDone = useTellDone();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeat, setRepeat] = useState('');
  const [isChecked, setChecked] = useState(false);
  const differs = next !== repeat;
  const change = useMutation({
    mutationFn: () => api.put('/api/session/password', { current, next }),
    onSuccess: async () => {
      setCurrent('');
      setNext('');
      setRepeat('');
      setChecked(false);
      tellDone(words.done);
      await queries.invalidateQueries({ queryKey: sessionKey });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!differs && !change.isPending) change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={400}>
        <PasswordInput
          label={words.current}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          required
        />
        <PasswordInput
          label={words.next}
          description={words.nextHint}
          autoComplete="new-password"
          minLength={12}
          maxLength={200}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          required
        />
        <PasswordInput
          label={words.repeat}
          autoComplete="new-password"
          value={repeat}
          onChange={(event) => setRepeat(event.currentTarget.value)}
          error={isChecked && differs ? words.differs : undefined}
          required
        />
        <Faults error={change.error} />
        <Button type="submit" loading={change.isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

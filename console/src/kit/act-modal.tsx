import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { Faults, faultOf } from './faults.tsx';
import { useTellDone } from './tell-done.ts';

interface ActModalProps<T> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead?: ReactNode;
  /** What the button says: the act itself, never "OK". */
  readonly confirm: string;
  /** In place of "Cancel", where that would say two things. */
  readonly dismiss?: string;
  readonly isDanger?: boolean;
  readonly mayConfirm?: boolean;
  readonly reason?: 'required' | 'optional' | 'none';
  readonly send: (reason: string) => Promise<T>;
  /** The sentence that tells that it is done. */
  readonly done: string;
  /** What is shown in the modal instead of closing it: a secret, a refund. */
  readonly result?: (answer: T, close: () => void) => ReactNode;
  readonly size?: string;
  /** The fields. They may ask which fault belongs to them. */
  readonly children?: ReactNode | ((faultAt: (field: string) => string | undefined) => ReactNode);
}

/** Everything that changes something goes through here: it asks for the reason, acts, and tells what came of it. */
export function ActModal<T>(props: ActModalProps<T>) {
  const {
    opened,
    onClose,
    title,
    lead,
    confirm,
    isDanger,
    mayConfirm = true,
    reason = 'required',
    size = 'md',
  } = props;
  const words = useWords();
  const queries = useQueryClient();
  const tellDone = useTellDone();
  const [given, setGiven] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const act = useMutation({
    mutationFn: () => props.send(given.trim()),
    onSuccess: async () => {
      tellDone(props.done);
      if (!props.result) onClose();
      // Nearly everything shows what an act has changed: counts, time lines, states.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
  });
  const { reset } = act;
  useEffect(() => {
    if (!opened) return;
    reset();
    setGiven('');
    setTooShort(false);
  }, [opened, reset]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isShort = reason === 'required' && given.trim().length < 3;
    setTooShort(isShort);
    if (!isShort && mayConfirm && !act.isPending) act.mutate();
  };
  const faultAt = (field: string): string | undefined => faultOf(act.error, field, words);
  const fields = typeof props.children === 'function' ? props.children(faultAt) : props.children;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': words.kit.close }}
    >
      {act.isSuccess && props.result ? (
        props.result(act.data, onClose)
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            {lead && <Text size="sm">{lead}</Text>}
            {fields}
            {reason !== 'none' && (
              <Textarea
                label={reason === 'required' ? words.kit.reason : words.kit.reasonOptional}
                description={words.kit.reasonHint}
                withAsterisk={reason === 'required'}
                autosize
                minRows={2}
                maxLength={500}
                value={given}
                onChange={(event) => setGiven(event.currentTarget.value)}
                error={isTooShort ? words.kit.tooShort : undefined}
              />
            )}
            <Faults error={act.error} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {props.dismiss ?? words.kit.cancel}
              </Button>
              <Button
                type="submit"
                {...(isDanger && { color: 'red.9' })}
                loading={act.isPending}
                disabled={!mayConfirm}
              >
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

import { Button, type ButtonProps, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { Faults } from './faults.tsx';
import { type Form, useForm } from './form.ts';

interface ActFormProps<V, T> {
  readonly lead?: ReactNode;
  /** The button's label: the act itself, never "OK". */
  readonly confirm: string | ((values: V) => string);
  /** Instead of "Cancel", where that is ambiguous. */
  readonly dismiss?: string;
  readonly isDanger?: boolean;
  readonly reason?: 'required' | 'optional' | 'none';
  /** The fields' values at each opening. */
  readonly initial?: V;
  readonly mayConfirm?: (values: V) => boolean;
  readonly send: (reason: string, values: V) => Promise<T>;
  /** The message of success. */
  readonly done: string;
  /** Shown in the modal instead of closing it: a secret, a refund. */
  readonly result?: (answer: T, close: () => void) => ReactNode;
  /** The fields. */
  readonly children?: (form: Form<V>) => ReactNode;
}

export interface ActModalProps<V, T> extends ActFormProps<V, T> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: string;
}

/** Every change is made in this modal: it asks for the reason, acts, and shows the result. */
export function ActModal<V extends object, T>({ opened, title, size = 'md', ...form }: ActModalProps<V, T>) {
  const { kit } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': kit.close }}
    >
      <ActForm {...form} />
    </Modal>
  );
}

export interface ActButtonProps<V, T> extends Omit<ActModalProps<V, T>, 'opened' | 'onClose'> {
  readonly label: string;
  readonly button?: ButtonProps & { readonly 'aria-label'?: string };
}

/** A button with the modal that it opens. */
export function ActButton<V extends object, T>({ label, button, ...modal }: ActButtonProps<V, T>) {
  const [isOpen, opening] = useDisclosure(false);
  return (
    <>
      <Button {...button} onClick={opening.open}>
        {label}
      </Button>
      <ActModal {...modal} opened={isOpen} onClose={opening.close} />
    </>
  );
}

/** Mounted only while its modal is open, so that each opening starts with the initial values. */
function ActForm<V extends object, T>(props: ActFormProps<V, T> & { readonly onClose: () => void }) {
  const { onClose, lead, confirm, isDanger, reason = 'required', mayConfirm = () => true, result, done, send } = props;
  const { kit, refusals } = useWords();
  const [given, setGiven] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const form = useForm<V, T>({
    initial: props.initial ?? ({} as V),
    done,
    send: (values) => send(given.trim(), values),
    check: (values) => {
      const isShort = reason === 'required' && given.trim().length < 3;
      setTooShort(isShort);
      return !isShort && mayConfirm(values);
    },
    onDone: () => {
      if (!result) onClose();
    },
  });
  if (form.isDone && result) return result(form.answer as T, onClose);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {lead && <Text size="sm">{lead}</Text>}
        {props.children?.(form)}
        {reason !== 'none' && (
          <Textarea
            label={reason === 'required' ? kit.reason : kit.reasonOptional}
            description={kit.reasonHint}
            withAsterisk={reason === 'required'}
            autosize
            minRows={2}
            maxLength={500}
            value={given}
            onChange={(event) => setGiven(event.currentTarget.value)}
            error={isTooShort ? refusals.ReasonRequired : undefined}
          />
        )}
        <Faults error={form.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {props.dismiss ?? kit.cancel}
          </Button>
          <Button
            type="submit"
            {...(isDanger && { color: 'red.9' })}
            loading={form.isSending}
            disabled={!mayConfirm(form.values)}
          >
            {typeof confirm === 'string' ? confirm : confirm(form.values)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

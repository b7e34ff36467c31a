import { Button, type ButtonProps, Group, Modal, type ModalProps, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useWords } from '../words/words.tsx';
import { api, type Sending } from './api.ts';
import { Faults } from './faults.tsx';
import { Fields, type FieldsOf } from './fields.tsx';
import { type Form, useForm } from './form.ts';
import { addButton } from './icons.tsx';
import { ShownOnce } from './shown-once.tsx';

interface ActFormProps<V extends object, T> {
  readonly lead?: ReactNode;
  /** The button's label: the act itself, never "OK". */
  readonly confirm: string | ((values: V) => string);
  /** Instead of "Cancel", where that is ambiguous. */
  readonly dismiss?: string;
  readonly isDanger?: boolean;
  readonly reason?: 'required' | 'optional' | 'none';
  readonly initial?: V;
  /** The fields that must be filled before it can be confirmed. */
  readonly required?: readonly (keyof V)[];
  readonly mayConfirm?: (values: V) => boolean;
  /** Where the fields are sent with the reason. What is empty is left out, but for a change. */
  readonly to?: Sending<keyof V>;
  /** Takes the place of `to`. It gets all texts trimmed, except a password. */
  readonly send?: (reason: string, values: V) => Promise<T>;
  readonly done: string;
  /** Secrets and passwords by their labels, shown once instead of closing the modal. */
  readonly shown?: (answer: T) => Readonly<Record<string, string>>;
  /** Shown in the modal instead of closing it: a refund. */
  readonly result?: (answer: T, close: () => void) => ReactNode;
  readonly fields?: FieldsOf<V>;
  readonly texts?: object;
  /** Fields that are laid out in another way. */
  readonly children?: (form: Form<V>) => ReactNode;
}

export interface ActModalProps<V extends object, T> extends ActFormProps<V, T> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: string;
}

/** Every change is made in this modal: it asks for the reason, acts, and shows the result. */
export function ActModal<V extends object, T>({ opened, title, size = 'md', ...form }: ActModalProps<V, T>) {
  return (
    // Its form ends in a button that closes it, and so does Escape.
    <Dialog opened={opened} onClose={form.onClose} title={title} size={size} withCloseButton={false}>
      <ActForm {...form} />
    </Dialog>
  );
}

export function Dialog(modal: ModalProps) {
  return <Modal closeOnClickOutside={false} closeButtonProps={{ 'aria-label': useWords().kit.close }} {...modal} />;
}

/** A button in a row of a table that opens or saves something. */
export const smallButton = { variant: 'light', size: 'compact-sm', fz: 13 } as const;

/** A button of a page, of a panel, in a row of a table, or one that adds to a list. */
const looks = {
  page: { variant: 'default' },
  panel: { variant: 'light', size: 'xs' },
  row: { variant: 'subtle', color: 'gray', size: 'compact-xs' },
  add: addButton,
} as const satisfies Readonly<Record<string, ButtonProps>>;

export interface ActButtonProps<V extends object, T> extends Omit<ActModalProps<V, T>, 'opened' | 'onClose'> {
  readonly label: string;
  readonly look?: keyof typeof looks;
  readonly button?: ButtonProps & { readonly 'aria-label'?: string };
}

/** A button with the modal that it opens. In a row it is called by the modal's title, which names the row. */
export function ActButton<V extends object, T>(props: ActButtonProps<V, T>) {
  const [isOpen, opening] = useDisclosure(false);
  const state = { opened: isOpen, open: opening.open, onClose: opening.close };
  return props.look === 'add' ? <AddButton {...props} state={state} /> : <ModalButton {...props} {...state} />;
}

interface OpenState {
  readonly opened: boolean;
  readonly open: () => void;
  readonly onClose: () => void;
}

/** What adds to the list of a page also opens by `?do=add`. */
function AddButton<V extends object, T>({ state, ...props }: ActButtonProps<V, T> & { readonly state: OpenState }) {
  const [query, setQuery] = useSearchParams();
  const isAsked = query.get('do') === 'add';
  const onClose = (): void => {
    state.onClose();
    if (isAsked) setQuery({}, { replace: true });
  };
  return <ModalButton {...props} open={state.open} opened={state.opened || isAsked} onClose={onClose} />;
}

function ModalButton<V extends object, T>(props: ActButtonProps<V, T> & OpenState) {
  const { label, look, button, open, ...modal } = props;
  return (
    <>
      <Button
        {...(look && looks[look])}
        {...(look === 'row' && { 'aria-label': modal.title })}
        {...button}
        onClick={open}
      >
        {label}
      </Button>
      <ActModal {...modal} />
    </>
  );
}

type ActWords<Act extends string> = { readonly [Name in Act | `${Act}Done`]: string } & {
  readonly [Name in `${Act}Lead` | `${Act}Do`]?: string;
} & { readonly [Title in `${Act}Title`]?: string | ((subject: string) => string) };

/**
 * The texts of an act, by its name in the words of a page: `add` is on the button, `addTitle` above the modal and
 * `addDo` on its own button, where they differ; `addLead` explains it, and `addDone` is told afterwards.
 */
export function actTexts<Act extends string>(words: ActWords<Act>, act: Act, subject = '') {
  const titles: Readonly<Record<string, string | ((subject: string) => string) | undefined>> = words;
  const label = words[act];
  const title = titles[`${act}Title`] ?? label;
  const lead = words[`${act}Lead` as const];
  return {
    label,
    title: typeof title === 'string' ? title : title(subject),
    ...(lead !== undefined && { lead }),
    confirm: words[`${act}Do` as const] ?? label,
    done: words[`${act}Done` as const],
  };
}

/** Mounted only while its modal is open, so that each opening starts with the initial values. */
function ActForm<V extends object, T>(props: ActFormProps<V, T> & { readonly onClose: () => void }) {
  const { onClose, lead, confirm, isDanger, reason = 'required', required = [], shown, result, done } = props;
  const { send = (why, values) => sendTo<T>(props.to!, why, values), fields, texts = {} } = props;
  const { kit, refusals } = useWords();
  const [given, setGiven] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const mayConfirm = (values: V): boolean =>
    required.every((name) => isFilled(values[name])) && (props.mayConfirm?.(values) ?? true);
  const form = useForm<V, T>({
    initial: props.initial ?? ({} as V),
    required,
    done,
    send: (values) => send(given.trim(), trimmed(values)),
    check: (values) => {
      const isShort = reason === 'required' && given.trim().length < 3;
      setTooShort(isShort);
      return !isShort && mayConfirm(values);
    },
    onDone: () => {
      if (!result && !shown) onClose();
    },
  });
  if (form.isDone && shown) return <ShownOnce values={shown(form.answer as T)} onClose={onClose} />;
  if (form.isDone && result) return result(form.answer as T, onClose);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {lead && <Text size="sm">{lead}</Text>}
        {fields && <Fields<V> form={form} fields={fields} texts={texts} />}
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

function sendTo<T>({ method, path }: Sending<never>, reason: string, values: object) {
  const given = Object.entries(values).filter(([, value]) => method === 'patch' || (value !== '' && value !== null));
  return api[method]<T>(path, { ...Object.fromEntries(given), reason });
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : value !== null && !(Array.isArray(value) && value.length === 0);
}

/** A password is sent as it was typed. */
function trimmed<V extends object>(values: V): V {
  const texts = Object.entries(values).filter(([name, value]) => typeof value === 'string' && name !== 'password');
  return { ...values, ...Object.fromEntries(texts.map(([name, text]) => [name, text.trim()])) };
}

import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { faultOf } from './tell-faults.ts';

type FieldOf<V, Value> = { readonly [Name in keyof V]: V[Name] extends Value ? Name : never }[keyof V] & string;

/** The label of a field, and maybe a hint, under its name in the words of a page. */
type FieldWords<Name extends string> = { readonly [Label in Name]: string } & {
  readonly [Hint in `${Name}Hint`]?: string;
};

type InputEvent = { readonly currentTarget: { readonly value: string } };
type SwitchEvent = { readonly currentTarget: { readonly checked: boolean } };

/** Props of an input: with its words, also the label and the hint. */
export interface Control<Value, Change = Value> {
  readonly value: Value;
  readonly onChange: (change: Change) => void;
  readonly error?: string | undefined;
  readonly withAsterisk?: boolean;
  readonly label?: string;
  readonly description?: string;
}

export type Form<V extends object, T = unknown> = ReturnType<typeof useForm<V, T>>;

interface FormOptions<V, T> {
  readonly initial: V;
  readonly required?: readonly (keyof V)[];
  readonly send: (values: V) => Promise<T>;
  readonly done?: string;
  readonly onDone?: (answer: T) => void;
  readonly onError?: (error: unknown) => void;
  /** Called on submit; false keeps the form from being sent. */
  readonly check?: (values: V) => boolean;
}

/** A form's values, errors and submission. Everything on the page is loaded again after it was sent. */
export function useForm<V extends object, T>(options: FormOptions<V, T>) {
  const { initial, required = [], send, done, onDone, onError, check = () => true } = options;
  const words = useWords();
  const queries = useQueryClient();
  const [values, setValues] = useState(initial);
  const [sent, setSent] = useState(initial);
  const closeButtonProps = { 'aria-label': words.kit.close };
  const sending = useMutation({
    mutationFn: () => send(values),
    onSuccess: async (answer) => {
      if (done !== undefined) notifications.show({ message: done, color: 'teal', withBorder: true, closeButtonProps });
      onDone?.(answer);
      await queries.invalidateQueries();
    },
    ...(onError && { onError }),
  });
  const set = (change: Partial<V>): void => setValues((before) => ({ ...before, ...change }));
  const keep = (name: keyof V, value: unknown): void => set({ [name]: value } as Partial<V>);
  const propsOf = (name: keyof V & string, texts: Readonly<Record<string, string | undefined>> = {}) => {
    const label = texts[name];
    const description = texts[`${name}Hint`];
    return {
      // What is typed anew is not wrong until the service says so.
      error: values[name] === sent[name] ? faultOf(sending.error, name, words) : undefined,
      ...(required.includes(name) && { withAsterisk: true }),
      ...(label !== undefined && { label }),
      ...(description !== undefined && { description }),
    };
  };
  return {
    values,
    set,
    /** Props of a control whose `onChange` gets the value. */
    control: <Name extends keyof V & string>(name: Name, texts?: FieldWords<Name>): Control<V[Name]> => ({
      value: values[name],
      onChange: (value) => keep(name, value),
      ...propsOf(name, texts),
    }),
    text: <Name extends FieldOf<V, string>>(name: Name, texts?: FieldWords<Name>): Control<string, InputEvent> => ({
      value: String(values[name]),
      onChange: (event) => keep(name, event.currentTarget.value),
      ...propsOf(name, texts),
    }),
    toggle: (name: FieldOf<V, boolean>) => ({
      checked: Boolean(values[name]),
      onChange: (event: SwitchEvent) => keep(name, event.currentTarget.checked),
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!check(values) || sending.isPending) return;
      setSent(values);
      sending.mutate();
    },
    isSending: sending.isPending,
    isDone: sending.isSuccess,
    answer: sending.data,
    error: sending.error,
    forget: sending.reset,
  };
}

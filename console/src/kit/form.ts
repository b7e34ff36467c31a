import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { faultOf } from './faults.tsx';

type TextField<V> = { readonly [Name in keyof V]: V[Name] extends string ? Name : never }[keyof V];

export interface Control<Value, Change = Value> {
  readonly value: Value;
  readonly onChange: (change: Change) => void;
  /** The service's error message about it. */
  readonly error: string | undefined;
}

export type TextControl = Control<string, ChangeEvent<HTMLInputElement>>;

export interface Form<V, T = unknown> {
  readonly values: V;
  readonly set: (change: Partial<V>) => void;
  /** Props of a text input. */
  readonly text: (name: TextField<V>) => TextControl;
  /** Props of a control whose `onChange` gets the value. */
  readonly control: <Name extends keyof V>(name: Name) => Control<V[Name]>;
  readonly submit: (event: FormEvent) => void;
  readonly isSending: boolean;
  readonly isDone: boolean;
  readonly answer: T | undefined;
  readonly error: unknown;
  /** Clears the service's error. */
  readonly forget: () => void;
}

interface FormOptions<V, T> {
  readonly initial: V;
  readonly send: (values: V) => Promise<T>;
  /** The message of success. */
  readonly done?: string;
  readonly onDone?: (answer: T) => void;
  readonly onError?: (error: unknown) => void;
  /** Called on submit; false keeps the form from being sent. */
  readonly check?: (values: V) => boolean;
}

/** A form's values, errors and submission. Everything on the page is loaded again after it was sent. */
export function useForm<V extends object, T>(options: FormOptions<V, T>): Form<V, T> {
  const { initial, send, done, onDone, onError, check = () => true } = options;
  const words = useWords();
  const queries = useQueryClient();
  const [values, setValues] = useState(initial);
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
  const control: Form<V, T>['control'] = (name) => ({
    value: values[name],
    onChange: (value) => set({ [name]: value } as unknown as Partial<V>),
    error: faultOf(sending.error, String(name), words),
  });
  return {
    values,
    set,
    control,
    text: (name) => {
      const { value, onChange, error } = control(name);
      const change = (event: ChangeEvent<HTMLInputElement>): void =>
        onChange(event.currentTarget.value as typeof value);
      return { value: String(value), onChange: change, error };
    },
    submit: (event) => {
      event.preventDefault();
      if (check(values) && !sending.isPending) sending.mutate();
    },
    isSending: sending.isPending,
    isDone: sending.isSuccess,
    answer: sending.data,
    error: sending.error,
    forget: sending.reset,
  };
}

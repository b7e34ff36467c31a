import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { faultOf } from './faults.tsx';

type FieldOf<V, Value> = { readonly [Name in keyof V]: V[Name] extends Value ? Name : never }[keyof V] & string;

/** The label of a field, and maybe a hint, under its name in the words of a page. */
type FieldWords<Name extends string> = { readonly [Label in Name]: string } & {
  readonly [Hint in `${Name}Hint`]?: string;
};

interface InputEvent {
  readonly currentTarget: { readonly value: string };
}

interface SwitchEvent {
  readonly currentTarget: { readonly checked: boolean };
}

/** Props of an input: with its words, also the label and the hint. */
export interface Control<Value, Change = Value> {
  readonly value: Value;
  readonly onChange: (change: Change) => void;
  /** The service's error message about it. */
  readonly error?: string | undefined;
  readonly withAsterisk?: boolean;
  readonly label?: string;
  readonly description?: string;
}

export interface Form<V, T = unknown> {
  readonly values: V;
  readonly set: (change: Partial<V>) => void;
  /** Props of a text input. */
  readonly text: <Name extends FieldOf<V, string>>(name: Name, words?: FieldWords<Name>) => Control<string, InputEvent>;
  /** Props of a switch or a checkbox. */
  readonly toggle: <Name extends FieldOf<V, boolean>>(
    name: Name,
  ) => { readonly checked: boolean; readonly onChange: (event: SwitchEvent) => void };
  /** Props of a control whose `onChange` gets the value. */
  readonly control: <Name extends keyof V & string>(name: Name, words?: FieldWords<Name>) => Control<V[Name]>;
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
  readonly required?: readonly (keyof V)[];
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
  const { initial, required = [], send, done, onDone, onError, check = () => true } = options;
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
  const keep = (name: keyof V, value: unknown): void => set({ [name]: value } as Partial<V>);
  const propsOf = (name: keyof V & string, told: Readonly<Record<string, string | undefined>> = {}) => {
    const label = told[name];
    const description = told[`${name}Hint`];
    return {
      error: faultOf(sending.error, name, words),
      ...(required.includes(name) && { withAsterisk: true }),
      ...(label !== undefined && { label }),
      ...(description !== undefined && { description }),
    };
  };
  return {
    values,
    set,
    control: (name, told) => ({
      value: values[name],
      onChange: (value) => keep(name, value),
      ...propsOf(name, told),
    }),
    text: (name, told) => ({
      value: String(values[name]),
      onChange: (event) => keep(name, event.currentTarget.value),
      ...propsOf(name, told),
    }),
    toggle: (name) => ({
      checked: Boolean(values[name]),
      onChange: (event) => keep(name, event.currentTarget.checked),
    }),
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

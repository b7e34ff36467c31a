import { Switch, TextInput, type TextInputProps } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Province } from '../../../src/domain/province.ts';
import type { Control, Form } from './form.ts';
import { DateInput, PickProvince } from './inputs.tsx';

/**
 * The inputs of a form by its fields, in their order: how long a text may be, what else a text input needs, the name of
 * a usual input, or another one. Labels and hints are the words of the same names.
 */
export type FieldsOf<V extends object> = {
  readonly [Name in keyof V & string]?:
    | number
    | TextInputProps
    | keyof typeof usualInputs
    | false
    | ((input: Control<V[Name]>, form: Form<V>) => ReactNode);
};

const usualInputs = {
  date: (input: Control<string>) => <DateInput {...input} />,
  province: (input: Control<Province | null>) => <PickProvince {...input} />,
  switch: ({ value, onChange, label, error }: Control<boolean>) => (
    <Switch label={label} error={error} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
  ),
};

interface FieldsProps<V extends object> {
  readonly form: Form<V>;
  readonly fields: FieldsOf<V>;
  readonly texts: object;
}

export function Fields<V extends object>({ form, fields, texts }: FieldsProps<V>) {
  const names = (Object.keys(fields) as (keyof V & string)[]).filter((name) => fields[name] !== false);
  return names.map((name, place) => {
    const field = fields[name];
    // The words of a field may be absent: its input has them then.
    const input = form.control(name, texts as Parameters<typeof form.control<typeof name>>[1]);
    if (typeof field === 'string')
      return <Fragment key={name}>{usualInputs[field as keyof typeof usualInputs](input as never)}</Fragment>;
    if (typeof field === 'function') return <Fragment key={name}>{field(input, form)}</Fragment>;
    return (
      <TextInput
        key={name}
        {...(place === 0 && { 'data-autofocus': true })}
        {...(typeof field === 'number' ? { maxLength: field } : (field as TextInputProps))}
        {...input}
        value={String(input.value)}
        onChange={(event) => input.onChange(event.currentTarget.value as V[typeof name])}
      />
    );
  });
}

import { Select } from '@mantine/core';
import type { Control } from './form.ts';

interface PickFromProps<Value extends string> extends Control<Value> {
  readonly names: Readonly<Record<Value, string>>;
}

/** Selects one of a few values. One is always selected. */
export function PickFrom<Value extends string>({ names, onChange, ...select }: PickFromProps<Value>) {
  const data = Object.entries<string>(names).map(([value, label]) => ({ value, label }));
  return <Select allowDeselect={false} data={data} {...select} onChange={(value) => onChange(value as Value)} />;
}

import {
  Checkbox,
  FileInput,
  type FileInputProps,
  Group,
  MultiSelect,
  Radio,
  Select,
  type SelectProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Province, provinces } from '../../../src/domain/province.ts';
import type { Page } from '../../../src/operator/wire/parts.ts';
import { useWords } from '../words/words.tsx';
import { api, type Query } from './api.ts';
import type { Control } from './form.ts';
import { UploadIcon } from './icons.tsx';

type Names<Value extends string> = Readonly<Record<Value, string>>;

/** Selects one of a few values. One is always selected. */
export function PickFrom<Value extends string>({
  names,
  onChange,
  ...select
}: Control<Value> & { readonly names: Names<Value> }) {
  const data = Object.entries<string>(names).map(([value, label]) => ({ value, label }));
  return <Select allowDeselect={false} data={data} {...select} onChange={(value) => onChange(value as Value)} />;
}

interface FewProps<Value extends string> {
  readonly names: Names<Value>;
  readonly isRow?: boolean;
}

/** One of a few values, all in sight, with what each of them means. */
export function PickOne<Value extends string>({
  names,
  help,
  isRow,
  ...group
}: FewProps<Value> & Control<Value> & { readonly help?: Names<Value> }) {
  const radios = Object.entries<string>(names).map(([value, label]) => (
    <Radio key={value} value={value} label={label} description={help?.[value as Value]} />
  ));
  return <Radio.Group<Value> {...group}>{arranged(radios, isRow)}</Radio.Group>;
}

export function CheckMany<Value extends string>({
  names,
  isRow,
  value,
  ...group
}: FewProps<Value> & Control<readonly Value[]>) {
  const boxes = Object.entries<string>(names).map(([one, label]) => <Checkbox key={one} value={one} label={label} />);
  return (
    <Checkbox.Group<Value> {...group} value={[...value]}>
      {arranged(boxes, isRow)}
    </Checkbox.Group>
  );
}

function arranged(inputs: ReactNode, isRow = false) {
  const Arranged = isRow ? Group : Stack;
  return (
    <Arranged gap={isRow ? 'lg' : 8} mt={6} align="flex-start">
      {inputs}
    </Arranged>
  );
}

interface PickProvinceProps extends Omit<SelectProps, 'value' | 'onChange'> {
  readonly value: Province | null;
  readonly onChange: (province: Province | null) => void;
}

export function PickProvince({ onChange, ...select }: PickProvinceProps) {
  const words = useWords().onboard.sellers;
  return (
    <Select
      label={words.province}
      withAsterisk
      searchable
      data={provinces.map((value) => ({ value, label: `${value} · ${words.provinceNames[value]}` }))}
      onChange={(province) => onChange(province as Province | null)}
      {...select}
    />
  );
}

/** Selects rows of a short list by name: the first hundred are offered. */
export function PickSome({
  path,
  query,
  ...select
}: Control<string[]> & { readonly path: string; readonly query?: Query }) {
  const found = useQuery({
    queryKey: [path, 'to choose', query],
    queryFn: () => api.get<Page<{ readonly id: string; readonly name: string }>>(path, { ...query, limit: 100 }),
    staleTime: 60_000,
  });
  const data = (found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <MultiSelect searchable data={data} {...select} />;
}

interface DateInputProps extends Omit<TextInputProps, 'type' | 'onChange'> {
  readonly onChange: (day: string) => void;
  readonly isFilter?: boolean;
}

/** The browser's own date input, for its keyboard and screen reader support. Values are `YYYY-MM-DD`. */
export function DateInput({ label, onChange, isFilter, ...input }: DateInputProps) {
  const filter = { leftSection: <small aria-hidden="true">{label}</small>, leftSectionWidth: 46, w: 180 };
  return (
    <TextInput
      type="date"
      {...(isFilter ? { 'aria-label': String(label), ...filter } : { label })}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}

export function PickFile(input: FileInputProps) {
  return <FileInput placeholder={useWords().kit.filePick} leftSection={<UploadIcon size={16} />} {...input} />;
}

/** Chosen with the browser's own picker, or typed; empty is the usual one. */
export function PickColour({ usual, onChange, value, ...input }: Control<string> & { readonly usual: string }) {
  const { pickColour } = useWords().kit;
  const isColour = /^#[\da-f]{6}$/i.test(value);
  return (
    <TextInput
      {...input}
      placeholder={usual}
      maxLength={7}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        <input
          type="color"
          aria-label={pickColour(input.label ?? '')}
          value={isColour ? value.toLowerCase() : usual}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      rightSectionWidth={62}
    />
  );
}

export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

import { TextInput, type TextInputProps } from '@mantine/core';

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

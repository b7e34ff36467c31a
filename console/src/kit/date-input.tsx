import { TextInput } from '@mantine/core';

interface DateInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Among filters: a small label beside the input. */
  readonly isFilter?: boolean;
}

/** The browser's own date input, for its keyboard and screen reader support. Values are `YYYY-MM-DD`. */
export function DateInput({ label, value, onChange, min, max, error, isRequired, isFilter }: DateInputProps) {
  return (
    <TextInput
      type="date"
      {...(isFilter
        ? { 'aria-label': label, leftSection: <small aria-hidden="true">{label}</small>, w: 180 }
        : { label })}
      {...(isFilter && { leftSectionWidth: 46 })}
      withAsterisk={isRequired ?? false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      error={error}
    />
  );
}

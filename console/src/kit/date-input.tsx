import { TextInput } from '@mantine/core';

interface DateInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** In a line of filters the label stands inside the line, small. */
  readonly isFilter?: boolean;
}

/** The browser's own: it knows the operator's calendar, keyboard and screen reader. Days are `YYYY-MM-DD`. */
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

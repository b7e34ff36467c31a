import { TextInput } from '@mantine/core';
import { useWords } from '../words/words.tsx';
import { useFilter } from './search-box.tsx';

/** The month in the address, as `YYYY-MM`; without one, or while it is being typed, this month. */
export function useMonth(): string {
  const { format } = useWords();
  const [typed] = useFilter('month');
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(typed) ? typed : format.today().slice(0, 7);
}

/** Puts another month into the address. */
export function PickMonth() {
  const { books } = useWords();
  const month = useMonth();
  const [, setMonth] = useFilter('month');
  return (
    <TextInput
      type="month"
      aria-label={books.month}
      placeholder="2026-11"
      value={month}
      onChange={(event) => setMonth(event.currentTarget.value)}
    />
  );
}

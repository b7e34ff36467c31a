import { NativeSelect } from '@mantine/core';
import { paymentStates, policyStates, saleStates } from '../../kit/sale-states.tsx';
import { useWords } from '../../words/words.tsx';
import type { ListName } from './sales.tsx';

/** What a list can be narrowed to; a document has no state. */
export const statesOf: Readonly<Record<ListName, readonly string[]>> = {
  sales: saleStates,
  policies: policyStates,
  payments: paymentStates,
  documents: [],
};

interface PickStateProps {
  readonly list: ListName;
  readonly value: string;
  readonly onChange: (state: string) => void;
}

/** A filter by state, in the words of the list's own badges. The browser's own: it knows keyboard, touch and screen reader. */
export function PickState({ list, value, onChange }: PickStateProps) {
  const { sales: words } = useWords();
  const names: Readonly<Record<string, string>> = list === 'payments' ? words.paymentStatus : words.status;
  return (
    <NativeSelect
      aria-label={words.columns.status}
      data={[
        { value: '', label: words.allStates },
        ...statesOf[list].map((state) => ({ value: state, label: names[state] ?? state })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      w={170}
    />
  );
}

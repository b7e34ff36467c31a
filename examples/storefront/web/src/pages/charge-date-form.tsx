import type { ErrorItem } from '@northbind/sdk';
import { useState } from 'react';
import { Form, TextField, textIn } from '../kit/form.tsx';
import { useWords } from '../words/words.tsx';

interface ChargeDateFormProps {
  readonly amount: string;
  readonly today: string;
  readonly effectiveDate: string;
  readonly errors: readonly ErrorItem[];
  readonly isDisabled: boolean;
  readonly onStart: (chargeDate: string) => void;
}

/** A policy that starts later can be charged later. */
export function ChargeDateForm({ amount, today, effectiveDate, errors, isDisabled, onStart }: ChargeDateFormProps) {
  const { words, date } = useWords();
  const [chargeDate, setChargeDate] = useState(effectiveDate);
  return (
    <Form
      errors={errors}
      onSubmit={(fields) => onStart(textIn(fields, 'chargeDate') || effectiveDate)}
      action={words.payment.openCard}
      isDisabled={isDisabled}
    >
      {effectiveDate > today && (
        <TextField
          field="chargeDate"
          label={words.payment.chargeDate}
          hint={words.payment.chargeDateHint(date(today), date(effectiveDate))}
          type="date"
          min={today}
          max={effectiveDate}
          value={chargeDate}
          onChange={(event) => setChargeDate(event.target.value)}
        />
      )}
      <p>
        {chargeDate > today ? words.payment.chargedLater(amount, date(chargeDate)) : words.payment.chargedToday(amount)}
      </p>
    </Form>
  );
}

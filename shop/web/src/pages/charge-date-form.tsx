import { Form, type FormProps, TextField, textIn } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { useTypedValue } from '../kit/typed.tsx';
import { useWords } from '../words/words.tsx';

interface ChargeDateFormProps extends Pick<FormProps, 'errors' | 'isDisabled' | 'isSent' | 'why'> {
  readonly amount: string;
  readonly effectiveDate: string;
  readonly onStart: (chargeDate: string) => Promise<void>;
}

/** A policy that starts later can be charged later. */
export function ChargeDateForm({ amount, effectiveDate, onStart, ...form }: ChargeDateFormProps) {
  const { words, date } = useWords();
  const { facts, sale } = useShop();
  const { today } = facts;
  // Whoever gives another card has not chosen another day.
  const [typed, setTyped] = useTypedValue('chargeDate', sale.card?.chargeDate ?? effectiveDate);
  const chargeDate = typed > effectiveDate ? effectiveDate : typed;
  return (
    <Form
      {...form}
      send={(fields) => onStart(textIn(fields, 'chargeDate') || effectiveDate)}
      action={words.payment.openCard}
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
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <ChargeText amount={amount} chargeDate={chargeDate} />
    </Form>
  );
}

/** When the card is charged. The processor's form refers to it, so it stands above that, too. */
export function ChargeText({ amount, chargeDate }: { readonly amount: string; readonly chargeDate: string }) {
  const { words, date } = useWords();
  const isLater = chargeDate > useShop().facts.today;
  return <p>{isLater ? words.payment.chargedLater(amount, date(chargeDate)) : words.payment.chargedToday(amount)}</p>;
}

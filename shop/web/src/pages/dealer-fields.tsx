import type { Dealer, DealerContact } from '@northbind/sdk';
import type { Choice } from '../../../shop-api.ts';
import { ErrorSummary, Field, Group, TextField } from '../kit/form.tsx';
import { useTypedValue } from '../kit/typed.tsx';
import { useAnswer } from '../kit/use-answer.ts';
import { useWords } from '../words/words.tsx';

/** Plus is sold through a dealer: which one, and its contact. */
export function DealerFields({ choice }: { readonly choice: Choice | null }) {
  const { words } = useWords();
  const { value: dealers, errors, isAway } = useAnswer<readonly Dealer[]>('dealers');
  const [chosen, setChosen] = useTypedValue('dealerId', choice?.dealerId ?? '');
  if (errors.length > 0) return <ErrorSummary errors={errors} />;
  if (dealers === null)
    return (
      <p className="quiet" role="status">
        {isAway ? words.shopAway : words.loading}
      </p>
    );
  if (dealers.length === 0) return <p className="note">{words.vehicle.noDealers}</p>;
  const line = (name: keyof DealerContact, label: string, type = 'text') => (
    <TextField
      field={`dealerContact.${name}`}
      label={label}
      type={type}
      autoComplete="off"
      defaultValue={choice?.dealerContact?.[name] ?? ''}
    />
  );
  return (
    <>
      <Field field="dealerId" label={words.vehicle.dealer}>
        {(input) => (
          <select
            {...input}
            // One that there is no choice about is chosen already.
            value={chosen === '' && dealers.length === 1 ? dealers[0]?.id : chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{words.vehicle.dealerChoose}</option>
            {dealers.map(({ id, name, city }) => (
              <option key={id} value={id}>
                {name}, {city}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Group field="dealerContact" legend={words.vehicle.contact}>
        <p className="hint">{words.vehicle.contactHint}</p>
        {line('name', words.vehicle.contactName)}
        <div className="pair">
          {line('emailAddress', words.you.email, 'email')}
          {line('phoneNumber', words.you.phone, 'tel')}
        </div>
      </Group>
    </>
  );
}

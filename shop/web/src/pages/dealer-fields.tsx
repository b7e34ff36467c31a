import type { Dealer, DealerContact } from '@northbind/sdk';
import { useEffect, useState } from 'react';
import type { Choice } from '../../../shop-api.ts';
import { errorsOf, get } from '../kit/api.ts';
import { Field, Group, TextField } from '../kit/form.tsx';
import { useWords } from '../words/words.tsx';

/** Plus is sold through a dealer: which one, and its contact. */
export function DealerFields({ choice }: { readonly choice: Choice | null }) {
  const { words } = useWords();
  const [dealers, setDealers] = useState<readonly Dealer[] | null>(null);
  useEffect(() => {
    get<readonly Dealer[]>('dealers').then(setDealers, (error: unknown) => {
      errorsOf(error);
      setDealers([]);
    });
  }, []);
  if (dealers === null) return <p className="quiet">{words.loading}</p>;
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
          <select {...input} defaultValue={choice?.dealerId ?? (dealers.length === 1 ? dealers[0]!.id : '')}>
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

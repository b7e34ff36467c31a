import type { Dealer } from '@northbind/sdk';
import { useEffect, useState } from 'react';
import type { Choice } from '../../../shop-api.ts';
import { errorsOf, get } from '../kit/api.ts';
import { Field } from '../kit/form.tsx';
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
  const contact = choice?.dealerContact;
  return (
    <>
      <Field field="dealerId" label={words.vehicle.dealer}>
        {(input) => (
          <select {...input} defaultValue={choice?.dealerId ?? ''}>
            <option value="">{words.vehicle.dealerChoose}</option>
            {dealers.map(({ id, name, city }) => (
              <option key={id} value={id}>
                {name}, {city}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset>
        <legend>{words.vehicle.contact}</legend>
        <p className="hint">{words.vehicle.contactHint}</p>
        <Field field="dealerContact.name" label={words.vehicle.contactName}>
          {(input) => <input {...input} autoComplete="off" defaultValue={contact?.name ?? ''} />}
        </Field>
        <div className="pair">
          <Field field="dealerContact.emailAddress" label={words.vehicle.contactEmail}>
            {(input) => <input {...input} type="email" autoComplete="off" defaultValue={contact?.emailAddress ?? ''} />}
          </Field>
          <Field field="dealerContact.phoneNumber" label={words.vehicle.contactPhone}>
            {(input) => <input {...input} type="tel" autoComplete="off" defaultValue={contact?.phoneNumber ?? ''} />}
          </Field>
        </div>
      </fieldset>
    </>
  );
}

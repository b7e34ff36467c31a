import type { ErrorItem } from '@northbind/sdk';
import { useRef, useState } from 'react';
import type { SaleView } from '../../../shop-api.ts';
import { errorsOf, noErrors } from '../kit/api.ts';
import { addDays } from '../kit/dates.ts';
import { Form, kilometresIn, option, Radios, TextField, textIn } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { useTyped } from '../kit/typed.tsx';
import { useWords } from '../words/words.tsx';

const purchaseMethods = ['Cash', 'Finance', 'Lease'] as const;

export function VehicleLookUp({ onFound }: { readonly onFound: () => void }) {
  const { words, language } = useWords();
  const { facts, sale, onSale, post } = useShop();
  const { effectiveDateDays, today } = facts;
  const { known } = sale;
  // A day that has passed since it was filled in is not offered.
  const knownDate = known.effectiveDate !== undefined && known.effectiveDate >= today ? known.effectiveDate : today;
  const asked = sale.asked ?? { ...known, effectiveDate: knownDate };
  const [drawErrors, setDrawErrors] = useState(noErrors);

  const lookUp = async (fields: FormData): Promise<void> => {
    setDrawErrors(noErrors);
    const found = await post<SaleView>('look-up', {
      vin: textIn(fields, 'vin'),
      odometer: kilometresIn(fields, 'odometer'),
      effectiveDate: textIn(fields, 'effectiveDate'),
      purchaseMethod: textIn(fields, 'purchaseMethod'),
      language,
    });
    onFound();
    onSale(found);
  };

  return (
    <Form errors={drawErrors} send={lookUp} action={words.vehicle.find}>
      <div className="card">
        <VinField vin={asked.vin ?? ''} mayDraw={facts.isSandbox} onErrors={setDrawErrors} />
        <div className="pair">
          <TextField
            field="odometer"
            label={words.vehicle.odometer}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={asked.odometer ?? ''}
          />
          <TextField
            field="effectiveDate"
            label={words.vehicle.start}
            hint={words.vehicle.startHint(effectiveDateDays)}
            type="date"
            min={today}
            max={addDays(today, effectiveDateDays)}
            defaultValue={asked.effectiveDate}
          />
        </div>
        <Radios
          field="purchaseMethod"
          legend={words.vehicle.purchase}
          className="three"
          options={purchaseMethods.map((method) => option(method, words.vehicle.methods[method]))}
          chosen={asked.purchaseMethod ?? 'Cash'}
        />
      </div>
    </Form>
  );
}

interface VinFieldProps {
  readonly vin: string;
  readonly mayDraw: boolean;
  readonly onErrors: (errors: readonly ErrorItem[]) => void;
}

function VinField({ vin, mayDraw, onErrors }: VinFieldProps) {
  const { words } = useWords();
  const { post } = useShop();
  const typed = useTyped();
  const input = useRef<HTMLInputElement>(null);
  const [isDrawn, setDrawn] = useState(false);

  const draw = (): void => {
    post<{ vin: string }>('vin')
      .then((drawn) => {
        if (input.current !== null) input.current.value = drawn.vin;
        typed.set('vin', drawn.vin);
        setDrawn(true);
      })
      .catch((error: unknown) => onErrors(errorsOf(error)));
  };

  return (
    <div className="vin">
      <TextField
        field="vin"
        label={words.vehicle.vin}
        hint={words.vehicle.vinHint}
        ref={input}
        className="code"
        defaultValue={vin}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {mayDraw && (
        <button type="button" className="second" onClick={draw}>
          {words.vehicle.draw}
        </button>
      )}
      <span className="unseen" role="status">
        {isDrawn && words.vehicle.drawn}
      </span>
    </div>
  );
}

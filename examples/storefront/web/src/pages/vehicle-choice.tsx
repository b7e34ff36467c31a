import type { ErrorItem, Vehicle } from '@northbind/sdk';
import { useState } from 'react';
import type { Asked, SaleView } from '../../../shop-api.ts';
import { errorsOf } from '../kit/api.ts';
import { Choice, Choices, Form, textIn } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { nameOf } from '../kit/summary.tsx';
import { useWords } from '../words/words.tsx';
import { DealerFields } from './dealer-fields.tsx';
import { LienHolderField } from './lien-holder-field.tsx';

interface VehicleChoiceProps {
  readonly sale: SaleView;
  readonly asked: Asked;
  readonly refused: readonly ErrorItem[];
  readonly onNext: (sale: SaleView) => void;
}

export function VehicleChoice({ sale, asked, refused, onNext }: VehicleChoiceProps) {
  const { words } = useWords();
  const { post } = useShop();
  const { choice, vehicles } = sale;
  const [errors, setErrors] = useState(refused);
  const [isBusy, setBusy] = useState(false);
  const [series, setSeries] = useState(choice?.series ?? 'Prime');
  const [lienHolder, setLienHolder] = useState(choice?.lienHolder ?? null);

  const choose = (fields: FormData): void => {
    setBusy(true);
    post<SaleView>('choice', {
      vehicleConfigurationId: textIn(fields, 'vehicleConfigurationId'),
      series,
      dealerId: textIn(fields, 'dealerId'),
      dealerContact: {
        name: textIn(fields, 'dealerContact.name'),
        emailAddress: textIn(fields, 'dealerContact.emailAddress'),
        phoneNumber: textIn(fields, 'dealerContact.phoneNumber'),
      },
      lienHolder,
    })
      .then(onNext)
      .catch((error: unknown) => setErrors(errorsOf(error)))
      .finally(() => setBusy(false));
  };

  return (
    <Form errors={errors} onSubmit={choose}>
      <div className="card">
        <Choices field="vehicleConfigurationId" legend={words.vehicle.which}>
          {vehicles.map((vehicle) => (
            <Choice
              key={vehicle.id}
              type="radio"
              name="vehicleConfigurationId"
              value={vehicle.id}
              title={nameOf(vehicle)}
              text={detailsOf(vehicle)}
              isCheckedAtFirst={vehicle.id === choice?.vehicleConfigurationId}
            />
          ))}
        </Choices>
      </div>
      {asked.purchaseMethod !== 'Cash' && (
        <div className="card">
          <LienHolderField chosen={lienHolder} onChoose={setLienHolder} />
        </div>
      )}
      <div className="card">
        <Choices field="series" legend={words.vehicle.series} className="two">
          {(['Prime', 'Plus'] as const).map((one) => (
            <Choice
              key={one}
              type="radio"
              name="series"
              value={one}
              title={words.vehicle.seriesNames[one][0] ?? one}
              text={words.vehicle.seriesNames[one][1]}
              isChecked={series === one}
              onChoose={() => setSeries(one)}
            />
          ))}
        </Choices>
        {series === 'Plus' && <DealerFields choice={choice} />}
      </div>
      <div className="actions">
        <button type="submit" disabled={isBusy}>
          {words.vehicle.next}
        </button>
      </div>
    </Form>
  );
}

/** What distinguishes configurations; unknown details are left out. */
function detailsOf({ trim, bodyClass, driveType, fuelType, engine }: Vehicle): string {
  const isFuelInEngine = engine?.toLowerCase().includes(fuelType?.toLowerCase() ?? '') ?? false;
  const facts = [trim, bodyClass, driveType, isFuelInEngine ? null : fuelType, engine];
  return facts.filter((fact) => fact !== null).join(' · ');
}

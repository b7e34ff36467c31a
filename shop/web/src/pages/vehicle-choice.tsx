import type { ErrorItem, Vehicle } from '@northbind/sdk';
import { useState } from 'react';
import type { Asked, SaleView } from '../../../shop-api.ts';
import { Form, objectIn, option, Radios, textIn } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { nameOf } from '../kit/summary.tsx';
import { useTypedValue } from '../kit/typed.tsx';
import { unbroken } from '../kit/unbroken.ts';
import { useWords } from '../words/words.tsx';
import { DealerFields } from './dealer-fields.tsx';
import { LienHolderField } from './lien-holder-field.tsx';

interface VehicleChoiceProps {
  readonly asked: Asked;
  readonly refused: readonly ErrorItem[];
  readonly onNext: (sale: SaleView) => void;
}

export function VehicleChoice({ asked, refused, onNext }: VehicleChoiceProps) {
  const { words, language } = useWords();
  const { facts, post, sale } = useShop();
  const { choice, vehicles } = sale;
  const [wished, setSeries] = useTypedValue('series', choice?.series ?? '');
  const series = facts.series.find((one) => one === wished) ?? facts.series[0] ?? 'Prime';
  const [lienHolder, setLienHolder] = useState(choice?.lienHolder ?? null);

  const choose = (fields: FormData): Promise<void> =>
    post<SaleView>('choice', {
      vehicleConfigurationId: textIn(fields, 'vehicleConfigurationId'),
      series,
      dealerId: textIn(fields, 'dealerId'),
      dealerContact: objectIn(fields, 'dealerContact'),
      lienHolder,
    }).then(onNext);

  // Beside others that have one.
  const noTrim = vehicles.some(({ trim }) => trim !== null) ? words.vehicle.noTrim : null;
  // A trim's name says nothing by itself: one is called Plus.
  const trimOf = ({ trim }: Vehicle): string | null => (trim === null ? noTrim : words.vehicle.trim(trim));

  return (
    <Form refused={refused} send={choose} action={words.vehicle.next}>
      <div className="card">
        <Radios
          field="vehicleConfigurationId"
          legend={words.vehicle.which}
          options={vehicles.map((vehicle) =>
            option(vehicle.id, [nameOf(vehicle, language), detailsOf(vehicle, trimOf(vehicle))]),
          )}
          // One that there is no choice about is chosen already.
          chosen={choice?.vehicleConfigurationId ?? (vehicles.length === 1 ? vehicles[0]?.id : null)}
        />
      </div>
      {asked.purchaseMethod !== 'Cash' && (
        <div className="card">
          <LienHolderField chosen={lienHolder} onChoose={setLienHolder} />
        </div>
      )}
      <div className={facts.series.length > 1 || series === 'Plus' ? 'card' : undefined}>
        {facts.series.length > 1 && (
          <Radios
            field="series"
            legend={words.vehicle.series}
            className="two"
            options={facts.series.map((one) => option(one, words.vehicle.seriesNames[one]))}
            chosen={series}
            onChoose={setSeries}
          />
        )}
        {series === 'Plus' && <DealerFields choice={choice} />}
      </div>
    </Form>
  );
}

/** What distinguishes configurations; unknown details are left out. */
function detailsOf({ bodyClass, driveType, fuelType, engine }: Vehicle, trim: string | null): string {
  const isFuelInEngine = engine?.toLowerCase().includes(fuelType?.toLowerCase() ?? '') ?? false;
  // A line may end after its commas: it is too long for a phone.
  const shown = engine?.split(', ').map(unbroken).join(', ') ?? null;
  const facts = [trim, bodyClass, driveType, isFuelInEngine ? null : fuelType, shown];
  return facts.filter((fact) => fact !== null).join(' · ');
}

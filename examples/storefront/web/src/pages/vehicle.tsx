import type { ErrorItem } from '@northbind/sdk';
import { useState } from 'react';
import type { SaleView, ShopFacts } from '../../../shop-api.ts';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';
import { VehicleChoice } from './vehicle-choice.tsx';
import { VehicleLookUp } from './vehicle-look-up.tsx';

interface VehicleProps {
  readonly facts: ShopFacts;
  readonly sale: SaleView;
  /** Errors of the quote about this page. */
  readonly errors: readonly ErrorItem[];
  readonly onSale: (sale: SaleView) => void;
  readonly onNext: (sale: SaleView) => void;
}

/** First the look-up; then the choice of a configuration and of the purchase method. */
export function Vehicle({ facts, sale, errors, onSale, onNext }: VehicleProps) {
  const { words, date } = useWords();
  const [isChanging, setChanging] = useState(false);
  const { asked } = sale;
  if (asked === null || isChanging) {
    const found = (changed: SaleView): void => {
      setChanging(false);
      onSale(changed);
    };
    return (
      <>
        <Title lede={words.vehicle.lede}>{words.vehicle.title}</Title>
        <VehicleLookUp facts={facts} asked={asked} onFound={found} />
      </>
    );
  }
  const method = words.vehicle.methods[asked.purchaseMethod][0];
  return (
    <>
      <Title>{words.vehicle.foundTitle}</Title>
      <p className="card found">
        <span>
          <code>{asked.vin}</code>
          <span className="quiet">
            {asked.odometer.toLocaleString()} km · {method} · {date(asked.effectiveDate)}
          </span>
        </span>
        <button type="button" className="plain" onClick={() => setChanging(true)}>
          {words.vehicle.change}
        </button>
      </p>
      <VehicleChoice key={asked.vin} sale={sale} asked={asked} refused={errors} onNext={onNext} />
    </>
  );
}

import type { ErrorItem } from '@northbind/sdk';
import { useState } from 'react';
import type { SaleView } from '../../../shop-api.ts';
import { useShop } from '../kit/shop.tsx';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';
import { VehicleChoice } from './vehicle-choice.tsx';
import { VehicleLookUp } from './vehicle-look-up.tsx';

interface VehicleProps {
  /** Errors of the quote about this page. */
  readonly errors: readonly ErrorItem[];
  readonly onNext: (sale: SaleView) => void;
}

/** First the look-up; then the choice of a configuration and of the purchase method. */
export function Vehicle({ errors, onNext }: VehicleProps) {
  const { words, date, number } = useWords();
  const { asked } = useShop().sale;
  const [isChanging, setChanging] = useState(false);
  if (asked === null || isChanging) {
    return (
      <>
        <Title key="look-up" lede={words.vehicle.lede}>
          {words.vehicle.title}
        </Title>
        <VehicleLookUp onFound={() => setChanging(false)} />
      </>
    );
  }
  const method = words.vehicle.methods[asked.purchaseMethod][0];
  return (
    <>
      <Title key="found">{words.vehicle.foundTitle}</Title>
      <p className="card found">
        <span>
          <code>{asked.vin}</code>
          <span className="quiet">
            {number(asked.odometer)} km · {method} · {date(asked.effectiveDate)}
          </span>
        </span>
        <button type="button" className="plain" onClick={() => setChanging(true)}>
          {words.vehicle.change}
        </button>
      </p>
      <VehicleChoice key={asked.vin} asked={asked} refused={errors} onNext={onNext} />
    </>
  );
}

import type { ErrorItem } from '@northbind/sdk';
import { useEffect, useMemo, useState } from 'react';
import type { SaleView, Selection, ShopFacts } from '../../shop-api.ts';
import { errorsOf, get, pause, post } from './kit/api.ts';
import { Frame } from './kit/frame.tsx';
import { selectionFor } from './kit/money.ts';
import { Summary } from './kit/summary.tsx';
import { type Step, useStep } from './kit/use-step.ts';
import { Binding } from './pages/binding.tsx';
import { Coverage } from './pages/coverage.tsx';
import { Done } from './pages/done.tsx';
import { Payment } from './pages/payment.tsx';
import { Vehicle } from './pages/vehicle.tsx';
import { You } from './pages/you.tsx';
import { useWords } from './words/words.tsx';

/** The sale as the server has it decides what is shown; the page itself only remembers the step and the selection. */
export function App() {
  const { words } = useWords();
  const [facts, setFacts] = useState<ShopFacts | null>(null);
  const [sale, setSale] = useState<SaleView | null>(null);
  useEffect(() => {
    loadShop().then(([shop, own]) => {
      setFacts(shop);
      setSale(own);
    });
  }, []);
  if (facts === null || sale === null) return <p className="loading">{words.loading}</p>;
  return <Sale key={sale.id} facts={facts} sale={sale} onSale={setSale} />;
}

interface SaleProps {
  readonly facts: ShopFacts;
  readonly sale: SaleView;
  readonly onSale: (sale: SaleView) => void;
}

function Sale({ facts, sale, onSale }: SaleProps) {
  const { progress, quote } = sale;
  const { step, go } = useStep(sale);
  const [wished, setWished] = useState<Selection | null>(null);
  const [errors, setErrors] = useState<readonly ErrorItem[]>([]);
  const selection = useMemo(() => (quote === null ? null : selectionFor(quote, wished)), [quote, wished]);
  const bought = progress.state === 'binding' ? progress.selection : selection;
  const summary = <Summary sale={sale} selection={bought} />;

  const goOn = (next: Step) => (changed: SaleView) => {
    setErrors([]);
    onSale(changed);
    go(next);
  };

  if (progress.state === 'bound') {
    const startOver = (): Promise<void> => post<SaleView>('sale/start-over').then(goOn('vehicle'));
    return (
      <Frame step="done" sale={sale} isSandbox={facts.isSandbox}>
        <Done policy={progress.policy} quote={quote} onAnother={startOver} />
      </Frame>
    );
  }
  if (progress.state === 'binding') {
    return (
      <Frame step="payment" sale={sale} isSandbox={facts.isSandbox} aside={summary}>
        <Binding progress={progress} onSale={onSale} />
      </Frame>
    );
  }
  return (
    <Frame step={step} sale={sale} isSandbox={facts.isSandbox} aside={summary}>
      {step === 'vehicle' && <Vehicle facts={facts} sale={sale} errors={errors} onSale={onSale} onNext={goOn('you')} />}
      {step === 'you' && (
        <You
          sale={sale}
          onNext={goOn('coverage')}
          onVehicleErrors={(refused) => {
            setErrors(refused);
            go('vehicle');
          }}
        />
      )}
      {step === 'coverage' && quote !== null && selection !== null && (
        <Coverage quote={quote} selection={selection} onChange={setWished} onNext={() => go('payment')} />
      )}
      {step === 'payment' && quote !== null && selection !== null && (
        <Payment facts={facts} quote={quote} selection={selection} errors={progress.errors} onSale={onSale} />
      )}
    </Frame>
  );
}

/** Until the shop answers: it may be starting. */
async function loadShop(): Promise<[ShopFacts, SaleView]> {
  for (;;) {
    try {
      // One after the other: the first answer sets the cookie.
      const facts = await get<ShopFacts>('shop');
      return [facts, await get<SaleView>('sale')];
    } catch (error) {
      errorsOf(error);
      await pause(1_000);
    }
  }
}
